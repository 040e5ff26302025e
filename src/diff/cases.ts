import type { Contract, Operation } from '../contract/contract.ts'
import { listNames } from '../contract/resources/group-paths.ts'
import { stringifyExactJson } from '../json/exact-json.ts'
import { isSame } from '../json/is-same.ts'
import type { RuleId } from '../judge/rules.ts'
import type { CheckedPart } from '../mock/options.ts'
import { isObject } from '../options/is-object.ts'
import { listBodyEdges, replaceAt } from '../probes/body-edges.ts'
import { type Draft, withParameter } from '../probes/draft.ts'
import { listJsonSyntax } from '../probes/json.ts'
import { listKeyProbes } from '../probes/keys.ts'
import { listOperationProbes } from '../probes/operation.ts'
import { listParameterEdges } from '../probes/parameter-edges.ts'
import type { Probe } from '../probes/probe.ts'
import { createRandom } from '../probes/random.ts'
import { listSecurityProbes, type ValidCredentials } from '../probes/security.ts'
import {
  listContentTypes,
  listOddRequests,
  listUndocumentedMethods,
  toUnknown,
  toUnknownPath,
} from '../probes/server.ts'
import { listNumberProbes, listStringProbes } from '../probes/values.ts'
import type { Credentials } from '../verify/credentials.ts'
import { findOwner } from '../verify/find-operations.ts'
import { makeKey } from '../verify/make-key.ts'
import { type Case, validTitle } from './case.ts'
import type { Side } from './side.ts'

/** The largest body that is sent to find a limit, and in all other cases. */
export const largestBody = 2 ** 21
const usualBody = 2 ** 14

/** The part of a request that is wrong if it breaks a rule. */
const partsOfRules: Partial<Record<RuleId, CheckedPart>> = {
  'requires-credentials': 'credentials',
  'rejects-invalid-parameter': 'parameters',
  'rejects-invalid-body': 'body',
  'unsupported-media-type': 'type',
  'malformed-body': 'body',
}

/** Keeps two values next to each limit, and not too many in all. */
function keepSome(probes: readonly Probe[]): Probe[] {
  const counts = new Map<string, number>()
  return probes
    .filter(({ kind, place, path = [] }) => {
      const key = [kind, place, ...path].join(' ')
      counts.set(key, (counts.get(key) ?? 0) + 1)
      return (counts.get(key) ?? 0) <= 2
    })
    .slice(0, 120)
}

/** Marks the first probe of each rule that is about a part. */
function markParts(probes: readonly Probe[]): Case[] {
  return probes.map((probe) => {
    const { [probe.rule]: part } = partsOfRules
    const isFirst = probes.find(({ rule, kind }) => rule === probe.rule && kind === 'reject') === probe
    return part !== undefined && isFirst ? { ...probe, part } : probe
  })
}

/** Lists the probes of an operation; of the values that a service stores under a key, only new ones. */
function listProbes(contract: Contract, plain: Draft, valid: ValidCredentials, seed: number): Probe[] {
  const isOfKey = ({ path = [] }: Probe): boolean => plain.fixed?.some((key) => isSame(key, path)) ?? false
  const isNew = ({ change }: Probe): boolean =>
    !isSame(change(plain)?.body?.value, change(plain)?.body?.value)
  const probes = [
    ...listSecurityProbes(plain.operation, valid, false),
    ...keepSome(listParameterEdges(contract, plain)),
    ...keepSome(listBodyEdges(plain, seed)),
    ...listContentTypes(false)(plain, seed),
    ...listJsonSyntax(false)(plain, seed),
    ...listOperationProbes(plain, seed),
    ...listOddRequests(plain, seed),
    ...listNumberProbes(plain, seed),
    ...listStringProbes(true)(plain, seed).filter(({ kind }) => kind === 'open'),
  ]
  const isSmall = ({ change }: Probe): boolean =>
    stringifyExactJson(change(plain)?.body?.value ?? null).length <= usualBody
  return [
    ...probes.filter((one) => (one.kind === 'reject' || !isOfKey(one)) && isSmall(one)),
    ...listKeyProbes(plain, seed).filter((one) => one.kind === 'accept' && isNew(one)),
  ]
}

const addHeader =
  (name: string, value: string) =>
  (draft: Draft): Draft => ({
    ...draft,
    headers: { ...draft.headers, [name]: value },
  })

