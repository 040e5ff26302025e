import type { Contract } from '../contract/contract.ts'
import { findParameter } from '../contract/find-parameter.ts'
import { listParameterNames } from '../contract/resources/group-paths.ts'
import { stringifyExactJson } from '../json/exact-json.ts'
import { isSame } from '../json/is-same.ts'
import type { RuleId } from '../judge/rules.ts'
import type { CheckedPart } from '../mock/options.ts'
import { isObject } from '../options/is-object.ts'
import { listBodyEdges, withValueAt } from '../probes/body-edges.ts'
import { type Draft, withParameter } from '../probes/draft.ts'
import { listJsonSyntax } from '../probes/json.ts'
import { listKeyProbes } from '../probes/keys.ts'
import { listOperationProbes } from '../probes/operation.ts'
import { listParameterEdges } from '../probes/parameter-edges.ts'
import type { Probe } from '../probes/probe.ts'
import { createRandom } from '../probes/random.ts'
import { listSecurityProbes } from '../probes/security.ts'
import {
  listContentTypes,
  listOddRequests,
  listUndocumentedMethods,
  toUnknown,
  toUnknownPath,
} from '../probes/server.ts'
import { listNumberProbes, listStringProbes } from '../probes/values.ts'
import type { Credentials } from '../verify/credentials.ts'
import { findPathOwner } from '../verify/find-operations.ts'
import { makeKeyOfSchema } from '../verify/make-key.ts'
import { type DiffCase, validTitle } from './case.ts'
import { listSizeCases } from './limits.ts'
import type { Side } from './side.ts'

const largestBody = 2 ** 14

/** The part of a request that is wrong if it breaks a rule. */
const partsOfRules: Partial<Record<RuleId, CheckedPart>> = {
  'requires-credentials': 'credentials',
  'rejects-invalid-parameter': 'parameters',
  'rejects-invalid-body': 'body',
  'unsupported-media-type': 'type',
  'malformed-body': 'body',
}

/** Keeps two values next to each limit, and not too many in all. */
const keepSome = (probes: readonly Probe[]): Probe[] =>
  probes
    .filter((one, index) => {
      const before = probes.slice(0, index)
      return before.filter(({ kind, place }) => kind === one.kind && place === one.place).length < 2
    })
    .slice(0, 120)

/** Lists the probes of an operation in an order in which one change keeps an earlier one. */
function listProbeCases({ contract, credentials, seed }: CaseSource, plain: Draft): DiffCase[] {
  const { operation, fixed = [] } = plain
  const toBody = ({ change }: Probe): unknown => change(plain)?.body?.value
  // The first run stores a key that is always the same.
  const isOld = (one: Probe): boolean =>
    one.kind !== 'reject' &&
    fixed.some((key) => isSame(key, one.path ?? [])) &&
    isSame(toBody(one), toBody(one))
  const probes = [
    ...listSecurityProbes(operation, credentials.of(operation), false),
    ...keepSome(listParameterEdges(contract, plain)),
    ...keepSome(listBodyEdges(plain, seed)),
    ...listContentTypes(false)(plain, seed),
    ...listJsonSyntax(false)(plain, seed),
    ...listOperationProbes(plain, seed),
    ...listOddRequests(plain, seed),
    ...listNumberProbes(plain, seed),
    ...listStringProbes(true)(plain, seed).filter(({ kind }) => kind === 'open'),
    ...listKeyProbes(plain, seed).filter(({ kind }) => kind === 'accept'),
  ].filter((one) => !isOld(one) && stringifyExactJson(toBody(one) ?? null).length <= largestBody)
  const firsts = Object.keys(partsOfRules).map((name) =>
    probes.find(({ rule, kind }) => rule === name && kind === 'reject'),
  )
  return probes.map((one) => {
    const { [one.rule]: part } = partsOfRules
    return part !== undefined && firsts.includes(one) ? { ...one, part } : one
  })
}

