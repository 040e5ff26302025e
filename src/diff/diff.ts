import { openAccess } from '../http/access.ts'
import { limitTime } from '../http/limit-time.ts'
import { createSender } from '../http/sender.ts'
import { readBase } from '../http/service-options.ts'
import { createTokenSource } from '../http/token-source.ts'
import { checkOptions } from '../options/option-table.ts'
import { toSeed } from '../probes/random.ts'
import { type Credentials, createCredentials } from '../verify/credentials.ts'
import { findBase } from '../verify/find-base.ts'
import { waitForService } from '../verify/wait-for-service.ts'
import { type DiffCase, validTitle } from './case.ts'
import { listCases } from './cases.ts'
import {
  compareAll,
  includesDifference,
  isSeen,
  keepSame,
  listGone,
  type OperationDifference,
  splitByOperation,
  toDifferences,
} from './compare.ts'
import { type FollowInput, follow } from './follow.ts'
import { addLimits, listSizeCases } from './limits.ts'
import {
  type DiffOptions,
  type DiffReport,
  defaultConcurrency,
  diffOptions,
  type FollowOptions,
} from './options.ts'
import { toCases } from './report.ts'
import type { Results } from './side.ts'
import { createOwnMock, createSides, type Sides } from './sides.ts'

export type { Contract } from '../contract/contract.ts'
export { OptionsError } from '../options/options-error.ts'
export type { Difference, DiffOptions, DiffReport, FollowOptions } from './options.ts'

const headlines: Readonly<Record<DiffReport['outcome'], string>> = {
  passed: 'The mock responds like the service',
  failed: 'The service and the mock differ',
  unjudged: "The service can't be compared",
}

/** Says why the responses of a service can't be compared. */
function findReason(service: Results, signal: AbortSignal, limit: number): DiffReport['unjudged'] {
  const isLimited = signal.reason instanceof DOMException && signal.reason.name === 'TimeoutError'
  if (isLimited) return { kind: 'limit', message: `the run took longer than ${limit} ms` }
  if (signal.aborted) return { kind: 'stopped', message: 'the run was stopped' }
  if (service.size === 0)
    return { kind: 'requests', message: 'no operation has credentials and records to ask with' }
  for (const { exchange } of service.values())
    if (exchange.outcome.kind === 'unreachable' || exchange.outcome.kind === 'gone')
      return { kind: 'unreachable', message: exchange.outcome.message }
  const valid = [...service].filter(
    ([{ tried, operation }]) => tried === validTitle && operation.security.length > 0,
  )
  return valid.length > 0 && valid.every(([, { status }]) => status === 401 || status === 403)
    ? { kind: 'credentials', message: 'it rejects the credentials' }
    : undefined
}

interface BothResults {
  cases: readonly DiffCase[]
  service: Results
  mock: Results
}

/** Sends cases to both sides, and bodies around the largest one of the service, which the next run sends. */
async function askBothSides(
  listed: readonly DiffCase[],
  before: FollowOptions,
  sides: Sides,
): Promise<BothResults> {
  const [mock, first] = [await sides.askMock(before, listed), await sides.askService(listed)]
  const service = await addLimits(first, mock, sides.openService())
  const [largest] = [...service].filter(
    ([{ option }, { limit }]) => option === 'maxBody' && limit !== undefined,
  )
  const sized = largest === undefined ? [] : listSizeCases(largest[0].operation, Number(largest[1].limit))
  return {
    cases: [...listed, ...sized],
    service: new Map([...service, ...(await sides.askService(sized))]),
    mock: new Map([...mock, ...(await sides.askMock(before, sized))]),
  }
}

async function askAgain(cases: Iterable<DiffCase>, service: Results, sides: Sides): Promise<Results> {
  const again = new Map(service)
  for (const [one, seen] of await sides.askService([...cases]))
    again.set(one, { ...seen, limit: service.get(one)?.limit })
  return again
}

/** Makes what a mock with other options differs in into known differences. */
async function findOptions(
  before: FollowOptions,
  following: FollowInput,
  known: readonly OperationDifference[],
): Promise<FollowOptions> {
  const { cases, service, again, askMock } = following
  const options = await follow(before, following)
  const mock = await askMock(options, cases)
  const left = compareAll(cases, service, mock)
  const items = [
    ...known.filter((item) => !isSeen(left, item)),
    ...keepSame(left.found, compareAll(cases, again, mock)),
  ]
  return { ...options, ...(items.length > 0 && { differences: toDifferences(items) }) }
}

