import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { serverOptions } from '../src/adapters/server/option-table.ts'
import type { CommandTable } from '../src/cli/command.ts'
import { type Flag, showDefault, toKebabCase } from '../src/cli/flags.ts'
import { commands } from '../src/cli/main.ts'
import { readControlApi } from '../src/contract/generate/read-control-api.ts'
import { diffOptions } from '../src/diff/options.ts'
import { mockOptions } from '../src/mock/option-table.ts'
import type { OptionTable } from '../src/options/option-table.ts'
import { pactOptions } from '../src/pact/consumer/record-pact.ts'
import { providerOptions } from '../src/pact/provider/provider-options.ts'
import { proxyOptions } from '../src/prism/options.ts'
import { redisOptions } from '../src/redis/options.ts'
import { verifyOptions } from '../src/verify/option-table.ts'

type Rows = string[][]

export const toCode = (text: string): string => `\`${text}\``

/** All commands, by their names. */
export const tables: ReadonlyMap<string, CommandTable> = new Map(
  await Promise.all(
    Object.entries(commands).map(async ([name, { load }]) => [name, (await load()).command] as const),
  ),
)

interface Declaration {
  /** What values of the options must be. */
  table?: OptionTable
  interfaces: readonly { path: string; name: string; picked: readonly string[] }[]
  /** The command whose flags set options of the same names. */
  command?: string
}

