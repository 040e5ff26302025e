import { openAccess } from '../http/access.ts'
import { maskRequest } from '../http/create-mask.ts'
import { type Exchange, type HttpRequest, type Outcome, readText, toPath } from '../http/exchange.ts'
import { sleep } from '../http/limit-time.ts'
import { createSender } from '../http/sender.ts'
import { readBase } from '../http/service-options.ts'
import { createMock } from '../mock/create-mock.ts'
import { checkOptions } from '../options/option-table.ts'
import { type Case, listCases, nameOf, validTitle } from './cases.ts'
import {
  type Comparison,
  compareAll,
  type Found,
  isKnown,
  isSameDiffering,
  listGone,
  toDifferences,
  weigh,
} from './compare.ts'
import { type Draft, writeDraft } from './draft.ts'
import { suggest } from './follow.ts'
import {
  type Difference,
  type DiffOptions,
  type DiffReport,
  diffOptions,
  type FollowOptions,
} from './options.ts'
import { headlines, toCase, toCause, toGoneCase } from './report.ts'
import { createSide, isAccepted, type Seen, type Side } from './side.ts'

export type { Contract } from '../contract/contract.ts'
export { OptionsError } from '../options/options-error.ts'
export type { Difference, DiffOptions, DiffReport, FollowOptions } from './options.ts'

/** Writes a request for a service, with its secrets masked. */
function toRequest(
  draft: Draft,
  credentials: NonNullable<DiffOptions['credentials']>,
  base: URL,
): HttpRequest {
  const { method, path, headers, body } = writeDraft(draft, credentials)
  const bytes = Buffer.from(body as string)
  const hasLength = bytes.length > 0 || !/^(?:GET|HEAD|DELETE)$/.test(method)
  const length = hasLength ? { 'content-length': `${bytes.length}` } : {}
  const all = { host: base.host, 'user-agent': 'plant-store-diff', ...headers, ...length }
  const request: HttpRequest = {
    method,
    path: toPath(base, path),
    headers: Object.entries(all).map(([name, value]) => ({
      name: name.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase()),
      value,
    })),
    pieces: bytes.length === 0 ? [] : [bytes],
  }
  if (draft.credential !== undefined) return request
  const toVariable = (name: string): string => `$${name.replaceAll(/\W/g, '_').toUpperCase()}`
  const masked = maskRequest(request).headers.map(({ shell, ...header }) =>
    shell === undefined ? header : { ...header, shell: shell.replace(/^\*{3}$/, toVariable(header.name)) },
  )
  return { ...request, headers: masked }
}

function toSeen(draft: Draft, exchange: Exchange): Seen {
  const { outcome } = exchange
  if (outcome.kind !== 'answer') return { draft, status: 0, headers: {}, body: '', exchange }
  const headers: Record<string, string> = {}
  for (const [name, value] of outcome.answer.headers)
    headers[name] = name in headers ? `${headers[name]}, ${value}` : value
  return { draft, status: outcome.answer.status, headers, body: readText(outcome.answer), exchange }
}

/** Says whether a service isn't there. */
const isGone = (outcome: Outcome): outcome is Exclude<Outcome, { kind: 'answer' }> =>
  outcome.kind === 'unreachable' || outcome.kind === 'gone'

