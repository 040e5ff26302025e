import { stringifyExactJson } from '../json/exact-json.ts'
import { isSame } from '../json/is-same.ts'
import { type Case, showFinding } from '../reports/report.ts'
import type { ShowOptions } from '../reports/show.ts'
import { nameCase } from './case.ts'
import { type FoundDifference, type OperationDifference, toDifferences } from './compare.ts'
import type { Difference, FollowOptions } from './options.ts'
import type { Results } from './side.ts'

interface ReportContext {
  show: ShowOptions
  service: Results
  /** What the mock responded before it followed. */
  mock: Results
  before: FollowOptions
  options: FollowOptions
}

function toCause({ at, differs, service, mock, case: one }: FoundDifference): string {
  const failure = at.slice(one.operation.id.length + 1)
  if (one.option !== undefined && /^(?:response|limit|order)/.test(differs)) return one.option
  if (differs === 'status') return `${differs} ${service} ${mock} ${failure || one.operation.effect.kind}`
  if (/^(?:response|limit)/.test(differs))
    return failure || (one.path === undefined ? differs : `values of ${one.path.at(-1)}`)
  if (differs.startsWith('body') && failure !== '') return 'body of errors'
  // The same property may be in several places, such as a record and a list of records.
  return [differs.split(' ')[0], differs.split('/').at(-1), service, mock].join(' ')
}

function toProblem({ differs, service, mock }: Omit<Difference, 'at'>): string {
  if (mock === 'rejected') return 'the service accepts it, and the mock rejects it'
  if (mock === 'accepted') return 'the service rejects it, and the mock accepts it'
  return `${differs} is ${service}, and ${mock} from the mock`
}

/** Lists the lines of the configuration with which the mock follows. */
function listLines(items: readonly FoundDifference[], { before, options }: ReportContext): string[] {
  const { responses, respond, differences: _, ...others } = options
  const isOf = (name: string): boolean =>
    items.some(({ at, case: one }) => one.option === name || at === name || at.endsWith(` ${name}`))
  const listChanged = (after: object | undefined, old: object | undefined): [string, unknown][] =>
    Object.entries(Object(after)).filter(([name, value]) => isOf(name) && !isSame(value, Object(old)[name]))
  const toRows = (table: string, rows: [string, unknown][]): object[] =>
    rows.map(([name, value]) => ({ [table]: { [name]: value } }))
  return [
    ...listChanged(others, before).map(([name, value]) => ({ [name]: value })),
    ...toRows('responses', listChanged(Object(responses), Object(before.responses))),
    ...toRows('respond', listChanged(respond, before.respond)),
  ].map((row) => stringifyExactJson(row).slice(1, -1))
}

/** The most differences, and lines of a configuration, that a finding shows. */
const maxProblems = 8
const maxLines = 4

const common = {
  origin: 'the service, then the mock',
  className: 'plant-store.diff',
  status: 'failed',
} as const

const toPlace = (differs: string): string =>
  `/response/${differs.replace(/^header /, 'headers/').replaceAll(/ \/?/g, '/')}`

function toFoundCase(items: readonly FoundDifference[], comparing: ReportContext): Case {
  const [first] = items as [FoundDifference, ...FoundDifference[]]
  const { show, service, mock, options } = comparing
  const [tried, ...alike] = new Set(items.map((item) => nameCase(item.case)))
  const lines = listLines(items, comparing)
  const isLeft = options.differences?.some(({ differs, at }) =>
    items.some((item) => differs === item.differs && at.includes(item.at)),
  )
  const finding = showFinding(
    {
      kind: 'error',
      place: toPlace(first.differs),
      problem: [...new Set(items.map(toProblem))].slice(0, maxProblems).join('; '),
      expected: first.mock,
      actual: first.service,
      tried: `${tried}`,
      ...(alike.length > 0 && { alike }),
      exchanges: [service, mock].flatMap((results) => results.get(first.case)?.exchange ?? []),
    },
    show,
  )
  // Only the service has an address.
  for (const { request } of finding.exchanges.slice(1)) request.curl = ''
  return {
    ...common,
    title: `${first.at}: ${first.differs}`,
    group: first.at,
    word: 'found',
    findings: [finding],
    hints: [
      ...lines.slice(0, maxLines).map((line) => `In plant-store.yaml: ${line}`),
      ...(lines.length > maxLines ? [`--write FILE writes ${lines.length - maxLines} more lines.`] : []),
      ...(isLeft ? ['The mock has no option for it; --write FILE adds it to differences.'] : []),
    ],
  }
}

function toGoneCase({ at: [tried = '', ...alike], ...entry }: Difference): Case {
  const [place, problem] = [toPlace(entry.differs), `until now, ${toProblem(entry)}`]
  return {
    ...common,
    title: `${tried}: ${entry.differs} no longer differs`,
    group: tried,
    word: 'gone',
    findings: [{ kind: 'error', place, problem, tried, alike, exchanges: [] }],
    hints: ['--write FILE removes it from differences.'],
  }
}

/** Makes a case of each cause, and of each known difference that is gone, unless it differs in another way now. */
export function toCases(
  found: readonly FoundDifference[],
  gone: readonly OperationDifference[],
  comparing: ReportContext,
): Case[] {
  const causes = [...new Set(found.map(toCause))].map((cause) =>
    found.filter((item) => toCause(item) === cause),
  )
  const isOther = ({ differs }: OperationDifference): boolean =>
    found.some((item) => item.differs === differs)
  return [
    ...causes.map((items) => toFoundCase(items, comparing)),
    ...toDifferences(gone.filter((item) => !isOther(item))).map(toGoneCase),
  ]
}
