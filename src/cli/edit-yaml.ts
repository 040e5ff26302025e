import { CST, Parser, stringify } from 'yaml'
import { escapeControlsOfJson } from '../http/escape-controls.ts'
import { isSameEntry, listRequests } from '../reports/baseline.ts'
import type { AnyBaselineEntry } from '../reports/report.ts'

type List = CST.BlockSequence | CST.FlowCollection

/** Writes YAML; a text with characters that reorder it has escapes in their place, which only quotes allow. */
function toYaml(value: unknown): string {
  const yaml = stringify(value, { lineWidth: 0 })
  if (escapeControlsOfJson(yaml) === yaml) return yaml
  const quoted = { defaultStringType: 'QUOTE_DOUBLE', defaultKeyType: 'PLAIN' } as const
  return escapeControlsOfJson(stringify(value, { lineWidth: 0, ...quoted }))
}

const toToken = (type: CST.SourceToken['type'], source: string): CST.SourceToken => ({
  type,
  offset: -1,
  indent: -1,
  source,
})

/** Removes an item with the comments above it, but for those above a blank line. */
function removeItem({ type, items }: List, at: number): void {
  const [removed] = items.splice(at, 1)
  const next = items[at]
  if (removed === undefined || next === undefined) return
  if (type === 'flow-collection') {
    if (at === 0) next.start = next.start.filter((token) => token.type !== 'comma' && token.type !== 'space')
    return
  }
  const isBreak = (index: number): boolean => removed.start[index]?.type === 'newline'
  const blank = removed.start.findLastIndex(
    (_token, index) => isBreak(index) && (index === 0 || isBreak(index - 1)),
  )
  // What is above the first item, and its indentation, isn't a part of the list.
  if (at === 0 && next.start[0]?.type === 'space') next.start.shift()
  next.start.unshift(...removed.start.slice(0, blank + 1))
}

function addItem(list: List, text: string): void {
  const isFlow = list.type === 'flow-collection'
  // A comma would end a text in brackets.
  const source = isFlow ? escapeControlsOfJson(JSON.stringify(text)) : toYaml(text).trim()
  const before = isFlow
    ? list.items.length === 0
      ? []
      : [toToken('comma', ','), toToken('space', ' ')]
    : [toToken('space', ' '.repeat(list.indent)), toToken('seq-item-ind', '-'), toToken('space', ' ')]
  const end = isFlow ? [] : [toToken('newline', '\n')]
  list.items.push({ start: before, value: { type: 'scalar', offset: -1, indent: -1, source, end } })
}

function findList(entry: CST.Token | undefined, keys: readonly string[]): List | undefined {
  if (entry?.type !== 'block-map' && entry?.type !== 'flow-collection') return undefined
  const pair = entry.items.find(
    ({ key }) => key !== undefined && key !== null && 'source' in key && keys.includes(key.source),
  )
  const list = pair?.value
  return list?.type === 'block-seq' || list?.type === 'flow-collection' ? list : undefined
}

const withBreak = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`)

const stringifyAll = (tokens: readonly CST.Token[] = []): string =>
  tokens.map((token) => CST.stringify(token)).join('')

/**
 * Changes the entries in the text of a YAML file. Everything else stays as it is: comments, the order, and how the entries
 * are written that stay. A text that isn't a list of items on lines of their own is written anew, below its first comments.
 *
 * @param before the entries of the text
 */
export function editYaml(
  text: string,
  before: readonly AnyBaselineEntry[],
  after: readonly AnyBaselineEntry[],
): string {
  const tokens = [...new Parser().parse(text)]
  const document = tokens.find((token) => token.type === 'document')
  const list = document?.value
  const [comments = ''] = /^(?:[ \t]*(?:#.*)?\r?\n)*/.exec(text) ?? []
  const anew = `${comments}${toYaml(after)}`
  if (document === undefined || list?.type !== 'block-seq' || list.items.length !== before.length) return anew
  const left = [...after]
  for (const [at, entry] of [...before.entries()].toReversed()) {
    const same = left.findLastIndex((one) => isSameEntry(one, entry))
    const [kept] = same === -1 ? [] : left.splice(same, 1)
    if (kept === undefined) {
      removeItem(list, at)
      continue
    }
    const [old, names] = [listRequests(entry), listRequests(kept)]
    const added = names.filter((name) => !old.includes(name))
    if (added.length === 0 && names.length === old.length) continue
    const own = findList(list.items[at]?.value ?? undefined, ['requests', 'cases'])
    if (own === undefined || own.items.length !== old.length) return anew
    for (const [index, name] of [...old.entries()].toReversed())
      if (!names.includes(name)) removeItem(own, index)
    for (const name of added) addItem(own, name)
  }
  const at = tokens.indexOf(document)
  const start = stringifyAll([...tokens.slice(0, at), ...document.start])
  const end = stringifyAll([...(document.end ?? []), ...tokens.slice(at + 1)])
  const more = left.length === 0 ? '' : toYaml(left).replaceAll(/^(?=.)/gm, ' '.repeat(list.indent))
  // The indentation of the first item isn't a part of the list.
  if (list.items.length === 0) return start + (more.trimStart() || '[]\n') + end
  return start + withBreak(CST.stringify(list)) + more + end
}
