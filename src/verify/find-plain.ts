import type { Operation } from '../contract/contract.ts'
import { type Exchange, isSuccess, readStatus } from '../http/exchange.ts'
import type { Expectation } from '../judge/expectation.ts'
import { type Finding, toFinding } from '../judge/finding.ts'
import { isMoot } from '../judge/judge-exchange.ts'
import { toSmallest } from '../probes/operation.ts'
import type { Bench } from './bench.ts'
import { getBody, keepBody, listBodies, makeBodiesDiffer } from './bodies.ts'
import { createsByReplace, findPathOwner } from './find-operations.ts'
import { judgeEcho } from './judge-echo.ts'
import { findKeyed, makePlain } from './plain.ts'
import { keepSteps, listSteps } from './preparation.ts'
import { sendAndJudge } from './run-probe.ts'

/** Says why a run must not send an operation: it may change what others have created. */
function findDanger(bench: Bench, operation: Operation, isOwn: boolean | undefined): string | undefined {
  const { method, effect } = operation
  const { isSafe, named } = bench.options
  if (method === 'GET' || method === 'HEAD') return undefined
  if (isSafe) return 'with --safe, only GET and HEAD are sent'
  if (named.has(operation) || isOwn === true) return undefined
  const isNew = effect.kind === 'create' || createsByReplace(bench, operation)
  if (isOwn === undefined && (isNew || method === 'POST')) return undefined
  return isOwn === undefined
    ? `it changes what the run has not created; pass --operation ${operation.id} to send it`
    : `the run could create no record for it, and changes no other; pass --operation ${operation.id} to send it`
}

const toExpectation = (operation: Operation): Expectation => ({
  operation,
  kind: 'accept',
  rule: 'accepts-valid-request',
  place: operation.pointer,
  tried: 'a plain request',
})

/** Why a rejected plain request says nothing about the operation. */
function explainMoot({ base }: Bench, { path }: Operation, status: number): string {
  if (status === 401) return 'its plain request gets 401; pass its credentials with --token or --credential'
  if (status === 403) return 'its plain request gets 403, so the credentials may not do it'
  if (status === 404 && !path.includes('{'))
    return `its plain request gets 404; is ${base.href} the base address of the service?`
  if (status === 404 || status === 410) return `its plain request gets ${status}; name a record with --param`
  return `its plain request gets ${status}`
}

/** What another request may have taken is free with other strings, or at another time. */
const varieties = [
  { isVaried: false, isShifted: false },
  { isVaried: true, isShifted: false },
  { isVaried: true, isShifted: true },
]

