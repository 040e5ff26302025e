import { rules } from '../src/judge/rules.ts'
import { type FailureName, failureNames, failures } from '../src/mock/failures.ts'
import { type FaultKind, faultEffects, faultKinds } from '../src/mock/faults/fault-kinds.ts'
import { mistakes } from '../test/verify/backends/mistakes.ts'
import { rightBackends } from '../test/verify/backends/right-backends.ts'
import { frameworks } from '../test/verify/frameworks/frameworks.ts'
import { optionParts, tables, toCode, toExitCodes, toOwnFlags, toRoutes, toSharedFlags } from './reference.ts'

/** Writes a Markdown table; the first row is its head. */
function toTable(rows: readonly (readonly string[])[]): string {
  const [head = []] = rows
  const widths = head.map((_cell, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const toLine = (cells: readonly string[], filler = ' ') =>
    `| ${widths.map((width, column) => (cells[column] ?? '').padEnd(width, filler)).join(' | ')} |`
  return [toLine(head), toLine([], '-'), ...rows.slice(1).map((row) => toLine(row))].join('\n')
}

/** When each failure is what a request gets. */
const whenFailing: Readonly<Record<FailureName, string>> = {
  'malformed-request': 'invalid HTTP, or not exactly one valid `Host`',
  'headers-too-large': 'headers over 16 KiB',
  'request-timeout': "the request doesn't arrive in time",
  'unknown-path': 'no operation has the path',
  'method-not-allowed': 'the path has no such method',
  'missing-credentials': 'no credentials, or those of another scheme',
  'invalid-credentials': 'a credential that is empty, malformed, or not valid',
  'invalid-parameter': "a parameter of the path, query, header, or cookie doesn't match its schema",
  'unsupported-media-type': 'a content type that the operation has no body for',
  'unsupported-encoding': 'a `Content-Encoding` other than gzip, deflate, br, and identity',
  'not-acceptable': 'no documented response has a type that `Accept` allows',
  'body-too-large': 'more than 1 MiB (`--max-body`)',
  'missing-body': 'no body, although it is required',
  'malformed-body': "the body isn't JSON, a form, or whatever its type says",
  'invalid-body': "the body doesn't match its schema",
  'unknown-record': 'no record has the key, or it belongs to another parent',
  'duplicate-key':
    'another record has the key, or what is described as unique, unless `--on-duplicate` is `replace` or `keep`',
  'wrong-state':
    "the description of the 409 rejects the operation in the record's state, or while others belong or refer to it",
  'precondition-failed': "`If-Match` or `If-None-Match` doesn't hold",
  'reused-idempotency-key': 'the idempotency key was used for another request',
  forced: '`Prefer: code=400`, or any other documented error',
  'internal-error': "the storage can't keep the record, or code of your own failed",
}

/** The parts of pages that are generated from the code, by the name in `<!-- generated: NAME -->`. */
const sections: Readonly<Record<string, () => string>> = {
  rules: () =>
    [...new Set(rules.map(({ group }) => group))]
      .map((title) => {
        const items = rules
          .filter(({ group }) => group === title)
          .map(({ id, level, statement }) => `- <a id="${id}"></a>\`${id}\` (${level}): ${statement}`)
        return `## ${title}\n\n${items.join('\n')}`
      })
      .join('\n\n'),
  ...Object.fromEntries([...tables.keys()].map((name) => [`flags of ${name}`, () => toOwnFlags(name)])),
  'shared flags': toSharedFlags,

  failures: () =>
    toTable([
      ['failure', 'when', 'statuses'],
      ...failureNames.map((name) => [
        toCode(name),
        whenFailing[name],
        failures[name].statuses.join(', ') || 'any',
      ]),
    ]),
  faults: () =>
    toTable([
      ['fault', 'what the client sees', 'is the record changed?'],
      ...Object.entries(faultKinds).map(([name, { delivery }]) => [
        toCode(name),
        faultEffects[name as FaultKind],
        delivery === 'drop' ? 'no' : 'yes',
      ]),
    ]),

  ...optionParts,
  'exit codes': toExitCodes,
  routes: toRoutes,

  'wrong backends': () => `${mistakes.length}`,
  'right backends': () => `${rightBackends.length}`,
  frameworks: () => `${frameworks.length}`,
}

/**
 * Generates the marked parts of a page anew. A part whose mark ends its line is a block; any other stands in a line.
 *
 * @throws {Error} if no part has the name in a mark
 */
export function renderPage(text: string): string {
  return text.replaceAll(
    /<!-- generated: ([\w -]+?) -->(\n?).*?<!-- \/generated -->/gs,
    (_part, name: string, lineBreak: string) => {
      const render = sections[name]
      if (render === undefined) throw new Error(`Failed to generate the docs: there is no part "${name}"`)
      const space = lineBreak.repeat(2)
      return `<!-- generated: ${name} -->${space}${render()}${space}<!-- /generated -->`
    },
  )
}

/** Lists pages for language models (https://llmstxt.org): a link to each one, and its first sentence. */
export function listPages(pages: readonly (readonly [path: string, text: string])[]): string {
  const [readme, ...others] = pages.map(([path, text]) => {
    const [, title = ''] = /^# (.+)$/m.exec(text) ?? []
    const prose = text.split('\n\n').find((part) => /^[`[A-Z*]/.test(part)) ?? ''
    const plain = prose.replaceAll(/\s+/g, ' ').replaceAll(/\[([^\]]+)\]\([^)]+\)|\*\*/g, '$1')
    const [sentence = ''] = /^.+?(?:\.(?= |$)|:$)/.exec(plain) ?? []
    return { path, title, sentence: sentence.replace(/:$/, '.') }
  })
  const links = others.map(({ path, title, sentence }) => `- [${title}](${path}): ${sentence}`)
  return `${[`# ${readme?.title}`, `> ${readme?.sentence}`, '## Documentation', links.join('\n')].join('\n\n')}\n`
}
