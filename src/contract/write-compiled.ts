import { _, type Code, nil, type ValidateFunction } from 'ajv'
import type { Ajv2020 } from 'ajv/dist/2020.js'
import type { UsedScopeValues, ValueScopeName } from 'ajv/dist/compile/codegen/scope.js'
import type { SchemaEnv } from 'ajv/dist/compile/index.js'
import { createCompile } from './compile-schema.ts'
import type { Contract, ContractOptions, Direction, Schema } from './contract.ts'
import { createAjv } from './create-ajv.ts'
import { createContract, createWarn } from './create-contract.ts'
import type { CreateCompile } from './create-schema.ts'
import { type Description, listItems, type Place, placeIn } from './description.ts'
import { normalize } from './normalize.ts'
import { inferResources } from './resources/infer-resources.ts'
import { type ResourceData, toResourceData } from './resources/resource-data.ts'
import { walk } from './walk.ts'
import { writeValue } from './write-value.ts'

/** How deep properties in properties have functions of their own; those further in are only checked with the whole value. */
const maxDepth = 3

/** Compiles the schemas that a mock and its users check values with: of operations and records with their properties and items, and named ones. */
function compileAll({ operations, resources, schemas, webhooks }: Contract): void {
  const requests = [...operations, ...operations.flatMap(({ callbacks }) => callbacks), ...webhooks]
  const used = [
    ...requests.flatMap(({ parameters, body }) => [...parameters, ...(body?.media ?? [])]),
    ...operations.flatMap(({ responses }) =>
      responses.all.flatMap(({ media, headers }) => [...media, ...headers]),
    ),
  ]
  const ofRecords = resources.flatMap(({ schema, key }) => [schema, key.schema])
  const done = new Set<Schema>()
  let level = new Set([...used.map(({ schema }) => schema), ...ofRecords])
  for (let depth = 0; depth <= maxDepth; depth++) {
    const next = new Set<Schema>()
    for (const schema of level) {
      done.add(schema)
      schema.check(undefined)
      // The search for an example checks what it finds.
      if (depth === 0) schema.example()
      for (const name of [...schema.facts().properties, 0]) {
        const inner = schema.at(name)
        if (inner !== undefined && !done.has(inner)) next.add(inner)
      }
    }
    level = next
  }
  for (const schema of schemas.values())
    for (const direction of ['request', 'response'] as const) schema.as(direction).check(undefined)
}

/** Lists the branches of schemas, which are looked at one by one for the message if none of them matches. */
function listBranches(description: Description): Place[] {
  const branches: Place[] = []
  walk(description, {
    schema(place) {
      for (const keyword of ['anyOf', 'oneOf']) branches.push(...listItems(placeIn(place, keyword)))
    },
    lost() {},
  })
  return branches
}

/** Writes functions of ajv, and whatever they call, each once; ajv's own writer takes quadratic time. */
function writeFunctions(ajv: Ajv2020, functions: readonly ValidateFunction[]): string {
  const written: string[] = []
  const used: UsedScopeValues = {}
  const seen = new Set<unknown>()
  function add({ source }: Partial<ValidateFunction> = {}): Code {
    if (source === undefined || seen.has(source)) return nil
    seen.add(source)
    const { scopeValues, validateCode, validateName, evaluated } = source
    written.push(`${ajv.scope.scopeCode(scopeValues, used, addReferred)}${validateCode}`)
    if (evaluated !== undefined) written.push(`${validateName}.evaluated = ${evaluated};`)
    return nil
  }
  function addReferred(name: ValueScopeName): Code | undefined {
    const ref = name.value?.ref as ValidateFunction | SchemaEnv | undefined
    if (typeof ref === 'function') return name.prefix === 'validate' ? add(ref) : undefined
    if (name.prefix !== 'root' && name.prefix !== 'wrapper') return undefined
    add(ref?.validate)
    return _`const ${name} = {validate: ${ref?.validateName}};`
  }
  functions.forEach(add)
  return written.join('\n')
}

/** Writes the functions of one direction, as an object by what identifies their schema. */
function writeValidators(ajv: Ajv2020, names: ReadonlyMap<string, string>): string {
  const functions = [...names.values()].map((name) => ajv.getSchema(name) as ValidateFunction)
  const entries = [...names.keys()].map(
    (key, at) => `${JSON.stringify(key)}: ${functions[at]?.source?.validateName}`,
  )
  const body = writeFunctions(ajv, functions).replaceAll(
    /require\("ajv\/dist\/runtime\/(\w+)"\)\.default/g,
    'kit.$1',
  )
  return `(() => {\n${body}\nreturn { ${entries.join(', ')} }\n})()`
}

export interface CompiledCode extends Pick<Contract, 'operations' | 'warnings'> {
  document: string
  /** It calls functions of `kit`, which are those of {@link ./compiled.ts}. */
  validators: string
  /** What was inferred, as data. */
  resources: string
}

/** Compiles a description, and writes it and the functions that check its values as code without `eval`. */
export function writeCompiled(
  document: unknown,
  { resources: options }: Pick<ContractOptions, 'resources'> = {},
): CompiledCode {
  const warning = createWarn({})
  const description = normalize(structuredClone(document), warning.warn)
  const all = { request: new Map<string, string>(), response: new Map<string, string>() }
  const engines = { request: createAjv(true), response: createAjv(true) }
  let resources: ResourceData = { resources: [], effects: [] }
  const createOwnCompile: CreateCompile = (own, direction, warn) => {
    const compile = createCompile(own, direction, warn, engines[direction], (key, name) =>
      all[direction].set(key, name),
    )
    listBranches(own).forEach(compile)
    return compile
  }
  const contract = createContract(description, {}, warning, createOwnCompile, (operations) => {
    const inferred = inferResources(operations, options)
    resources = toResourceData(inferred, operations, description)
    return inferred
  })
  compileAll(contract)
  const write = (direction: Direction): string =>
    `  ${direction}: /* @__PURE__ */ ${writeValidators(engines[direction], all[direction])},\n`
  return {
    document: writeValue(description.root.json),
    validators: `{\n${write('request')}${write('response')}}`,
    resources: writeValue(resources),
    operations: contract.operations,
    warnings: contract.warnings,
  }
}

/** What a module of a compiled contract imports. */
const entry = 'plant-store-kit/compiled'

/** Writes a compiled description as a module of JavaScript, which is one of TypeScript, too. */
export const writeModule = ({ document, validators, resources }: CompiledCode): string =>
  [
    '// Made by `plant-store compile`: do not edit.',
    '// @ts-nocheck',
    `import { functions as kit, toCompiledContract } from '${entry}'\n`,
    `const document = ${document}\n`,
    `const validators = ${validators}\n`,
    `const resources = ${resources}\n`,
    '/** For `toCompiledContract`, which takes other options. */',
    'export const description = { document, validators, resources }\n',
    '/** What `createMock` and `createHandlers` take. */',
    'export const contract = /* @__PURE__ */ toCompiledContract(description)\n',
  ].join('\n')