/** Declares the options of a function, whose interfaces are written as `path/of/file#Name`, or with the names that count. */
const declare = (interfaces: string, table?: OptionTable, command?: string): Declaration => ({
  interfaces: interfaces.split(' ').map((one) => {
    const [path = '', name = '', picked] = one.split(/[#:]/)
    return { path, name, picked: picked?.split(',') ?? [] }
  }),
  ...(table && { table }),
  ...(command && { command }),
})

/** The options of functions, by the names of the generated parts. */
const declarations: Readonly<Record<string, Declaration>> = {
  createMock: declare('mock/options#MockOptions', mockOptions, 'start'),
  startServer: declare(
    'adapters/server/server-options#ServerOptions adapters/server/server-options#OwnOptions',
    serverOptions,
    'start',
  ),
  readContract: declare(
    'contract/read/read-contract#ReadOptions contract/contract#ContractOptions:resources,basePath',
  ),
  'a resource': declare('contract/contract#ResourceOption'),
  'a fault': declare('mock/faults/fault#Fault'),
  'a matcher': declare('adapters/matchers/journal#MatchOptions'),
  redisStore: declare('redis/options#RedisStoreOptions', redisOptions),
  createHandlers: declare('adapters/msw/create-handlers#HandlersOptions'),
  createMockTest: declare('adapters/vitest/create-mock-test#MockTestOptions'),
  connectMock: declare('adapters/client/call-control-api#ClientOptions'),
  verify: declare('verify/options#VerifyOptions http/access#AccessOptions', verifyOptions, 'verify'),
  diff: declare('diff/options#DiffOptions', diffOptions, 'diff'),
  startValidationProxy: declare('prism/options#ValidationProxyOptions', proxyOptions, 'proxy'),
  'an interaction': declare('pact/consumer/interaction#InteractionOptions'),
  'the response of an interaction': declare('pact/consumer/interaction#ResponseOptions'),
  recordPact: declare('pact/consumer/record-pact#PactOptions', pactOptions),
  verifyProvider: declare(
    'pact/provider/provider-options#VerifyProviderOptions http/access#AccessOptions',
    providerOptions,
    'verify-pacts',
  ),
  checkPact: declare('pact/check/check-pact#CheckPactOptions', undefined, 'check-pact'),
}

/** Reads the members of an interface: their names, types, and comments. Without picked names, it reads all. */
function readInterface(path: string, name: string, picked: readonly string[]): Rows {
  const file = new URL(`../src/${path}.ts`, import.meta.url)
  const source = ts.createSourceFile(path, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
  const found = source.statements.find(
    (statement) => ts.isInterfaceDeclaration(statement) && statement.name.text === name,
  )
  if (found === undefined || !ts.isInterfaceDeclaration(found)) throw new Error(`${path} has no ${name}`)
  const members = found.members.filter(ts.isPropertySignature)
  const isPicked = (member: ts.PropertySignature) =>
    picked.length === 0 || picked.includes(member.name.getText())
  return members.filter(isPicked).map((member) => {
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

/** A type whose values a flag can give. */
const isPlainType = (type: string): boolean => /^`(?:string|number|boolean|'[\w' |]+)`$/.test(type)

/** Lists the options that no flag describes: what they mean, and the range of numbers. */
function toOptions({ table = {}, interfaces, command }: Declaration): string {
  const flags = tables.get(command ?? '')?.flags ?? {}
  const rows = interfaces.flatMap(({ path, name, picked }) => readInterface(path, name, picked))
  return rows
    .filter(([name = '', type = '']) => {
      const flag = flags[name.replaceAll('`', '')]
      // In code, times are in milliseconds.
      return flag === undefined || flag.value === '<seconds>' || !isPlainType(type)
    })
    .map(([name = '', type = '', meaning = '']) => {
      const expected = table[/\w+/.exec(name)?.[0] ?? '']?.expected ?? ''
      const range = /from -?\d/.test(expected) ? ` It must be ${expected}.` : ''
      return `- ${name}, ${type}${meaning === '' ? '' : `: ${meaning}`}${range}`
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

function toFlagItem(name: string, flag: Flag): string {
  const notes = [
    showDefault(flag) && `Default: ${showDefault(flag)}.`,
    flag.env && `Variable: ${toCode(flag.env)}.`,
  ]
  const text = [`${flag.description}.`, ...notes].filter(Boolean).join(' ')
  return `- ${toCode(`--${toKebabCase(name)} ${flag.value ?? ''}`.trim())}: ${text}`
}

/** Finds the commands that have a flag, by what the reference says of it. `exec` has the flags of `start`. */
function findUsers(): Map<string, string[]> {
  const usersByItem = new Map<string, string[]>()
  for (const [command, { flags }] of tables) {
    if (command === 'exec') continue
    for (const [name, flag] of Object.entries(flags)) {
      const item = toFlagItem(name, flag)
      usersByItem.set(item, [...(usersByItem.get(item) ?? []), toCode(command)])
    }
  }
  return usersByItem
}

/** The flags that several commands have, below the names of these commands. */
export function toSharedFlags(): string {
  const itemsByUsers = new Map<string, string[]>()
  for (const [item, users] of findUsers()) {
    if (users.length === 1) continue
    const title = users.join(', ')
    itemsByUsers.set(title, [...(itemsByUsers.get(title) ?? []), item])
  }
  return [...itemsByUsers].map(([users, items]) => `${users}:\n\n${items.join('\n')}`).join('\n\n')
}

/** The flags that only this command has. */
export const toOwnFlags = (command: string): string =>
  [...findUsers()]
    .filter(([, users]) => users.join() === toCode(command))
    .map(([item]) => item)
    .join('\n')

/** The exit codes of each command, but for those that all have. */
export const toExitCodes = (): string =>
  [...tables]
    .flatMap(([name, { exitCodes }]) => {
      const own = Object.entries(exitCodes).filter(
        ([code, meaning]) => code !== '0' && Number(code) < 128 && meaning !== 'usage error',
      )
      return own.length === 0
        ? []
        : [`- ${toCode(name)}`, ...own.map(([code, meaning]) => `  - ${code}: ${meaning}`)]
    })
    .join('\n')

interface Parameter {
  name: string
  in: string
}

interface Operation {
  summary: string
  parameters?: (Parameter | { $ref: string })[]
}

/** The routes of the control API, with their queries. */
export function toRoutes(): string {
  const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
  const { paths, components } = readControlApi(read) as object as {
    paths: Record<string, Record<string, Operation>>
    components: { parameters: Record<string, Parameter> }
  }
  const resolve = (one: Parameter | { $ref: string }): Parameter | undefined =>
    '$ref' in one ? components.parameters[one.$ref.replace(/.*\//, '')] : one
  const items = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { summary, parameters = [] }]) => {
      const query = parameters.flatMap((parameter) => {
        const { name, in: place } = resolve(parameter) ?? {}
        return place === 'query' && name !== undefined ? toCode(name) : []
      })
      const note = query.length === 0 ? '' : ` (query: ${query.join(', ')})`
      return `- ${toCode(`${method.toUpperCase()} /__admin${path}`)}: ${summary}${note}`
    }),
  )
  return items.join('\n')
}