/** Finds the largest length or number that a service accepts, from one that it accepts to one that it doesn't. */
async function findLimit({ scale, option }: Case, side: Side): Promise<string | undefined> {
  if (scale === undefined) return undefined
  async function isTaken(size: bigint): Promise<boolean> {
    const seen = await scale?.run(side, size)
    // A key that is stored is a valid one.
    return seen !== undefined && (isAccepted(seen) || (seen.status === 409 && option !== 'maxBody'))
  }
  let { low, high } = scale
  if (!(await isTaken(low))) return undefined
  if (await isTaken(high)) return `${high}`
  while (high - low > 1n) {
    const middle = (low + high) / 2n
    if (await isTaken(middle)) low = middle
    else high = middle
  }
  return `${low}`
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
  const { requestLimit = 10_000, limit = 120_000 } = options
  const { differences = [], ...before } = given
  const [base, startedAt, start] = [readBase(url), new Date().toISOString(), performance.now()]
  const seed = `${startedAt} ${Math.random()}`
  const timeout = AbortSignal.timeout(limit)
  const signal = AbortSignal.any([timeout, ...(options.signal ? [options.signal] : [])])
  const cases = listCases(contract, credentials, before.maxBody ?? 2 ** 20)

  /** Sends cases to a new mock. */
  async function askMock(own: FollowOptions, some: readonly Case[] = cases): Promise<Map<Case, Seen>> {
    const { handle } = createMock({ contract, credentials, ...own, journal: 0, allowCallbacks: false })
    // Its responses to the same requests are the same in each run.
    const side = createSide(contract, 'mock', async (draft) => {
      const { status, headers, body, failure } = await handle(writeDraft(draft, credentials))
      const answer = {
        version: '1.1',
        status,
        headers: Object.entries(headers),
        body: Buffer.from(body as string),
      }
      const request = toRequest(draft, credentials, base)
      return { ...toSeen(draft, { request, outcome: { kind: 'answer', answer }, duration: 0 }), failure }
    })
    const results = new Map<Case, Seen>()
    for (const one of some) {
      const seen = await one.run(side)
      if (seen !== undefined) results.set(one, seen)
    }
    return results
  }
  const mock = await askMock(before)

  using sender = createSender({ base, requestLimit, concurrency, access: openAccess(options), signal })
  const openService = (name: string): Side =>
    createSide(contract, `${seed} ${name}`, async (draft) => {
      const request = toRequest(draft, credentials, base)
      const exchange = await sender.send(request)
      // The service may have closed an idle connection meanwhile.
      const isDropped = exchange.outcome.kind === 'dropped'
      return toSeen(draft, isDropped ? await sender.send(request, { fresh: true }) : exchange)
    })
  /** Sends cases to the service, a few at a time. */
  async function ask(some: readonly Case[], results: Map<Case, Seen>, side: Side): Promise<Map<Case, Seen>> {
    const waiting = some.values()
    const work = async (): Promise<void> => {
      for (const one of waiting) {
        const seen = signal.aborted ? undefined : await one.run(side)
        if (seen !== undefined) results.set(one, seen)
        options.onProgress?.({ done: results.size, total: cases.length, title: nameOf(one) })
      }
    }
    await Promise.all(Array.from({ length: concurrency }, work))
    return results
  }
  const finish = (parts: Pick<DiffReport, 'cases'> & Partial<DiffReport>, compared = 0): DiffReport => {
    const outcome = parts.unjudged ? 'unjudged' : parts.cases.length > 0 ? 'failed' : 'passed'
    const isExcused = outcome === 'passed' && differences.length > 0
    return {
      command: 'diff',
      subject: String(url),
      startedAt,
      duration: Math.round(performance.now() - start),
      outcome,
      headline: headlines[outcome] + (isExcused ? ', except for known differences' : ''),
      noun: 'difference',
      facts: [`${compared} responses compared`, `${sender.sent} requests sent`],
      notes: [],
      remarks: [],
      requests: sender.sent,
      options: given,
      ...parts,
    }
  }
  function findReason(seens: ReadonlyMap<Case, Seen>): DiffReport['unjudged'] | undefined {
    const away = [...seens.values()].map(({ exchange }) => exchange.outcome).find(isGone)
    const valid = [...seens].filter(
      ([{ title, operation }]) => title === validTitle && operation.security.length > 0,
    )
    if (timeout.aborted) return { kind: 'limit', message: `the run took longer than ${limit} ms` }
    if (signal.aborted) return { kind: 'stopped', message: 'the run was stopped' }
    if (away !== undefined) return { kind: 'unreachable', message: away.message }
    return valid.length > 0 && valid.every(([, { status }]) => status === 401 || status === 403)
      ? { kind: 'credentials', message: 'it rejects the credentials' }
      : undefined
  }

  // One request shows whether there is a service.
  const service = openService('first')
  const results = await ask(cases.slice(0, 1), new Map(), service)
  const isAway = (): boolean =>
    [...results.values()].some(
      ({ status, exchange }) => isGone(exchange.outcome) || [502, 503, 504].includes(status),
    )
  const isEarly = (): boolean => performance.now() - start < (options.wait ?? 0) && !signal.aborted
  while (isAway() && isEarly()) {
    await sleep(250, signal)
    await ask(cases.slice(0, 1), results, service)
  }
  if (!isAway()) await ask(cases.slice(1), results, service)
  const limits = new Map<Case, string>()
  const isOther = (one: Case): boolean => {
    const [theirs, ours] = [results.get(one), mock.get(one)]
    if (one.scale === undefined || theirs === undefined || ours === undefined || signal.aborted) return false
    return isAccepted(theirs) !== isAccepted(ours) && (isAccepted(ours) || one.option === 'maxBody')
  }
  for (const one of cases.filter(isOther)) {
    const limit = await findLimit(one, openService('limit'))
    if (limit === undefined) continue
    limits.set(one, limit)
    if (one.option !== 'maxBody') continue
    // The next run has bodies around this limit.
    const sized = listCases(contract, credentials, Number(limit)).filter(({ option }) => option === 'maxBody')
    for (const [key, seen] of await askMock(before, sized)) mock.set(key, seen)
    await ask(sized, results, service)
    cases.push(...sized)
  }
  const compare = (from: Map<Case, Seen>, to: Map<Case, Seen>): Comparison =>
    compareAll(cases, from, to, limits)
  const first = compare(results, mock)
  const news = first.found.filter((item) => !isKnown(item, differences))
  const gone = listGone(differences, first)
  // What another request doesn't show is no difference.
  const doubtful = [...new Set(news.map((item) => item.case))]
  const again = await ask(doubtful, new Map(results), openService('again'))
  const unjudged = findReason(again)
  const nothing = { kind: 'requests', message: 'no operation has credentials and records to ask with' }
  if (unjudged !== undefined || again.size === 0) return finish({ cases: [], unjudged: unjudged ?? nothing })
  const isIn =
    (all: readonly Found[]) =>
    (item: Found): boolean =>
      all.some((one) => one.case === item.case && one.at === item.at && isSameDiffering(one, item))
  const found = news.filter(isIn(compare(again, mock).found))
  const stale = listGone(gone, compare(again, mock))

  let follow: FollowOptions = before
  for (let rounds = found.length > 0 ? 2 : 0; rounds > 0; rounds--) {
    let ours = await askMock(follow)
    const suggestions = suggest(cases, compare(results, ours).found, ours, [results, again], limits)
    for (const { cases: some, toVariants } of suggestions)
      for (const variant of toVariants(follow)) {
        const next = new Map([...ours, ...(await askMock(variant, some))])
        const weighAll = (to: Map<Case, Seen>): number => weigh(compareAll(some, results, to, limits).found)
        if (weighAll(next) < weighAll(ours)) [follow, ours] = [variant, next]
      }
  }
  const isSilent = found.length === 0 && stale.length === 0
  let next = differences
  if (!isSilent) {
    const last = await askMock(follow)
    const all = compare(results, last)
    next = toDifferences({ ...all, found: all.found.filter(isIn(compare(again, last).found)) }, differences)
  }
  const followed = { ...follow, ...(next.length > 0 && { differences: next }) }
  const secrets = Object.values(credentials)
  const token = contract.securitySchemes.flatMap(({ name, challenge }) =>
    challenge === 'Bearer' ? (credentials[name] ?? []) : [],
  )[0]
  const show = { base, secrets, showToken, ...(token !== undefined && { token }) }
  const made = { show, mock, before, options: followed }
  const causes = [...new Set(found.map(toCause))].map((cause) =>
    found.filter((item) => toCause(item) === cause),
  )
  // What differs in another way now is no longer what it was.
  const isNoLonger = ({ differs }: Difference): boolean => !found.some((item) => item.differs === differs)
  const reported = [
    ...causes.map((items) => toCase(items, made)),
    ...stale.filter(isNoLonger).map(toGoneCase),
  ]
  const compared = [...results.keys()].filter((one) => mock.has(one)).length
  return finish({ cases: reported, options: followed }, compared)
}