/** Lists what else a mock knows, and what its options are about. */
function listOptionCases({ contract, seed }: CaseSource, { operation, body }: Draft): DiffCase[] {
  const { effect, path, parameters } = operation
  const random = createRandom(seed)
  const owner = findPathOwner({ contract }, operation)
  const isCreated = effect.kind === 'replace' && effect.creates === true
  const name = owner && listParameterNames(path)[owner.count - (isCreated ? 2 : 1)]
  const key = findParameter(operation, 'path', name)
  const etag = parameters.find((one) => /^if-match$/i.test(one.name))
  const hasObject = body?.media.kind === 'json' && isObject(body.value)
  const isKeyed = hasObject && effect.kind === 'create' && effect.resource.key.from === 'client'
  const own: (Pick<DiffCase, 'tried' | 'change'> & Partial<DiffCase>)[] = [
    { tried: validTitle, change: (draft) => draft },
    {
      tried: 'an unknown query parameter',
      option: 'unknownParameters',
      change: (draft) => ({ ...draft, query: 'unknownParameter=1' }),
    },
  ]
  if (key !== undefined)
    own.push({
      kind: 'reject',
      tried: 'an unknown record',
      part: 'record',
      change: (draft) => withParameter(draft, key, makeKeyOfSchema(key.schema, random)),
    })
  if (etag !== undefined)
    own.push({ tried: 'another entity tag', change: (draft) => withParameter(draft, etag, '"another"') })
  if (body !== undefined)
    own.push({
      tried: 'an unknown content coding',
      change: (draft) => ({ ...draft, headers: { ...draft.headers, 'content-encoding': 'x-unknown' } }),
    })
  if (isKeyed) own.push({ tried: 'a stored key', option: 'onDuplicate', change: (draft) => draft })
  if (hasObject)
    own.push({
      tried: 'an unknown property',
      option: 'unknownProperties',
      change: (draft) => withValueAt(draft, ['unknownProperty'], 1),
    })
  return own.map((one) => ({ operation, kind: 'open', ...one }))
}

/** Makes requests with two mistakes each, which show what is checked first. */
function listPairCases(cases: readonly DiffCase[]): DiffCase[] {
  const typical = cases.filter(({ part }) => part !== undefined)
  return typical.flatMap((one, index) =>
    typical.slice(index + 1).flatMap((other): DiffCase[] => {
      if (one.part === other.part || (other.part === 'path' && one.part !== 'credentials')) return []
      const change = (draft: Draft): Draft | undefined => {
        const changed = one.change(draft)
        return changed && other.change(changed)
      }
      const tried = `${one.tried}, ${other.tried}`
      return [{ ...one, tried, change, option: 'order', pair: [one, other] }]
    }),
  )
}

interface CaseSource {
  contract: Contract
  /** A mock, which says what valid requests are. */
  side: Side
  credentials: Credentials
  maxBody: number
  seed: number
}

export async function listCases(subject: CaseSource): Promise<DiffCase[]> {
  const { contract, side, credentials, maxBody, seed } = subject
  const plains: Draft[] = []
  for (const operation of contract.operations) {
    const plain = credentials.isMissing(operation) ? undefined : await side.plan(operation, true)
    if (plain !== undefined) plains.push(plain)
  }
  const isJsonPost = ({ operation, body }: Draft): boolean =>
    operation.method === 'POST' && body?.media.kind === 'json'
  const unknownPath = toUnknownPath(contract, seed)
  return plains.flatMap((plain, index) => {
    const { operation } = plain
    const isNewPath = plains.find((one) => one.operation.path === operation.path) === plain
    const path: DiffCase = {
      operation,
      kind: 'reject',
      tried: 'an unknown path',
      part: 'path',
      change: (draft) => ({ ...draft, ...toUnknown(operation, unknownPath ?? '/'), body: undefined }),
    }
    const cases = [
      ...listOptionCases(subject, plain),
      ...listProbeCases(subject, plain),
      ...(isNewPath ? listUndocumentedMethods(contract, plain) : []),
      ...(index === 0 && unknownPath !== undefined ? [path] : []),
    ]
    return [
      ...cases,
      ...(plain === plains.find(isJsonPost) ? listSizeCases(operation, maxBody) : []),
      ...listPairCases(cases),
    ]
  })
}
