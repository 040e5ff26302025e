import { stringifyExactJson } from '../json/exact-json.ts'
import type { RowLesson } from './decide-row.ts'
import { findLargest } from './group-by.ts'

/** What each row of the table of answers says. */
type Rows = readonly (readonly [row: string, lessons: readonly RowLesson[]])[]

const read = (lessons: readonly RowLesson[], part: RowLesson['name']): unknown =>
  lessons.find(({ name }) => name === part)?.value

/** Keeps the entries of a value that fit. */
const pick = (value: object, fits: (entry: [name: string, value: unknown]) => boolean): object =>
  Object.fromEntries(Object.entries(value).filter(fits))

/** Finds the headers that most rows have. */
function findFrequent(rows: Rows): object {
  const all = rows.map(([, lessons]) => (read(lessons, 'headers') ?? {}) as object)
  const most = findLargest(all, stringifyExactJson)
  return most.length > 1 ? (most[0] as object) : {}
}

/**
 * Puts the members and headers that all rows with an Error share into a row of their own, `refused`, and headers that rows
 * with a body of their own share.
 *
 * @param toRequired says which headers a row has if it sets none
 */
export function shareRows(rows: Rows, toRequired: (row: string) => object): Rows {
  const errors = rows.filter(([, lessons]) => !lessons.some(({ name }) => name === 'body'))
  const share = (part: 'members' | 'headers'): object => {
    const own = errors.map(([, lessons]) => (read(lessons, part) ?? {}) as Record<string, unknown>)
    const frequent = part === 'headers' ? findFrequent(rows) : {}
    return pick((own.length > 1 && own[0]) || frequent, ([name, value]) =>
      own.every((one) => stringifyExactJson(one[name]) === stringifyExactJson(value)),
    )
  }
  const shared = { members: share('members'), headers: share('headers') }
  const refused = (['members', 'headers'] as const).flatMap((name): RowLesson[] =>
    Object.keys(shared[name]).length === 0 ? [] : [{ name, value: shared[name], by: 'each refusal' }],
  )
  const isWhole = (row: string): boolean => !errors.some(([other]) => other === row)
  const reduce = (row: string, lesson: RowLesson): RowLesson[] => {
    const { name, value } = lesson
    if (name !== 'members' && name !== 'headers') return [lesson]
    const isNeeded = name === 'headers' && Object.keys(toRequired(row)).length > 0
    const isShared = stringifyExactJson(value) === stringifyExactJson(shared[name])
    // Headers of a row with a body of its own take the place of all others.
    if (isWhole(row) && (isNeeded || !isShared)) return [lesson]
    const own = pick((value ?? {}) as object, ([key]) => !(key in shared[name]))
    return Object.keys(own).length === 0 && !isNeeded ? [] : [{ ...lesson, value: own }]
  }
  if (refused.length === 0) return rows
  // A row with a body of its own has the shared headers unless it says others.
  const isBare = (lessons: readonly RowLesson[]): boolean =>
    Object.keys(shared.headers).length > 0 && read(lessons, 'headers') === undefined
  const complete = (row: string, lessons: readonly RowLesson[]): readonly RowLesson[] =>
    isWhole(row) && isBare(lessons)
      ? [...lessons, { name: 'headers', value: toRequired(row), by: `${lessons[0]?.by}` }]
      : lessons
  return [
    ['refused', refused],
    ...rows.map(
      ([row, lessons]) => [row, complete(row, lessons).flatMap((lesson) => reduce(row, lesson))] as const,
    ),
  ]
}