/** Finds a plain request that an operation accepts. Without one, says why it isn't judged, or returns what is wrong. */
export async function findPlain(bench: Bench, operation: Operation): Promise<Finding[]> {
  const { coverage, credentials } = bench
  const leaveOut = (reason: string): Finding[] => {
    coverage.leaveOut(operation, reason)
    return []
  }
  if (credentials.isMissing(operation)) {
    const names = [...new Set(operation.security.flat().map(({ scheme }) => scheme.name))].join(', ')
    return leaveOut(`it needs credentials of ${names}; pass --token or --credential`)
  }
  const owner = findPathOwner(bench, operation)
  const record =
    owner === undefined
      ? await findKeyed(bench, operation)
      : createsByReplace(bench, operation)
        ? undefined
        : await bench.records.get(owner.resource)
  if (typeof record === 'string') return leaveOut(record)
  const danger = findDanger(bench, operation, record?.isOwn)
  if (danger !== undefined) return leaveOut(danger)
  const expectation = toExpectation(operation)
  const count = Math.max(1, listBodies(operation).length)
  if (operation.body?.isRequired === true && listBodies(operation).length === 0)
    return leaveOut('the description leads to no valid body')
  let first: Finding[] | undefined
  let last = 0
  let lastExchange: Exchange | undefined
  const { isReferringAnew } = getBody(bench, operation)
  for (const isSmall of [false, true])
    for (let index = 0; index < count; index++)
      for (const { isVaried, isShifted } of varieties) {
        keepBody(bench, operation, { index, isSmall, isVaried, isShifted, isReferringAnew })
        const draft = await makePlain(bench, operation, { isFresh: isFreshNeeded(operation) })
        if (typeof draft === 'string') return leaveOut(draft)
        if (isSmall && toSmallest({ ...draft, body: listBodies(operation)[index] }) === undefined) continue
        const { exchange, findings } = await sendAndJudge(bench, draft, expectation)
        const status = readStatus(exchange)
        if (status !== undefined && status < 400) {
          if (!isSuccess(status)) {
            const isDocumented = operation.responses.pick(status) !== undefined
            if (!isDocumented) coverage.leaveOut(operation, `its plain request is redirected with ${status}`)
            return findings
          }
          if (operation.effect.kind === 'create') await differIfNeeded(bench, operation)
          return [
            ...findings,
            ...(await judgeEcho(bench, draft, exchange, { ...expectation, operation, change: (one) => one })),
          ]
        }
        first ??= findings
        last = status ?? last
        lastExchange = exchange
        if (status !== 409) break
      }
  if (last === 409 && (await findSteps(bench, operation))) {
    const plain = await makePlain(bench, operation)
    if (typeof plain === 'object')
      return (await sendAndJudge(bench, plain, { ...expectation, kind: 'open' })).findings
  }
  // A key that nobody has used can't be taken.
  if (last === 409 && operation.effect.kind === 'create' && operation.effect.resource.key.from === 'client')
    first = [
      toFinding(
        {
          rule: expectation.rule,
          place: operation.pointer,
          message: 'a request with a new key gets 409',
          actual: '409',
        },
        {
          operation: operation.id,
          tried: expectation.tried,
          exchanges: lastExchange === undefined ? [] : [lastExchange],
        },
      ),
    ]
  const isUnjudged = first?.length === 0 && isMoot(last, { ...expectation, hasRecords: false })
  coverage.leaveOut(
    operation,
    isUnjudged ? explainMoot(bench, operation, last) : 'no plain request is accepted',
  )
  return first ?? []
}

/** How many operations are tried before another one, and how many before each of these. */
const maxSteps = 6

/**
 * Finds what has to be carried out on its record before an operation is accepted: a creation below the record, or an
 * action on it, which may need one itself.
 *
 * @param open the operations whose steps are looked for
 */
async function findSteps(
  bench: Bench,
  operation: Operation,
  open: readonly Operation[] = [],
): Promise<boolean> {
  const owner = findPathOwner(bench, operation)?.resource
  const isStep = (one: Operation): boolean =>
    one !== operation &&
    !open.includes(one) &&
    (one.effect.kind === 'create' || (one.effect.kind === 'none' && one.method === 'POST')) &&
    findPathOwner(bench, one)?.resource === owner
  const steps = owner === undefined ? [] : bench.contract.operations.filter(isStep)
  keepBody(bench, operation, { ...getBody(bench, operation), index: 0, isSmall: false, isShifted: false })
  const attempt = async (): Promise<'accepted' | 'rejected' | 'not made'> => {
    const plain = await makePlain(bench, operation)
    if (typeof plain === 'string') return 'not made'
    return isSuccess(readStatus(await bench.send(plain)) ?? 0) ? 'accepted' : 'rejected'
  }
  for (const step of steps.slice(0, maxSteps)) {
    keepSteps(bench, operation, [step])
    const outcome = await attempt()
    if (outcome === 'accepted') return true
    const needsSteps = outcome === 'not made' && open.length === 0 && listSteps(bench, step).length === 0
    if (needsSteps && (await findSteps(bench, step, [operation])) && (await attempt()) === 'accepted')
      return true
  }
  keepSteps(bench, operation, [])
  return false
}

const isFreshNeeded = ({ effect, method }: Operation): boolean =>
  effect.kind === 'remove' || effect.kind === 'replace' || (effect.kind === 'none' && method !== 'GET')

/** Makes creations differ if a second one is rejected. */
async function differIfNeeded(bench: Bench, operation: Operation): Promise<void> {
  while (!getBody(bench, operation).isReferringAnew) {
    const second = await makePlain(bench, operation, { isFresh: true })
    const status = typeof second === 'string' ? undefined : readStatus(await bench.send(second))
    if (status === undefined || ![400, 409, 422].includes(status)) return
    makeBodiesDiffer(bench, operation)
  }
}
