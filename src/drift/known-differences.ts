import { type Exchange, joinPieces, readHeader, readText, wasTaken } from '../http/exchange.ts'
import { applyBaseline } from '../reports/baseline.ts'
import type { Case } from '../reports/report.ts'
import type { LearnedDifference } from '../store/options.ts'
import type { Compared } from './compare-case.ts'
import { groupBy } from './group-by.ts'
import { cut } from './group-cases.ts'
import { hideMarks } from './marks.ts'
import { isRefused } from './read-answer.ts'
import { unifyTexts } from './varying.ts'

type Mask = (text: string) => string

/** Headers that every request has. */
const usualHeaders: ReadonlySet<string> = new Set(['host', 'accept', 'user-agent', 'content-length'])

/** The most characters of a request or an answer. */
const maxLine = 160

const shorten = (text: string): string => (text.length > maxLine ? `${text.slice(0, maxLine)}…` : text)

function describeBody(body: string, mask: Mask): string {
  const begin = body.slice(0, 2 * maxLine)
  // The bytes of a compressed body, or of UTF-16, vary with each id.
  return [...begin].some((letter) => letter < '\t') ? '(binary)' : mask(begin === body ? body : `${begin}…`)
}

/** Lists the parts of a request that are special about it. */
function describeRequest({ request }: Exchange, mask: Mask): string[] {
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
  return [
    `${method} ${target}`,
    ...special,
    ...missing,
    describeBody(joinPieces(request).toString(), mask),
  ].filter(Boolean)
}

/** Writes an answer in one line. */
function describeAnswer({ request, outcome }: Exchange, mask: Mask): string {
  if (outcome.kind !== 'answer') return 'no answer'
  const { answer } = outcome
  const type = readHeader(answer, 'content-type')
  const body = request.method === 'HEAD' ? '' : describeBody(readText(answer), mask)
  return [answer.status, type, body || '(no body)'].filter(Boolean).join(' ')
}

const patternAdvice =
  'if names or tags have a pattern, declare it in a file of limits, and learn again with --limits'

/** Returns whether the service refuses a text that the fake takes. */
const isStricter = ({ result, tries = [] }: Compared): boolean =>
  result.group === 'Texts' && tries.every(({ real, ours }) => wasTaken(ours) && isRefused(real))

/** What a service does, by whether the fake and the service accept a request. */
const ways = [
  ['refuses in another way', 'accepts what the fake refuses'],
  ['refuses what the fake accepts', 'answers with something else'],
] as const

/** The topics of what is checked before the body; all others are about the plant. */
const parts: readonly string[] = [
  'Order of checks',
  'HTTP',
  'Paths and methods',
  'Credentials',
  'Content types and other headers',
  'CORS',
]

/** Leaves out of a difference what varies with the request: what the fake answers, and which member of a list differs. */
const toGeneral = (stable: string): string =>
  stable
    .replace(/(?<= is …), and ".*$/s, ', and another text from the fake')
    .replace(/^.+ has other (?:values|members)$/, 'a member has another value')

/** Between the differences of a case. */
const separator = ' | '

/** Lists what differs in a case. */
const listStable = ({ result: { findings } }: Compared): string[] =>
  findings.flatMap(({ kind, stable = '' }) => (kind === 'error' ? [stable] : []))

const toKey = (one: Compared): string => [...new Set(listStable(one).map(toGeneral))].join(separator)

/**
 * Makes what names the cause of a difference: the check that decides otherwise, and how it does. What plants show, too, is
 * about plants.
 */
function createToCause(all: readonly Compared[]): (one: Compared) => string {
  const isOfPart = ({ result: { group } }: Compared): boolean => parts.includes(group)
  const ofPlants = new Set(all.filter((one) => !isOfPart(one)).flatMap(listStable))
  return (one) => {
    const { result, tries = [] } = one
    const [taken, takes] = (['ours', 'real'] as const).map((side) =>
      tries.every((each) => wasTaken(each[side])),
    )
    const isOwn = isOfPart(one) && !listStable(one).every((stable) => ofPlants.has(stable))
    return `${isOwn ? result.group : 'Plants'}: the service ${ways[Number(taken)]?.[Number(takes)]}`
  }
}

/** Lists the differences of cases as the configuration has them: those of one cause together, with an example. */
export function toLearned(compared: readonly Compared[], mask: Mask): Promise<LearnedDifference[]> {
  const failed = compared.filter(({ result }) => result.status === 'failed')
  const toCause = createToCause(failed)
  const toOne = async (group: readonly Compared[]): Promise<LearnedDifference> => {
    const [first] = group as [Compared, ...Compared[]]
    const { tries = [], again } = first
    // Two tries show what varies.
    const both = tries.length === 1 && again ? [...tries, await again()] : tries
    const describe = (
      toLines: (one: NonNullable<Compared['tries']>[number]) => readonly string[],
    ): string => {
      const [one = [], ...others] = both.map(toLines)
      const lines = one.map((line, index) => unifyTexts([line, ...others.map((other) => other[index] ?? '')]))
      return shorten(mask(hideMarks(lines.join(' | '))))
    }
    return {
      difference: toCause(first),
      request: describe(({ real }) => describeRequest(real, mask)),
      service: describe(({ real }) => [describeAnswer(real, mask)]),
      fake: describe(({ ours }) => [describeAnswer(ours, mask)]),
      ...(group.some(isStricter) && { advice: patternAdvice }),
      cases: Object.fromEntries(
        groupBy(group, toKey).map((same) => [
          toKey(same[0] as Compared),
          same.map(({ result }) => result.title),
        ]),
      ),
    }
  }
  return Promise.all(groupBy(failed, toCause).map(toOne))
}

/** Makes the case of a difference that a service no longer shows. */
function toGone(same: readonly { difference: string; title: string }[]): Case {
  const problem = cut(`no longer different: ${same[0]?.difference}`)
  const [first = '', ...others] = same.map(({ title }) => title)
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
        place: '/body/differences',
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
  const shown = new Map(cases.map((one) => [one.title, one.findings]))
  const toEntries = (differences: readonly string[], title: string) =>
    differences.flatMap((difference) => {
      const same = shown.get(title)?.filter(({ stable = '' }) => toGeneral(stable) === toGeneral(difference))
      const exact = same?.map(({ stable = '' }) => stable) ?? []
      return (exact.length === 0 ? [difference] : exact).map((one) => ({
        difference: one,
        cases: [title],
        reason: 'known since learn',
      }))
    })
  const baseline = learned.flatMap(({ difference, cases: known }) =>
    // Files of 2.0 have a list of titles for each exact difference.
    Object.entries<readonly string[]>(Array.isArray(known) ? { [difference]: known } : known).flatMap(
      ([key, titles]) => titles.flatMap((title) => toEntries(key.split(separator), title)),
    ),
  )
  const judged = applyBaseline(cases, baseline, 'known to differ', { isComplete })
  // A case that now differs in another way is reported for that.
  const failed = new Set(judged.cases.filter(({ status }) => status === 'failed').map(({ title }) => title))
  const gone = judged.staleBaseline.flatMap(({ difference, cases: titles }) =>
    titles.flatMap((title: string) => (failed.has(title) ? [] : [{ difference, title }])),
  )
  const groups = groupBy(gone, ({ difference }) => difference)
  return [...judged.cases, ...groups.map(toGone)]
}
