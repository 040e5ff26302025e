import type { Ajv2020 } from 'ajv/dist/2020.js'
import standalone from 'ajv/dist/standalone/index.js'
import { createCompile } from '../compile-schema.ts'
import type { Contract, Direction, Schema } from '../contract.ts'
import { createAjv } from '../create-ajv.ts'
import { createContract, createWarn } from '../create-contract.ts'
import { normalize } from '../normalize.ts'
import { toKey } from '../schema-parts.ts'
import { GenerateError } from './generate-error.ts'

/** Compiles all schemas that a contract has, in both directions, with those of their properties and items. */
function compileAll({ operations, schemas }: Contract): void {
  const done = new Set<Schema>()
  function compile(schema: Schema | undefined): void {
    if (schema === undefined || done.has(schema)) return
    done.add(schema)
    schema.check(undefined)
    for (const name of [...schema.facts().properties, 0]) compile(schema.at(name))
  }
  const used = operations.flatMap(({ parameters, body, responses }) => [
    ...parameters,
    ...(body?.media ?? []),
    ...responses.all.flatMap(({ media, headers }) => [...media, ...headers]),
  ])
  for (const schema of [...used.map((one) => one.schema), ...schemas.values()])
    for (const direction of ['request', 'response'] as const) compile(schema.as(direction))
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

/**
 * Writes a description with the functions that check its values.
 *
 * @throws {GenerateError} if something in it gets a warning
 */
export function generateContract(document: unknown): string {
  const warning = createWarn({})
  const description = normalize(structuredClone(document), warning.warn)
  const all = { request: new Map<string, string>(), response: new Map<string, string>() }
  const engines = { request: createAjv(true), response: createAjv(true) }
  const contract = createContract(description, {}, warning, (own, direction, warn) => {
    const ajv = engines[direction]
    const compile = createCompile(own, direction, warn, ajv)
    return (place) => {
      const validate = compile(place)
      const name = Object.keys(ajv.schemas).find((one) => ajv.getSchema(one) === validate) ?? ''
      all[direction].set(toKey(place), name)
      return validate
    }
  })
  compileAll(contract)
  const [first] = contract.warnings
  if (first !== undefined) throw new GenerateError(`openapi.yaml${first.pointer}: ${first.message}`)
  const write = (direction: Direction): string =>
    `  ${direction}: /* @__PURE__ */ ${writeValidators(engines[direction], all[direction])},\n`
  const validators = write('request') + write('response')
  return [
    '// @ts-nocheck',
    "import type { CompiledDescription } from '../compiled-contract.ts'",
    ...(validators.includes('kit.') ? ["import * as kit from '../compiled-functions.ts'"] : []),
    '',
    `const document: CompiledDescription['document'] = ${JSON.stringify(document, null, 2)}\n`,
    `const validators: CompiledDescription['validators'] = {\n${validators}}\n`,
    '/** The description of the plant store. */',
    'export const description: CompiledDescription = { document, validators }\n',
  ].join('\n')
}
