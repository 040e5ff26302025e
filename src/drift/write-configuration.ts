import { maskTexts } from '../http/create-mask.ts'
import { stringifyExactJson } from '../json/exact-json.ts'

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
  `# ${text.replaceAll(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\ufeff\ufffe\uffff]+/gu, ' ')}`

/** JSON is YAML, but a few characters that JSON allows must be escaped. */
const toScalar = (value: unknown): string =>
  stringifyExactJson(value).replaceAll(
    /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** Words that readers of YAML take for other values than texts. */
const otherValues = /^(?:null|true|false|yes|no|on|off|y|n)$/i

const toKey = (name: string): string =>
  /^[A-Za-z][\w-]*$/.test(name) && !otherValues.test(name) ? name : toScalar(name)

/** YAML allows at most 1024 characters in a key without a question mark. */
const longestKey = 1000

const toPair = (key: string, value: unknown, indent: string): string =>
  `${key.length > longestKey ? `? ${key}\n${indent}` : key}: ${toScalar(value)}`

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

/** Writes a configuration as YAML, with a comment on each value. */
export function writeConfiguration(
  head: readonly string[],
  lessons: readonly Lesson[],
  lists: Readonly<Record<string, readonly string[]>>,
): string {
  const tail = Object.entries(lists).flatMap(([title, lines]) =>
    lines.length === 0 ? [] : ['', toComment(title), ...lines.map((line) => toComment(`- ${line}`))],
  )
  return `${[...head.map(toComment), '', ...writeLevel(lessons, 0), ...tail].join('\n')}\n`
}
