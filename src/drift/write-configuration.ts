import { stringifyExactJson } from '../contract/exact-json.ts'

/** A learned value, its place in the configuration, and the request that showed it. Without a value, it is a remark. */
export interface Lesson {
  path: readonly string[]
  value?: unknown
  by: string
}

/** Puts learned values where they belong. */
export function toOptions(lessons: readonly Lesson[]): Record<string, unknown> {
  const options: Record<string, unknown> = {}
  for (const { path, value } of lessons) {
    if (value === undefined) continue
    let into = options
    for (const step of path.slice(0, -1)) {
      into[step] ??= {}
      into = into[step] as Record<string, unknown>
    }
    into[path.at(-1) ?? ''] = value
  }
  return options
}

const toComment = (text: string): string => `# ${text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')}`

/** JSON is YAML, but a few characters that JSON allows must be escaped. */
const toScalar = (value: unknown): string =>
  stringifyExactJson(value).replaceAll(
    /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

function writeLevel(lessons: readonly Lesson[], depth: number): string[] {
  const indent = '  '.repeat(depth)
  const keys = [...new Set(lessons.map(({ path }) => path[depth] ?? ''))]
  return keys.flatMap((key) => {
    const own = lessons.filter(({ path }) => path[depth] === key)
    const [leaf] = own.filter(({ path }) => path.length === depth + 1)
    if (leaf !== undefined && leaf.value === undefined) return [`${indent}${toComment(`${key}: ${leaf.by}`)}`]
    if (leaf !== undefined) return [`${indent}${key}: ${toScalar(leaf.value)} ${toComment(leaf.by)}`]
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