/** Makes the credentials of the requests; the token is that of the first bearer scheme. */
async function createIdentity(
  { contract, credentials = {} }: DiffOptions,
  signal: AbortSignal,
): Promise<Credentials> {
  const bearer = contract.securitySchemes.find(({ challenge }) => challenge === 'Bearer')?.name ?? ''
  const { [bearer]: token, ...others } = credentials
  const source = token === undefined ? undefined : await createTokenSource(token, signal)
  return createCredentials(contract, source, others, undefined, signal)
}

/**
 * Sends the same requests to a service and to a mock of its description, and compares the responses. It creates records,
 * and changes and removes no others. The report has the options with which the mock follows the service.
 *
 * @example
 * const report = await diff('https://staging.example', { contract, credentials: { bearerAuth: 'local-token' } })
 *
 * @throws {OptionsError} if an option has a wrong value
 */
export async function diff(url: string | URL, options: DiffOptions): Promise<DiffReport> {
  checkOptions(options, diffOptions)
  const { contract, mock: given = {}, concurrency = defaultConcurrency, showToken = false } = options
  const { requestLimit = 10_000, limit = 120_000, signal: stopped, wait = 0 } = options
  const { differences = [], ...before } = given
  // A wrong option throws before the service gets a request.
  createOwnMock(options, before)
  const [startedAt, start] = [new Date().toISOString(), performance.now()]
  const signal = limitTime(limit, ...(stopped ? [stopped] : []))
  const access = openAccess(options)
  using sender = createSender({ base: readBase(url), requestLimit, concurrency, access, signal })
  const finish = (parts: Partial<DiffReport>): DiffReport => {
    const { cases = [], unjudged } = parts
    const outcome = unjudged ? 'unjudged' : cases.length > 0 ? 'failed' : 'passed'
    const isExcused = outcome === 'passed' && differences.length > 0
    return {
      command: 'diff',
      subject: String(url),
      startedAt,
      duration: Math.round(performance.now() - start),
      outcome,
      headline: headlines[outcome] + (isExcused ? ', except for known differences' : ''),
      noun: 'difference',
      notes: [],
      remarks: [],
      requests: sender.sent,
      options: given,
      cases,
      ...parts,
      facts: [...(parts.facts ?? []), `${sender.sent} requests sent`],
    }
  }
  const late = wait > 0 ? await waitForService(sender.base, { limit: wait, access, signal }) : undefined
  if (late !== undefined) return finish({ unjudged: { kind: late.kind, message: late.message } })
  const { base, first } = await findBase(sender, sender.base, contract)
  if (first.outcome.kind !== 'answer')
    return finish({ unjudged: { kind: 'unreachable', message: first.outcome.message } })
  const identity = await createIdentity(options, signal)
  const seed = `${startedAt} ${Math.random()}`
  const sides = createSides(options, { base, sender, identity, seed })

  const listed = await listCases({
    contract,
    side: sides.openMock(before),
    credentials: identity,
    maxBody: before.maxBody ?? 2 ** 20,
    seed: toSeed(seed),
  })
  const { cases, service, mock } = await askBothSides(listed, before, sides)
  const known = splitByOperation(differences)
  const once = compareAll(cases, service, mock)
  const news = once.found.filter((item) => !includesDifference(known, item))
  // What another request doesn't show is no difference.
  const again = await askAgain(new Set(news.map((item) => item.case)), service, sides)
  const twice = compareAll(cases, again, mock)
  const found = keepSame(news, twice)
  const gone = listGone(listGone(known, once), twice)
  const unjudged = findReason(again, signal, limit)
  if (unjudged !== undefined) return finish({ unjudged })
  const facts = [`${once.compared.length} responses compared`]
  if (found.length + gone.length === 0) return finish({ facts })
  const followed = await findOptions(before, { cases, service, again, askMock: sides.askMock }, known)
  const show = { base, secrets: identity.secrets(), showToken, variables: identity.variables() }
  return finish({
    cases: toCases(found, gone, { show, service, mock, before, options: followed }),
    options: followed,
    facts,
  })
}
