import { stringifyExactJson } from '../json/exact-json.ts'
import type { RowLesson } from './decide-row.ts'

/** What each row of the table of answers says. */
type Rows = readonly (readonly [row: string, lessons: readonly RowLesson[]])[]

const read = (lessons: readonly RowLesson[], part: RowLesson['name']): unknown =>
  lessons.find(({ name }) => name === part)?.value

/** Keeps the entries of a value that fit. */
const pick = (value: object, fits: (entry: [name: string, value: unknown]) => boolean): object =>
  Object.fromEntries(Object.entries(value).filter(fits))

/** Statuses that have headers unless a row says that they don't. */
const withHeaders: readonly unknown[] = [401, 405, 415]

/** Puts the members and headers that all rows share into a row of their own, `refused`. Rows with a body of their own keep theirs. */
export function shareRows(rows: Rows, toStatus: (row: string) => number): Rows {
  const errors = rows.filter(([, lessons]) => !lessons.some(({ name }) => name === 'body'))
  const share = (part: 'members' | 'headers'): object => {
    const [first = {}, ...others] = errors.map(([, lessons]) => (read(lessons, part) ?? {}) as object)
    const isShared = ([name, value]: [string, unknown]): boolean =>
      others.every(
        (other) => stringifyExactJson((other as Record<string, unknown>)[name]) === stringifyExactJson(value),
      )
    return others.length === 0 ? {} : pick(first, isShared)
  }
  const shared = { members: share('members'), headers: share('headers') }
  const refused = (['members', 'headers'] as const).flatMap((name): RowLesson[] =>
    Object.keys(shared[name]).length === 0 ? [] : [{ name, value: shared[name], by: 'each refusal' }],
  )
  const reduce = (row: string, lesson: RowLesson): RowLesson[] => {
    const { name, value } = lesson
    if (name !== 'members' && name !== 'headers') return [lesson]
    const own = pick((value ?? {}) as object, ([key]) => !(key in shared[name]))
    const isNeeded = name === 'headers' && withHeaders.includes(toStatus(row))
    return Object.keys(own).length === 0 && !isNeeded ? [] : [{ ...lesson, value: own }]
  }
  if (refused.length === 0) return rows
  return [
    ['refused', refused],
    ...rows.map(
      ([row, lessons]) =>
        [
          row,
          errors.some(([name]) => name === row) ? lessons.flatMap((lesson) => reduce(row, lesson)) : lessons,
        ] as const,
    ),
  ]
}
