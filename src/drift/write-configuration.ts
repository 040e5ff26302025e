import { maskTexts } from '../http/create-mask.ts'
import { tame, tameJson } from '../http/tame.ts'
import { stringifyExactJson } from '../json/exact-json.ts'
import type { LearnedDifference } from '../store/options.ts'
import { groupBy } from './group-by.ts'

/** A learned value, its place in the configuration, and the request that showed it. Without a value, it is a remark. */
export interface Lesson {
  path: readonly string[]
  value?: unknown
  by: string
}

/** Masks what a lesson repeats of an answer. All else are words and numbers of the kit, which may contain a secret by chance. */
export function maskLesson(lesson: Lesson, mask: (text: string) => string): Lesson {
  const [option = '', row = '', part, ...members] = lesson.path
  if (option !== 'answers' || part === undefined) return lesson
  const value = maskTexts(lesson.value, mask, part === 'headers' ? undefined : mask)
  return { ...lesson, path: [option, row, part, ...members.map(mask)], value }
}

/** Puts each learned value into its place in the configuration. */
export function toOptions(lessons: readonly Lesson[]): Record<string, unknown> {
  const options: Record<string, unknown> = {}
  for (const { path, value } of lessons) {
    if (value === undefined) continue
    let into = options
    for (const [depth, name] of path.entries()) {
      const known = Object.hasOwn(into, name) ? into[name] : {}
      const inner = depth === path.length - 1 ? value : known
      // A service may name a member __proto__.
      Object.defineProperty(into, name, {
        value: inner,
        configurable: true,
        enumerable: true,
        writable: true,
      })
      into = inner as Record<string, unknown>
    }
  }
  return options
}

const toComment = (text: string): string =>
  `# ${tame(text.replaceAll(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\ufeff\ufffe\uffff]+/gu, ' '))}`

/** JSON is YAML, but a few characters that JSON allows must be escaped, and those that steer text. */
const toScalar = (value: unknown): string =>
  tameJson(stringifyExactJson(value)).replaceAll(/[\ufffe\uffff]/g, (letter) =>
    letter === '\ufffe' ? '\\ufffe' : '\\uffff',
  )

/** Words that readers of YAML take for other values than texts. */
const otherValues = /^(?:null|true|false|yes|no|on|off|y|n)$/i

const toKey = (name: string): string =>
  /^[A-Za-z][\w-]*$/.test(name) && !otherValues.test(name) ? name : toScalar(name)

/** YAML allows at most 1024 characters in a key without a question mark. */
const longestKey = 1000

const toPair = (key: string, value: unknown, indent: string): string =>
  `${key.length > longestKey ? `? ${key}\n${indent}` : key}: ${toScalar(value)}`

/** The characters of a line with a whole row of the table of answers. */
const rowWidth = 200

/** Writes a row of the table of answers in one line, if it isn't a long one. */
function joinRows(lessons: readonly Lesson[]): Lesson[] {
  const rows = groupBy(lessons, ({ path: [option, row = ''] }) =>
    option === 'answers' && row !== 'created' ? row : '',
  )
  return rows.flatMap((own): Lesson[] => {
    const [{ path: [option = '', row = ''] = [] } = {}] = own
    if (option !== 'answers' || own.some(({ path }) => path.length !== 3)) return own
    const value = Object.fromEntries(
      own.flatMap(({ path, value }) => (value === undefined ? [] : [[path[2], value]])),
    )
    const by = [...new Set(own.map((one) => (one.value === undefined ? `${one.path[2]} ${one.by}` : one.by)))]
    const joined = { path: [option, row], value, by: by.join('; ') }
    return Object.keys(value).length === 0 || toPair(row, value, '').length > rowWidth ? own : [joined]
  })
}

function writeLevel(lessons: readonly Lesson[], depth: number): string[] {
  const indent = '  '.repeat(depth)
  const keys = [...new Set(lessons.map(({ path }) => path[depth] ?? ''))]
  return keys.flatMap((name) => {
    const key = toKey(name)
    const own = lessons.filter(({ path }) => path[depth] === name)
    const [leaf] = own.filter(({ path }) => path.length === depth + 1)
    if (leaf !== undefined && leaf.value === undefined) return [`${indent}${toComment(`${key}: ${leaf.by}`)}`]
    if (leaf !== undefined) return [`${indent}${toPair(key, leaf.value, indent)} ${toComment(leaf.by)}`]
    const hasValue = own.some(({ value }) => value !== undefined)
    return [`${indent}${hasValue ? '' : '# '}${key}:`, ...writeLevel(own, depth + 1)]
  })
}

/** The characters of a line of titles. */
const lineWidth = 200

/** Writes a list in as few lines as its items need. */
function toLines(items: readonly string[], indent: string): string[] {
  const lines: string[] = []
  for (const item of items.map((one, index) => toScalar(one) + (index < items.length - 1 ? ',' : '')))
    if (lines.length === 0 || `${lines.at(-1)} ${item}`.length > lineWidth) lines.push(indent + item)
    else lines.push(`${lines.pop()} ${item}`)
  return lines
}

function writeDifference({ cases, ...one }: LearnedDifference): string[] {
  const lines = Object.entries(one).map(([key, value]) => `${key}: ${toScalar(value)}`)
  const shown = Object.entries(cases).flatMap(([difference, titles]) => {
    const key = `      ${toPair(toScalar(difference), [], '      ').slice(0, -1)}`
    const [first = '', ...more] = toLines(titles, '')
    return more.length === 0
      ? [`${key}${first}]`]
      : [key, ...[first, ...more].map((line) => `        ${line}`), '      ]']
  })
  return [...lines.map((line, index) => `${index === 0 ? '  - ' : '    '}${line}`), '    cases:', ...shown]
}

/** Writes what the fake can't imitate. */
const writeDifferences = (differences: readonly LearnedDifference[]): string[] =>
  differences.length === 0
    ? []
    : [
        '',
        toComment("What the fake can't imitate, and plant-store diff knows."),
        'differences:',
        ...differences.flatMap(writeDifference),
      ]

/** Writes a configuration as YAML, with a comment on each value. */
export function writeConfiguration(
  head: readonly string[],
  lessons: readonly Lesson[],
  differences: readonly LearnedDifference[],
  lists: Readonly<Record<string, readonly string[]>>,
): string {
  const tail = Object.entries(lists).flatMap(([title, lines]) =>
    lines.length === 0 ? [] : ['', toComment(title), ...lines.map((line) => toComment(`- ${line}`))],
  )
  return `${[...head.map(toComment), '', ...writeLevel(joinRows(lessons), 0), ...writeDifferences(differences), ...tail].join('\n')}\n`
}
