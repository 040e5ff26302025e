import { type Flag, type FlagTable, showDefault, toKebabCase, toVariable } from '../src/cli/flags.ts'
import { toKey } from '../src/cli/mock/config.ts'
import { type ServerFlag, serverFlags } from '../src/cli/mock/server-flags.ts'
import { rules } from '../src/judge/rules.ts'
import { createServedMock } from '../src/mock/create-mock.ts'
import { Failure } from '../src/mock/failure.ts'
import { type FailureName, failureNames, failures } from '../src/mock/failures.ts'
import { type FaultKind, faultEffects, faultKinds } from '../src/mock/faults/fault-kinds.ts'
import { mistakes } from '../test/verify/backends/mistakes.ts'
import { rightBackends } from '../test/verify/backends/right-backends.ts'
import { frameworks } from '../test/verify/frameworks/frameworks.ts'
import { optionParts, tables, toCode, toExitCodes, toRoutes, toVariables } from './reference.ts'

/** Writes a Markdown table; the first row is its head. */
function toTable(rows: readonly (readonly string[])[]): string {
  const [head = []] = rows
  const widths = head.map((_cell, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const toLine = (cells: readonly string[], filler = ' ') =>
    `| ${widths.map((width, column) => (cells[column] ?? '').padEnd(width, filler)).join(' | ')} |`
  return [toLine(head), toLine([], '-'), ...rows.slice(1).map((row) => toLine(row))].join('\n')
}

const toFlag = (name: string, { value = '' }: Flag): string =>
  toCode(`--${toKebabCase(name)} ${value}`.trim())

/** The flags of `start` with their environment variables and keys. */
const toServerFlags = (flags: Readonly<Record<string, ServerFlag>>): string =>
  toTable([
    ['flag', 'environment variable', 'key in the file', 'meaning', 'default'],
    ...Object.entries(flags).map(([name, flag]) => [
      toFlag(name, flag),
      toCode(toVariable(name)),
      flag.inFile === 'none' ? '' : toCode(toKey(name, flag)),
      flag.description,
      showDefault(flag),
    ]),
  ])

/** The flags of a command; those of the proxy have no environment variables. */
function toFlags(flags: FlagTable): string {
  const rows = [
    ['flag', 'meaning', 'default', 'environment variable'],
    ...Object.entries(flags).map(([name, flag]) => [
      toFlag(name, flag),
      flag.description,
      showDefault(flag),
      toCode(flag.env),
    ]),
  ]
  const hasVariables = Object.values(flags).some(({ env }) => env !== undefined)
  return toTable(hasVariables ? rows : rows.map((row) => row.slice(0, -1)))
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
  'duplicate-key': 'the key is stored, unless `--on-duplicate` is `replace` or `keep`',
  'precondition-failed': "`If-Match` or `If-None-Match` doesn't hold",
  'reused-idempotency-key': 'the idempotency key was used for another request',
  forced: '`Prefer: code=400`, or any other documented error',
  'internal-error': "the storage can't keep the record, or code of your own failed",
}

const plantStoreOf = {
  usual: createServedMock({ responses: 'usual' }),
  documented: createServedMock({ responses: 'documented' }),
}

/** Responds as the plant store does to a failure. */
const reject = (name: FailureName, preset: keyof typeof plantStoreOf) =>
  plantStoreOf[preset].reject({ method: 'POST', path: '/plants' }, new Failure(name, ''))

/** The parts of pages that are generated from the code, by the name in `<!-- generated: NAME -->`. */
const sections: Readonly<Record<string, () => string>> = {
  rules: () =>
    rules
      .map(
        ({ id, level, group, statement, check }) =>
          `- <a id="${id}"></a>**\`${id}\`** (${level}, ${group}): ${statement}\n  Checked by: ${check}.`,
      )
      .join('\n'),
  ...Object.fromEntries(
    [...tables].flatMap(([name, { flags, exitCodes }]) => [
      [`flags of ${name}`, () => toFlags(flags)],
      [`exit codes of ${name}`, () => toTable([['code', 'meaning'], ...Object.entries(exitCodes)])],
    ]),
  ),
  'flags of start': () => toServerFlags(serverFlags),

  failures: () =>
    toTable([
      ['failure', 'when', 'statuses', 'plant store', 'plant store, `documented`'],
      ...failureNames.map((name) => {
        const { status, headers, body } = reject(name, 'usual')
        const header = Object.keys(headers).find((one) => one !== 'content-type')
        const { error } = JSON.parse(String(body))
        return [
          toCode(name),
          whenFailing[name],
          failures[name].statuses.join(', ') || 'any',
          `${status}, error ${error}${header === undefined ? '' : `, \`${header}\``}`,
          `${reject(name, 'documented').status}`,
        ]
      }),
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
  'environment variables': () => toTable(toVariables()),
  routes: () => toTable(toRoutes()),

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
    const plain = prose.replaceAll(/\s+/g, ' ').replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    const [sentence = ''] = /^.+?[.:](?= |$)/.exec(plain) ?? []
    return { path, title, sentence: sentence.replace(/:$/, '.') }
  })
  const links = others
    .filter(({ path }) => path !== 'docs/architecture.md')
    .map(({ path, title, sentence }) => `- [${title}](${path}): ${sentence}`)
  return `${[`# ${readme?.title}`, `> ${readme?.sentence}`, '## Documentation', links.join('\n')].join('\n\n')}\n`
}