/** Lists what the mock knows besides, and what its options are about. */
function listOwn(contract: Contract, { operation, body }: Draft, seed: number): Case[] {
  const { effect, path, parameters } = operation
  const random = createRandom(seed)
  const owner = findOwner({ contract }, operation)
  const isCreated = effect.kind === 'replace' && effect.creates === true
  const name = owner && listNames(path)[owner.count - (isCreated ? 2 : 1)]
  const key = parameters.find((one) => one.in === 'path' && one.name === name)
  const etag = parameters.find((one) => /^if-match$/i.test(one.name))
  const hasObject = body?.media.kind === 'json' && isObject(body.value)
  const isOfClient = hasObject && effect.kind === 'create' && effect.resource.key.from === 'client'
  const toCase = (tried: string, change: Case['change'], more: Partial<Case> = {}): Case => ({
    operation,
    kind: 'open',
    tried,
    change,
    ...more,
  })
  const when = (condition: unknown, ...list: Case[]): Case[] => (condition ? list : [])
  const toUnknownRecord = (draft: Draft): Draft | undefined =>
    key && withParameter(draft, key, makeKey(key.schema, random))
  const valid = toCase(validTitle, (draft) => draft)
  const stored = toCase('a stored key', (draft) => draft, { option: 'onDuplicate' })
  const unknown = toCase('an unknown record', toUnknownRecord, { kind: 'reject' })
  return [
    valid,
    { ...valid, tried: 'another valid request' },
    ...when(key, { ...unknown, part: 'record' }, { ...unknown, tried: 'another unknown record' }),
    ...when(
      etag,
      toCase('another entity tag', (draft) => etag && withParameter(draft, etag, '"another"')),
    ),
    ...when(body, toCase('an unknown content coding', addHeader('content-encoding', 'x-unknown'))),
    ...when(isOfClient, stored, { ...stored, tried: 'another stored key' }),
    toCase('an unknown query parameter', (draft) => ({ ...draft, query: 'unknownParameter=1' }), {
      option: 'unknownParameters',
    }),
    ...when(
      hasObject,
      toCase(
        'an unknown property',
        (draft) =>
          draft.body && {
            ...draft,
            body: { ...draft.body, value: replaceAt(draft.body.value, ['unknownProperty'], 1) },
          },
        { option: 'unknownProperties' },
      ),
    ),
  ]
}

/** Makes the length of a body of JSON another one with white space. */
export const padBody = (draft: Draft, size: number): Draft => ({
  ...draft,
  bytes: String(draft.body?.media.write(draft.body.value).body).padEnd(size),
})

/** Lists bodies around the largest one of a mock. */
export const listSizes = (operation: Operation, maxBody: number): Case[] =>
  ['the largest body', 'a larger body'].flatMap((tried, more): Case[] => {
    const size = Math.min(maxBody, largestBody) + more
    const change = (draft: Draft): Draft => padBody(draft, size)
    return size > largestBody ? [] : [{ operation, kind: 'open', tried, change, option: 'maxBody' }]
  })

/** Makes requests with two mistakes each, which show what is checked first. */
function listPairs(cases: readonly Case[]): Case[] {
  // They are in an order in which one change keeps the other.
  const typical = cases.filter(({ part }) => part !== undefined)
  return typical.flatMap((one, index) =>
    typical.slice(index + 1).flatMap((other): Case[] => {
      if (one.part === other.part || (other.part === 'path' && one.part !== 'credentials')) return []
      const change = (draft: Draft): Draft | undefined => {
        const changed = one.change(draft)
        return changed && other.change(changed)
      }
      const { operation } = one
      const tried = `${one.tried}, ${other.tried}`
      return [{ operation, kind: 'reject', tried, change, option: 'order', pair: [one, other] }]
    }),
  )
}

/** What all cases are made for. */
interface Subject {
  contract: Contract
  /** A mock, which says what valid requests are. */
  side: Side
  credentials: Credentials
  maxBody: number
  seed: number
}

/** Lists all cases. */
export async function listCases({ contract, side, credentials, maxBody, seed }: Subject): Promise<Case[]> {
  const plains: Draft[] = []
  for (const operation of contract.operations) {
    const plain = credentials.isMissing(operation) ? undefined : await side.plan(operation, true)
    if (plain !== undefined) plains.push(plain.draft)
  }
  const ofJson = plains.find(
    ({ operation, body }) => operation.method === 'POST' && body?.media.kind === 'json',
  )
  const unknownPath = toUnknownPath(contract, seed)
  return plains.flatMap((plain, index) => {
    const { operation } = plain
    const isNewPath = plains.find((one) => one.operation.path === operation.path) === plain
    const path: Case = {
      operation,
      kind: 'reject',
      tried: 'an unknown path',
      part: 'path',
      change: (draft) => ({ ...draft, ...toUnknown(operation, unknownPath ?? '/'), body: undefined }),
    }
    const all: Case[] = [
      ...listOwn(contract, plain, seed),
      ...markParts(listProbes(contract, plain, credentials.of(operation), seed)),
      ...(isNewPath ? listUndocumentedMethods(contract, plain) : []),
      ...(index === 0 && unknownPath !== undefined ? [path] : []),
    ]
    return [
      ...all,
      // Others tell what varies from what doesn't.
      ...(index === 0 ? all.filter(({ kind }) => kind === 'reject').map((one) => ({ ...one })) : []),
      ...(plain === ofJson ? listSizes(operation, maxBody) : []),
      ...listPairs(all),
    ]
  })
}
