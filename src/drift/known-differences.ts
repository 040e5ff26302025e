import { type Exchange, joinPieces, readHeader, wasTaken } from '../http/exchange.ts'
import { applyBaseline } from '../reports/baseline.ts'
import type { Case } from '../reports/report.ts'
import type { LearnedDifference } from '../store/options.ts'
import type { Compared } from './compare-case.ts'
import { groupBy } from './group-by.ts'
import { cut } from './group-cases.ts'
import { hideMarks } from './marks.ts'
import { isRefused } from './read-answer.ts'
import { unifyTexts } from './varying.ts'

/** Headers that every request has. */
const usualHeaders: ReadonlySet<string> = new Set(['host', 'accept', 'user-agent', 'content-length'])

/** The most characters of a request or an answer. */
const maxLine = 160

const shorten = (text: string): string => (text.length > maxLine ? `${text.slice(0, maxLine)}…` : text)

const describeBody = (body: Buffer): string => body.subarray(0, 2 * maxLine).toString()

/** Writes a request in one line, with what is special about it. */
function describeRequest({ request }: Exchange): string {
  const { method, path, headers } = request
  const isUsual = (name: string, value: string, shell = ''): boolean =>
    usualHeaders.has(name.toLowerCase()) ||
    (name === 'Content-Type' && value === 'application/json') ||
    shell === 'Bearer $PLANT_STORE_TOKEN'
  const special = headers
    .filter(({ name, value, shell }) => !isUsual(name, value, shell))
    .map(({ name, value, shell }) => `${name}: ${shell ?? shorten(value)}`)
  const has = (name: string): boolean => headers.some((header) => header.name.toLowerCase() === name)
  const missing = ['Authorization', 'Content-Type']
    .filter((name) => !has(name.toLowerCase()))
    .map((name) => `no ${name}`)
  const target = new URL(path, 'http://service').pathname.replace(/^.*(?=\/[^/]*plants)/i, '')
  return [`${method} ${target}`, ...special, ...missing, describeBody(joinPieces(request))]
    .filter(Boolean)
    .join(' | ')
}

/** Writes an answer in one line. */
function describeAnswer({ request, outcome }: Exchange): string {
  if (outcome.kind !== 'answer') return 'no answer'
  const { answer } = outcome
  const type = readHeader(answer, 'content-type')
  const body = request.method === 'HEAD' ? '' : describeBody(answer.body)
  return [answer.status, type, body || '(no body)'].filter(Boolean).join(' ')
}

const patternAdvice =
  'if names or tags have a pattern, declare it in a file of limits, and learn again with --limits'

/** Returns whether the service refuses a text that the fake takes. */
const isStricter = (topic: string, tries: NonNullable<Compared['tries']>): boolean =>
  topic === 'Texts' && tries.every(({ real, ours }) => wasTaken(ours) && isRefused(real))

/** Lists the differences of cases as the configuration has them: each once, with an example and all its cases. */
export function toLearned(
  compared: readonly Compared[],
  mask: (text: string) => string,
): LearnedDifference[] {
  const shown = compared.flatMap(({ result, tries = [] }) =>
    result.findings.flatMap(({ kind, stable = '' }) =>
      result.status === 'failed' && kind === 'error' ? [{ result, tries, stable }] : [],
    ),
  )
  return groupBy(shown, ({ stable }) => stable).map((group): LearnedDifference => {
    const [{ result, tries, stable }] = group as [(typeof group)[number], ...typeof group]
    const describe = (toLine: (one: (typeof tries)[number]) => string): string =>
      shorten(mask(hideMarks(unifyTexts(tries.map(toLine)))))
    return {
      difference: stable,
      request: describe(({ real }) => describeRequest(real)),
      service: describe(({ real }) => describeAnswer(real)),
      fake: describe(({ ours }) => describeAnswer(ours)),
      ...(isStricter(result.group, tries) && { advice: patternAdvice }),
      cases: group.map((one) => one.result.title),
    }
  })
}

/** Makes the case of a difference that a service no longer shows. */
function toGone({ difference, cases = [] }: { difference?: string; cases?: readonly string[] }): Case {
  const problem = cut(`no longer different: ${difference}`)
  const [first = '', ...others] = cases
  const about = 'differences of the configuration'
  return {
    title: problem,
    origin: about,
    group: about,
    className: 'plant-store.diff',
    status: 'failed',
    word: 'no longer different',
    findings: [
      {
        kind: 'error',
        place: '/response',
        problem: `the service and the fake now answer alike: ${first}`,
        stable: problem,
        alike: others,
        exchanges: [],
      },
    ],
    hints: ['Remove the cases from differences in plant-store.yaml, or run plant-store learn again.'],
  }
}

/**
 * Judges cases with the differences that `learn` found: those are known, and one that is gone is a case of its own.
 *
 * @param isComplete whether cases that are missing don't exist
 */
export function applyLearned(
  cases: readonly Case[],
  learned: readonly LearnedDifference[],
  isComplete: boolean,
): Case[] {
  const baseline = learned.map((one) => ({ ...one, reason: 'known since learn' }))
  const judged = applyBaseline(cases, baseline, 'known to differ', isComplete)
  return [...judged.cases, ...judged.staleBaseline.map(toGone)]
}
