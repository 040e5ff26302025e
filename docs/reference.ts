import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { serverOptions } from '../src/adapters/server/option-table.ts'
import type { CommandTable } from '../src/cli/command.ts'
import { commands } from '../src/cli/main.ts'
import { readControlApi } from '../src/contract/generate/read-control-api.ts'
import { diffOptions } from '../src/diff/options.ts'
import { mockOptions } from '../src/mock/option-table.ts'
import type { OptionTable } from '../src/options/option-table.ts'
import { pactOptions } from '../src/pact/consumer/record-pact.ts'
import { providerOptions } from '../src/pact/provider/provider-options.ts'
import { proxyOptions } from '../src/prism/options.ts'
import { redisOptions } from '../src/redis/options.ts'
import { optionTable } from '../src/verify/option-table.ts'

type Rows = string[][]

/** Writes a word as code; pipes would end the cell of a table. */
export const toCode = (text = ''): string => (text === '' ? '' : `\`${text.replaceAll('|', '\\|')}\``)

/** The table with what values of options must be, and the interfaces that declare them. */
type Declaration = [table: OptionTable, ...interfaces: [path: string, name: string][]]

/** The options of functions, by the names of the generated parts. */
const declarations: Readonly<Record<string, Declaration>> = {
  createMock: [mockOptions, ['mock/options', 'MockOptions']],
  startServer: [
    serverOptions,
    ['adapters/server/server-options', 'ServerOptions'],
    ['adapters/server/server-options', 'OwnOptions'],
  ],
  readContract: [
    {},
    ['contract/read/read-contract', 'ReadOptions'],
    ['contract/contract', 'ContractOptions'],
  ],
  'a resource': [{}, ['contract/contract', 'ResourceOption']],
  'a fault': [{}, ['mock/faults/fault', 'Fault']],
  'a matcher': [{}, ['adapters/matchers/journal', 'MatchOptions']],
  redisStore: [redisOptions, ['redis/options', 'RedisStoreOptions']],
  createHandlers: [{}, ['adapters/msw/create-handlers', 'HandlersOptions']],
  createMockTest: [{}, ['adapters/vitest/create-mock-test', 'MockTestOptions']],
  connectMock: [{}, ['adapters/client/call-control-api', 'ClientOptions']],
  verify: [optionTable, ['verify/options', 'VerifyOptions'], ['http/access', 'AccessOptions']],
  diff: [diffOptions, ['diff/options', 'DiffOptions'], ['diff/options', 'FollowOptions']],
  startValidationProxy: [proxyOptions, ['prism/options', 'ValidationProxyOptions']],
  'an interaction': [{}, ['pact/consumer/interaction', 'InteractionOptions']],
  'the response of an interaction': [{}, ['pact/consumer/interaction', 'ResponseOptions']],
  recordPact: [pactOptions, ['pact/consumer/record-pact', 'PactOptions']],
  describePactReport: [{}, ['reports/to-text', 'TextOptions']],
  verifyProvider: [
    providerOptions,
    ['pact/provider/provider-options', 'VerifyProviderOptions'],
    ['http/access', 'AccessOptions'],
  ],
  checkPact: [{}, ['pact/check/check-pact', 'CheckPactOptions']],
}

/** Reads the members of an interface: their names, types, and comments. */
function readInterface(path: string, name: string): Rows {
  const file = new URL(`../src/${path}.ts`, import.meta.url)
  const source = ts.createSourceFile(path, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
  const found = source.statements.find(
    (statement) => ts.isInterfaceDeclaration(statement) && statement.name.text === name,
  )
  if (found === undefined || !ts.isInterfaceDeclaration(found)) throw new Error(`${path} has no ${name}`)
  return found.members.filter(ts.isPropertySignature).map((member) => {
    const [comment] = ts.getJSDocCommentsAndTags(member)
    const text = ts.getTextOfJSDocComment(comment?.comment as string | undefined) ?? ''
    const mark = member.questionToken === undefined ? ' (required)' : ''
    // What a type depends on says nothing here.
    const type = member.type
      ?.getText()
      .replaceAll(/\s+/g, ' ')
      .replaceAll('<Api>', '')
      .replace(/^NoInfer<(.+)>$/, '$1')
    return [toCode(member.name.getText()) + mark, `\`${type}\``, text.replaceAll(/\s+/g, ' ')]
  })
}

/** What an error says that the type of an option says already. */
const saysNoMore = /^(?:awaited.*|an? (?:string|boolean|array|object)(?: or an array)?)$/

/** The list of options, with what an error says; a table of them would be twice as long. */
function toOptions([table, ...interfaces]: Declaration): string {
  const rows = interfaces.flatMap(([path, name]) => readInterface(path, name))
  return rows
    .map(([name = '', type = '', meaning = '']) => {
      const expected = table[/\w+/.exec(name)?.[0] ?? '']?.expected
      const rule =
        expected && !saysNoMore.test(expected) ? ` It must be ${expected.replace('* ', '`*` ')}.` : ''
      return `- ${name}, ${type}${meaning === '' ? '' : `: ${meaning}`}${rule}`
    })
    .join('\n')
}

/** Each part with the options of functions. */
export const optionParts: Readonly<Record<string, () => string>> = Object.fromEntries(
  Object.entries(declarations).map(([name, declaration]) => [
    `options of ${name}`,
    () => toOptions(declaration),
  ]),
)

/** All commands, by their names. */
export const tables: ReadonlyMap<string, CommandTable> = new Map(
  await Promise.all(
    Object.entries(commands).map(async ([name, [, load]]) => [name, (await load()).command] as const),
  ),
)

/** The exit codes of each command. */
export const toExitCodes = (): string =>
  [...tables]
    .map(([name, { exitCodes }]) =>
      [
        `- ${toCode(name)}`,
        ...Object.entries(exitCodes).map(([code, meaning]) => `  - ${code}: ${meaning}`),
      ].join('\n'),
    )
    .join('\n')

/** The environment variables of commands other than `start` and `exec`. */
export function toVariables(): Rows {
  const found = new Map<string, { commands: string[]; meaning: string }>()
  for (const [command, { flags }] of tables) {
    for (const { env, description } of Object.values(flags)) {
      if (env === undefined) continue
      const entry = found.get(env) ?? { commands: [], meaning: description }
      entry.commands.push(toCode(command))
      found.set(env, entry)
    }
  }
  const rows = [...found].map(([name, { commands, meaning }]) => [toCode(name), commands.join(', '), meaning])
  return [['variable', 'read by', 'meaning'], ...rows]
}

interface Parameter {
  name: string
  in: string
}

interface Operation {
  summary: string
  parameters?: (Parameter | { $ref: string })[]
}

/** The routes of the control API. */
export function toRoutes(): Rows {
  const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
  const { paths, components } = readControlApi(read) as object as {
    paths: Record<string, Record<string, Operation>>
    components: { parameters: Record<string, Parameter> }
  }
  const resolve = (one: Parameter | { $ref: string }): Parameter | undefined =>
    '$ref' in one ? components.parameters[one.$ref.replace(/.*\//, '')] : one
  const rows = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { summary, parameters = [] }]) => {
      const query = parameters.flatMap((parameter) => {
        const { name, in: place } = resolve(parameter) ?? {}
        return place === 'query' ? toCode(name) : []
      })
      return [toCode(`${method.toUpperCase()} /__admin${path}`), summary, query.join(', ')]
    }),
  )
  return [['route', 'what it does', 'query'], ...rows]
}
