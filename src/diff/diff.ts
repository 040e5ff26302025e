import { openAccess } from '../http/access.ts'
import { joinPieces, toPath } from '../http/exchange.ts'
import { limitTime } from '../http/limit-time.ts'
import { createSender } from '../http/sender.ts'
import { readBase } from '../http/service-options.ts'
import { createTokenSource } from '../http/token-source.ts'
import { createMock } from '../mock/create-mock.ts'
import { checkOptions } from '../options/option-table.ts'
import { type Draft, writeDraft } from '../probes/draft.ts'
import { toSeed } from '../probes/random.ts'
import { createCredentials } from '../verify/credentials.ts'
import { findBase } from '../verify/find-base.ts'
import { waitForService } from '../verify/wait-for-service.ts'
import { type Case, nameOf, validTitle } from './case.ts'
import { listCases, listSizes } from './cases.ts'
import {
  type Comparison,
  compareAll,
  isKnown,
  keepSame,
  listGone,
  type Results,
  toDifferences,
} from './compare.ts'
import { follow } from './follow.ts'
import { findLimits } from './limits.ts'
import { type DiffOptions, type DiffReport, diffOptions, type FollowOptions } from './options.ts'
import { toCases } from './report.ts'
import { createSide, type Seen, type Side } from './side.ts'

export type { Contract } from '../contract/contract.ts'
export { OptionsError } from '../options/options-error.ts'
export type { Difference, DiffOptions, DiffReport, FollowOptions } from './options.ts'

/** The verdicts. */
const headlines: Readonly<Record<DiffReport['outcome'], string>> = {
  passed: 'The mock responds like the service',
  failed: 'The service and the mock differ',
  unjudged: "The service can't be compared",
}

/** Sends cases to the sides, of which each takes the next one. */
async function ask(
  cases: readonly Case[],
  sides: readonly Side[],
  onSeen: (one: Case) => void = () => {},
): Promise<Map<Case, Seen>> {
  const results = new Map<Case, Seen>()
  const waiting = cases.values()
  const work = async (side: Side): Promise<void> => {
    for (const one of waiting) {
      const seen = await side.ask(one)
      if (seen !== undefined) results.set(one, seen)
      onSeen(one)
    }
  }
  await Promise.all(sides.map(work))
  return results
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
  const { contract, mock: given = {}, credentials = {}, concurrency = 8, showToken = false } = options
  const { requestLimit = 10_000, limit = 120_000, signal: stopped, wait = 0 } = options
  const { differences = [], ...before } = given
  const createOwnMock = (own: FollowOptions) =>
    createMock({ contract, credentials, ...own, journal: 0, allowCallbacks: false })
  createOwnMock(before)
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
      facts: [`${sender.sent} requests sent`],
      notes: [],
      remarks: [],
      requests: sender.sent,
      options: given,
      cases,
      ...parts,
    }
  }
  const late = wait > 0 ? await waitForService(sender.base, { limit: wait, access, signal }) : undefined
  if (late !== undefined) return finish({ unjudged: { kind: late.kind, message: late.message } })
  const { base, first } = await findBase(sender, sender.base, contract)
  if (first.outcome.kind !== 'answer')
    return finish({ unjudged: { kind: 'unreachable', message: first.outcome.message } })

  const bearer = contract.securitySchemes.find(({ challenge }) => challenge === 'Bearer')?.name ?? ''
  const { [bearer]: token, ...others } = credentials
  const source = token === undefined ? undefined : await createTokenSource(token, signal)
  const identity = createCredentials(contract, source, others, undefined, signal)
  const write = (draft: Draft) =>
    writeDraft(draft, base, identity.write(draft.operation, draft.credentials ?? 'valid'), 'plant-store-diff')
  // The responses of a mock to the same requests are the same in each run.
  const openMock = (own: FollowOptions): Side => {
    const { handle } = createOwnMock(own)
    return createSide(contract, 'mock', async (draft) => {
      const request = write(draft)
      const { status, headers, body, failure } = await handle({
        method: request.method,
        path: request.path.slice(toPath(base, '').length),
        headers: Object.fromEntries(request.headers.map(({ name, value }) => [name.toLowerCase(), value])),
        body: joinPieces(request),
      })
      const answer = {
        version: '1.1',
        status,
        headers: Object.entries(headers),
        body: Buffer.from(body as string),
      }
      return { request, outcome: { kind: 'answer', answer }, duration: 0, failure }
    })
  }
  let opened = 0
  const openService = (): Side =>
    createSide(contract, `${startedAt} ${Math.random()} ${opened++}`, async (draft) => {
      const exchange = await sender.send(write(draft))
      // The service may have closed an idle connection meanwhile.
      return exchange.outcome.kind === 'dropped' ? sender.send(exchange.request, { fresh: true }) : exchange
    })
  const askMock = (own: FollowOptions, some: readonly Case[] = cases): Promise<Map<Case, Seen>> =>
    ask(some, [openMock(own)])
  let done = 0
  const onSeen = (one: Case): void =>
    options.onProgress?.({ done: ++done, total: Math.max(done, cases.length), title: nameOf(one) })
  const askService = (some: readonly Case[]): Promise<Map<Case, Seen>> =>
    ask(some, Array.from({ length: concurrency }, openService), onSeen)

  const cases = await listCases({
    contract,
    side: openMock(before),
    credentials: identity,
    maxBody: before.maxBody ?? 2 ** 20,
    seed: toSeed(`${startedAt} ${Math.random()}`),
  })
  const [mock, service] = [await askMock(before), await askService(cases)]
  const limits = await findLimits(cases, service, mock, openService())
  const [[limited, size] = []] = [...limits].filter(([{ option }]) => option === 'maxBody')
  if (limited !== undefined) {
    // The next run has bodies around this limit.
    const sized = listSizes(limited.operation, Number(size))
    cases.push(...sized)
    for (const [one, seen] of await askMock(before, sized)) mock.set(one, seen)
    for (const [one, seen] of await askService(sized)) service.set(one, seen)
  }
  const compare = (from: Results, to: Results): Comparison => compareAll(cases, from, to, limits)
  const all = compare(service, mock)
  const news = all.found.filter((item) => !isKnown(item, differences))
  // What another request doesn't show is no difference.
  const again = new Map([...service, ...(await askService([...new Set(news.map((item) => item.case))]))])
  const found = keepSame(news, compare(again, mock))
  const gone = listGone(listGone(differences, all), compare(again, mock))
  const unjudged = findReason(again, signal, limit)
  if (unjudged !== undefined) return finish({ unjudged })
  const facts = [
    `${[...service.keys()].filter((one) => mock.has(one)).length} responses compared`,
    `${sender.sent} requests sent`,
  ]
  if (found.length + gone.length === 0) return finish({ facts })
  const next = found.length === 0 ? before : await follow(before, { cases, service, again, limits, askMock })
  const last = await askMock(next)
  const left = compare(service, last)
  const known = toDifferences({ ...left, found: keepSame(left.found, compare(again, last)) }, differences)
  const followed = { ...next, ...(known.length > 0 && { differences: known }) }
  const show = { base, secrets: identity.secrets(), showToken, variables: identity.variables() }
  return finish({
    cases: toCases(found, gone, { show, service, mock, before, options: followed }),
    options: followed,
    facts,
  })
}
