import { stringifyExactJson } from '../json/exact-json.ts'
import { isSame } from '../json/is-same.ts'
import { type Case, showFinding } from '../reports/report.ts'
import { type ShowOptions, showExchange } from '../reports/show.ts'
import { nameOf } from './case.ts'
import type { Found, Results } from './compare.ts'
import type { Difference, DiffReport, FollowOptions } from './options.ts'

/** What findings are made with. */
interface Finding {
  show: ShowOptions
  /** What the mock responded before it followed. */
  mock: Results
  before: FollowOptions
  options: FollowOptions
}

/** Returns what differences with the same cause have in common. */
function toCause({ at, differs, service, mock, case: one }: Found): string {
  const failure = at.slice(one.operation.id.length + 1)
  if (one.option !== undefined && /^(?:response|limit|order)/.test(differs)) return one.option
  if (differs === 'status') return `${differs} ${service} ${mock} ${failure || one.operation.effect.kind}`
  if (differs.startsWith('response to')) return failure || differs
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
function listLines(items: readonly Found[], { before, options }: Finding): string[] {
  const names = ['order', 'onDuplicate', 'unknownProperties', 'unknownParameters', 'maxBody'] as const
  const changed = names.filter(
    (name) => !isSame(options[name], before[name]) && items.some((item) => item.case.option === name),
  )
  const rows = (['responses', 'respond'] as const).flatMap((name) =>
    Object.entries(Object(options[name])).flatMap(([row, value]) => {
      const isAbout = items.some(({ at }) => at === row || at.endsWith(` ${row}`))
      return isAbout && !isSame(value, Object(before[name])[row]) ? [{ [name]: { [row]: value } }] : []
    }),
  )
  return [...changed.map((name) => ({ [name]: options[name] })), ...rows].map((row) =>
    stringifyExactJson(row).slice(1, -1),
  )
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
  `/response/${differs
    .replace(/^header /, 'headers/')
    .replace(/^(?:body|value of) \//, 'body/')
    .replaceAll(' ', '-')}`

/** Makes the case of a report that shows the differences of one cause. */
function toCase(items: readonly Found[], made: Finding): Case {
  const [first] = items as [Found, ...Found[]]
  const others = [...new Set(items.map((item) => nameOf(item.case)))].slice(1)
  const lines = listLines(items, made)
  const isLeft = made.options.differences?.some((entry) =>
    items.some((item) => entry.differs === item.differs && entry.at.includes(item.at)),
  )
  const finding = showFinding(
    {
      kind: 'error',
      place: toPlace(first.differs),
      problem: [...new Set(items.map(toProblem))].slice(0, maxProblems).join('; '),
      expected: first.mock,
      actual: first.service,
      tried: nameOf(first.case),
      ...(others.length > 0 && { alike: others }),
      exchanges: [],
    },
    made.show,
  )
  const ours = made.mock.get(first.case)
  const exchanges = [first.seen, ...(ours ? [ours] : [])].map(({ exchange }) =>
    showExchange(exchange, made.show),
  )
  for (const { request } of exchanges.slice(1)) request.curl = ''
  return {
    ...common,
    title: `${first.at}: ${first.differs}`,
    group: first.at,
    word: 'found',
    findings: [{ ...finding, exchanges }],
    hints: [
      ...lines.slice(0, maxLines).map((line) => `In plant-store.yaml: ${line}`),
      ...(lines.length > maxLines ? [`--write FILE writes ${lines.length - maxLines} more lines.`] : []),
      ...(isLeft ? ['The mock has no option for it; --write FILE adds it to differences.'] : []),
    ],
  }
}

/** Makes the case of a known difference that is gone. */
const toGoneCase = ({ at, ...entry }: Difference): Case => ({
  ...common,
  title: `${at[0]}: ${entry.differs} no longer differs`,
  group: at[0] ?? '',
  word: 'gone',
  findings: [
    {
      kind: 'error',
      place: toPlace(entry.differs),
      problem: `until now, ${toProblem(entry)}`,
      tried: at[0] ?? '',
      alike: at.slice(1),
      exchanges: [],
    },
  ],
  hints: ['--write FILE removes it from differences.'],
})

/** Makes a case of each cause, and of each known difference that is gone, unless it differs in another way now. */
export function toCases(found: readonly Found[], gone: readonly Difference[], made: Finding): Case[] {
  const causes = [...new Set(found.map(toCause))].map((cause) =>
    found.filter((item) => toCause(item) === cause),
  )
  const isNoLonger = ({ differs }: Difference): boolean => !found.some((item) => item.differs === differs)
  return [...causes.map((items) => toCase(items, made)), ...gone.filter(isNoLonger).map(toGoneCase)]
}

/** The verdicts. */
export const headlines: Readonly<Record<DiffReport['outcome'], string>> = {
  passed: 'The mock responds like the service',
  failed: 'The service and the mock differ',
  unjudged: "The service can't be compared",
}
