import { maskTexts } from '../http/create-mask.ts'
import { tame, tameJson } from '../http/tame.ts'
import { stringifyExactJson } from '../json/exact-json.ts'
import type { LearnedDifference } from '../store/options.ts'

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

/** The characters of a line, if its value isn't longer by itself. */
const lineWidth = 400

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
    const value = toOptions(own.map((one) => ({ ...one, path: one.path.slice(depth + 1) })))
    const line = indent + toPair(key, value, indent)
    if (hasValue && (depth > 0 || own.length === 1) && line.length <= lineWidth) {
      const remarks = own.map(({ path, by, ...one }) =>
        one.value === undefined ? `${path.at(-1)} ${by}` : by,
      )
      return [`${line} ${toComment([...new Set(remarks)].join('; '))}`]
    }
    return [`${indent}${hasValue ? '' : '# '}${key}:`, ...writeLevel(own, depth + 1)]
  })
}

/** Joins words with spaces, in as few lines as they need; all but the first one are indented more. */
function wrap(words: readonly string[], indent = ''): string[] {
  const lines: string[] = []
  for (const word of words)
    if (lines.length === 0 || `${lines.at(-1)} ${word}`.length > lineWidth)
      lines.push(`${indent}${lines.length === 0 || indent === '' ? '' : '  '}${word}`)
    else lines.push(`${lines.pop()} ${word}`)
  return lines
}

/** Puts a sign after all items but the last one. */
const separate = (items: readonly string[], sign: string): string[] =>
  items.map((item, index) => (index < items.length - 1 ? item + sign : item))

function writeDifference({ cases, advice, ...one }: LearnedDifference): string[] {
  const [first, ...lines] = Object.entries(one).map(([key, value]) => `${key}: ${toScalar(value)}`)
  const shown = Object.entries(cases).flatMap(([difference, titles]) => {
    const [first = '', ...others] = separate(titles.map(toScalar), ',')
    const words = [toPair(toScalar(difference), [], '      ').slice(0, -1) + first, ...others]
    return wrap([...words.slice(0, -1), `${words.at(-1)}]`], '      ')
  })
  const whole = `    cases: { ${shown[0]?.trim()} }`
  const isShort = shown.length === 1 && whole.length <= lineWidth
  return [
    `  - ${first}${advice === undefined ? '' : ` ${toComment(advice)}`}`,
    ...lines.map((line) => `    ${line}`),
    ...(isShort ? [whole] : ['    cases:', ...shown]),
  ]
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
    lines.length === 0 ? [] : ['', ...wrap([title, ...separate(lines, ';')]).map(toComment)],
  )
  return `${[...head.map(toComment), '', ...writeLevel(lessons, 0), ...writeDifferences(differences), ...tail].join('\n')}\n`
}
