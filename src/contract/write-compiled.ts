import type { Ajv2020 } from 'ajv/dist/2020.js'
import standalone from 'ajv/dist/standalone/index.js'
import { isObject } from '../options/is-object.ts'
import { createCompile } from './compile-schema.ts'
import type { Contract, Direction, Schema } from './contract.ts'
import { createAjv } from './create-ajv.ts'
import { createContract, createWarn } from './create-contract.ts'
import { type Description, listItems, type Place, step } from './description.ts'
import { normalize } from './normalize.ts'
import { toKey } from './schema-parts.ts'
import { walk } from './walk.ts'

const directions = ['request', 'response'] as const

/** How deep properties in properties have functions of their own; those further in are only checked with the whole value. */
const maxDepth = 6

/** Compiles all schemas that a contract has, in both directions, with those of their properties and items. */
function compileAll({ operations, schemas }: Contract): void {
  const done = new Set<Schema>()
  let next = new Set<Schema>()
  const add = (schema: Schema | undefined): void => {
    if (schema !== undefined && !done.has(schema)) next.add(schema)
  }
  const used = operations.flatMap(({ parameters, body, responses }) => [
    ...parameters,
    ...(body?.media ?? []),
    ...responses.all.flatMap(({ media, headers }) => [...media, ...headers]),
  ])
  for (const schema of [...used.map((one) => one.schema), ...schemas.values()])
    for (const direction of directions) add(schema.as(direction))
  for (let depth = 0; depth <= maxDepth; depth++) {
    const level = next
    next = new Set()
    for (const schema of level) {
      done.add(schema)
      schema.check(undefined)
      // The search for an example checks what it finds.
      schema.example()
      for (const name of [...schema.facts().properties, 0]) add(schema.at(name))
    }
  }
}

/** Lists the branches of schemas, which are looked at one by one for the message if none of them matches. */
function listBranches(description: Description): Place[] {
  const branches: Place[] = []
  walk(description, {
    schema(place) {
      for (const keyword of ['anyOf', 'oneOf']) branches.push(...listItems(step(place, keyword)))
    },
    lost() {},
  })
  return branches
}

/** Writes the functions of one direction, as an object by what identifies their schema. */
function writeValidators(ajv: Ajv2020, names: ReadonlyMap<string, string>): string {
  const code = standalone.default(ajv, Object.fromEntries([...names.values()].map((name) => [name, name])))
  const entries = [...names].map(([key, name]) => `${JSON.stringify(key)}: ${name}`)
  const body = code
    .replaceAll(/"use strict";|export default \w+;/g, '')
    .replaceAll('export const', 'const')
    .replaceAll(/require\("ajv\/dist\/runtime\/(\w+)"\)\.default/g, 'kit.$1')
  return `(() => {\n${body}\nreturn { ${entries.join(', ')} }\n})()`
}

/** Writes a value of JSON as code; unlike JSON, it can have a bigint. */
function writeValue(value: unknown, margin = '\n'): string {
  if (typeof value === 'bigint') return `${value}n`
  const inner = `${margin}  `
  const writeAll = (items: readonly string[], [open, close]: string): string =>
    items.length === 0 ? `${open}${close}` : `${open}${inner}${items.join(`,${inner}`)}${margin}${close}`
  if (Array.isArray(value))
    return writeAll(
      value.map((item) => writeValue(item, inner)),
      '[]',
    )
  if (!isObject(value)) return typeof value === 'number' ? String(value) : JSON.stringify(value)
  const members = Object.entries(value).map(([name, member]) => {
    const key = JSON.stringify(name)
    // Without brackets, it would be the prototype.
    return `${name === '__proto__' ? `[${key}]` : key}: ${writeValue(member, inner)}`
  })
  return writeAll(members, '{}')
}

/** The code of what `toCompiledContract` takes, and what was compiled. */
export interface CompiledCode extends Pick<Contract, 'operations' | 'warnings'> {
  document: string
  /** It calls functions of `kit`, which are those of {@link ./compiled.ts}. */
  validators: string
}

/** Compiles a description, and writes it and the functions that check its values as code without `eval`. */
export function writeCompiled(document: unknown): CompiledCode {
  const warning = createWarn({})
  const description = normalize(structuredClone(document), warning.warn)
  const all = { request: new Map<string, string>(), response: new Map<string, string>() }
  const engines = { request: createAjv(true), response: createAjv(true) }
  const contract = createContract(description, {}, warning, (own, direction, warn) => {
    const ajv = engines[direction]
    const compile = createCompile(own, direction, warn, ajv)
    const compileAndName = (place: Place) => {
      const validate = compile(place)
      const [name = ''] = Object.entries(ajv.schemas).find(([, one]) => one?.validate === validate) ?? []
      all[direction].set(toKey(place), name)
      return validate
    }
    listBranches(own).forEach(compileAndName)
    return compileAndName
  })
  compileAll(contract)
  const write = (direction: Direction): string =>
    `  ${direction}: /* @__PURE__ */ ${writeValidators(engines[direction], all[direction])},\n`
  return {
    document: writeValue(description.root.json),
    validators: `{\n${write('request')}${write('response')}}`,
    operations: contract.operations,
    warnings: contract.warnings,
  }
}

/** What a module of a compiled contract imports. */
const entry = 'plant-store-kit/compiled'

/** Writes a compiled description as a module of JavaScript, which is one of TypeScript, too. */
export const writeModule = ({ document, validators }: CompiledCode): string =>
  [
    '// Made by `plant-store compile`: do not edit.',
    '// @ts-nocheck',
    `import * as kit from '${entry}'\n`,
    `const document = ${document}\n`,
    `const validators = ${validators}\n`,
    '/** For `toCompiledContract`, which takes other options. */',
    'export const description = { document, validators }\n',
    '/** What `createMock` and `createHandlers` take. */',
    'export const contract = /* @__PURE__ */ kit.toCompiledContract(description)\n',
  ].join('\n')
