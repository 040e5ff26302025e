import type { AnySchemaObject } from 'ajv'
import { Ajv2020 as Ajv } from 'ajv/dist/2020.js'
import type { Fail, Steps } from './generate-error.ts'
import { mergeSchema } from './merge-schema.ts'
import type { Schemas } from './open-api.ts'

/** JSON Schema 2020-12, Validation, sections 7 to 9. */
const annotations = [
  '$schema',
  '$comment',
  'title',
  'description',
  'default',
  'example',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
  'externalDocs',
]

/** Returns whether a keyword says nothing about which values are valid. */
export const isAnnotation = (key: string): boolean => annotations.includes(key) || key.startsWith('x-')

/** The keywords that can be checked, by the type that they are about. */
const keywords: Readonly<Record<string, readonly string[]>> = {
  string: ['minLength', 'maxLength', 'pattern', 'format'],
  number: ['minimum', 'maximum', 'format'],
  integer: ['minimum', 'maximum', 'format'],
  boolean: [],
  null: [],
  array: ['items', 'minItems'],
  object: ['properties', 'required', 'additionalProperties', 'allOf'],
}

const scalars = ['string', 'number', 'integer', 'boolean', 'null']
const numberFormats = ['int32', 'int64', 'float', 'double']

/** What to write instead of a keyword. */
const advice: Readonly<Record<string, string>> = {
  nullable: "OpenAPI 3.1 writes type: [string, 'null'].",
  exclusiveMinimum: 'Use minimum, or leave it out.',
  exclusiveMaximum: 'Use maximum, or leave it out.',
}

const isScalar = (value: unknown): boolean => typeof value !== 'object' || value === null

/** Lists the types that a schema allows; none if it names none. */
export const readTypes = ({ type, ...others }: AnySchemaObject): readonly string[] =>
  type === undefined && ('properties' in others || 'allOf' in others)
    ? ['object']
    : type === undefined
      ? []
      : [type].flat()

/** Checks the schemas of a description. */
export function checkSchemas(schemas: Schemas, fail: Fail): void {
  function checkReference($ref: unknown, steps: Steps, used: readonly string[]): void {
    const [, name = ''] = /^#\/components\/schemas\/(\w+)$/.exec(String($ref)) ?? []
    const target = schemas[name]
    if (target === undefined)
      fail(steps, `${$ref} leads to no schema of this document. Write it under components.schemas.`)
    if (used.includes(name))
      fail(steps, `${$ref} leads back to itself. The kit supports no recursive schemas.`)
  }

  function checkChoice(schema: AnySchemaObject, steps: Steps, used: readonly string[]): void {
    const word = schema['anyOf'] === undefined ? 'oneOf' : 'anyOf'
    for (const [index, choice] of (schema[word] as AnySchemaObject[]).entries()) {
      const own = [...steps, word, index]
      check(choice, own, used)
      const types = readTypes(choice)
      if ('$ref' in choice || !types.every((type) => scalars.includes(type)))
        fail(
          own,
          'must be a schema of a string, number, boolean, or null. Describe objects with optional members.',
        )
    }
    const others = Object.keys(schema).filter((key) => key !== word && !isAnnotation(key))
    if (others[0] !== undefined)
      fail([...steps, others[0]], `isn't supported beside ${word}. Write it into each choice.`)
    const list: AnySchemaObject[] = schema[word]
    const kinds = list.flatMap((choice) =>
      'const' in choice ? [JSON.stringify(choice['const'])] : readTypes(choice),
    )
    const numeric = kinds.map((kind) => (kind === 'integer' ? 'number' : kind))
    if (word === 'oneOf' && new Set(numeric).size < kinds.length)
      fail([...steps, word], 'has choices that overlap. Use anyOf.')
  }

  function check(schema: unknown, steps: Steps, used: readonly string[], isPart = false): void {
    if (typeof schema !== 'object' || schema === null) fail(steps, 'must be a schema, as an object.')
    const own = schema as AnySchemaObject
    const given = Object.keys(own).filter((key) => !isAnnotation(key))
    if (own['$ref'] !== undefined) {
      checkReference(own['$ref'], [...steps, '$ref'], used)
      if (given.length > 1)
        fail(
          [...steps, '$ref'],
          `has ${given.filter((key) => key !== '$ref').join(', ')} beside it. Write allOf with the reference and the rest.`,
        )
      return
    }
    if (own['anyOf'] !== undefined || own['oneOf'] !== undefined) {
      checkChoice(own, steps, used)
      return
    }
    const types = readTypes(own)
    const listed = own['enum'] ?? ('const' in own ? [own['const']] : undefined)
    if (types.length === 0 && listed === undefined) fail(steps, 'needs a type.')
    if (types.length > 1 && !types.every((type) => scalars.includes(type)))
      fail([...steps, 'type'], 'can only list strings, numbers, booleans, and null.')
    if (listed !== undefined && !(Array.isArray(listed) && listed.every(isScalar)))
      fail(steps, 'can only list strings, numbers, booleans, and null.')
    const allowed = ['type', 'enum', 'const', ...types.flatMap((type) => keywords[type] ?? [])]
    const unknown = given.find((key) => !allowed.includes(key))
    if (unknown !== undefined)
      fail(
        [...steps, unknown],
        `isn't supported. ${advice[unknown] ?? "The kit can't check it: remove it, or describe it in words."}`,
      )
    checkValues(own, steps, fail)
    if (types.every((type) => scalars.includes(type))) checkListed(own, steps, fail)
    const isNumber = types.includes('number') || types.includes('integer')
    if (isNumber && own['format'] !== undefined && !numberFormats.includes(own['format']))
      fail([...steps, 'format'], `must be one of ${numberFormats.join(', ')}.`)
    if (types[0] === 'array') check(own['items'], [...steps, 'items'], used)
    if (types[0] === 'object') checkObject(own, steps, used, isPart)
  }

  function checkObject(own: AnySchemaObject, steps: Steps, used: readonly string[], isPart: boolean): void {
    const open = own['additionalProperties']
    if (open !== undefined && typeof open !== 'boolean')
      fail([...steps, 'additionalProperties'], 'must be true or false. Name the members under properties.')
    for (const [name, member] of Object.entries(own['properties'] ?? {})) {
      const at = [...steps, 'properties', name]
      if (name in {}) fail(at, "can't be the name of a member, because every object has it in JavaScript.")
      check(member, at, used)
    }
    for (const [index, part] of (own['allOf'] ?? []).entries()) {
      const at = [...steps, 'allOf', index]
      check(part, at, used, true)
      if (readTypes(mergeSchema(part, schemas))[0] !== 'object') fail(at, 'must be a schema of an object.')
    }
    const { properties, required } = mergeSchema(own, schemas)
    const parts = [own, ...(own['allOf'] ?? []).map((part: AnySchemaObject) => mergeSchema(part, schemas))]
    for (const part of parts)
      for (const [name, member] of Object.entries<AnySchemaObject>(part['properties'] ?? {}))
        for (const [key, value] of Object.entries(member))
          if (!isAnnotation(key) && JSON.stringify(value) !== JSON.stringify(properties[name]?.[key]))
            fail([...steps, 'allOf'], `gives ${name} two values of ${key}. Write it once.`)
    const missing = required.find((name) => properties[name] === undefined)
    // A part may require what another part describes.
    if (missing !== undefined && !isPart)
      fail([...steps, 'required'], `names ${missing}, which is not under properties.`)
  }

  /** Follows references, since one that leads back to itself has no end. */
  function checkEnd(schema: unknown, steps: Steps, used: readonly string[]): void {
    for (const [, name = ''] of (JSON.stringify(schema) ?? '').matchAll(
      /"\$ref":"#\/components\/schemas\/(\w+)"/g,
    )) {
      checkReference(`#/components/schemas/${name}`, steps, used)
      checkEnd(schemas[name], steps, [...used, name])
    }
  }

  for (const [name, schema] of Object.entries(schemas)) {
    const steps = ['components', 'schemas', name]
    checkForm(schema, steps, fail)
    checkEnd(schema, steps, [name])
    check(schema, steps, [name])
  }
  checkKnownMembers(schemas, fail)
}

/** The most characters or items that a body may have to have. */
const maxCount = 1_000_000

const ajv = new Ajv({ strict: false, validateFormats: false })

/** Checks that a schema has the form that JSON Schema gives it, so that everything else can read it. */
function checkForm(schema: AnySchemaObject, steps: Steps, fail: Fail): void {
  if (ajv.validateSchema(schema)) return
  const [{ instancePath = '', message = '', params } = {}] = ajv.errors ?? []
  const words = params?.['allowedValues'] === undefined ? '' : `: ${params['allowedValues'].join(', ')}`
  const own = instancePath.split('/').slice(1)
  fail(
    [...steps, ...own.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))],
    `${message}${words}.`,
  )
}

/** Checks that the values that a scalar lists fit its other keywords. */
function checkListed(own: AnySchemaObject, steps: Steps, fail: Fail): void {
  for (const name of ['enum', 'const', 'example', 'default', 'examples']) {
    const { [name]: given, ...rest } = own
    const values: unknown[] = name === 'enum' || name === 'examples' ? (given ?? []) : [given]
    const wrong = values.find((value) => value !== undefined && !ajv.validate(rest, value))
    if (wrong !== undefined)
      fail([...steps, name], `has ${JSON.stringify(wrong)}, which the rest of the schema doesn't allow.`)
  }
}

const numbers = ['minLength', 'maxLength', 'minimum', 'maximum', 'minItems']
const pairs = [
  ['minLength', 'maxLength'],
  ['minimum', 'maximum'],
] as const

/** Checks the values of the keywords of a scalar or an array. */
function checkValues(own: AnySchemaObject, steps: Steps, fail: Fail): void {
  for (const name of numbers) {
    const value = own[name]
    if (value === undefined) continue
    const isCount = name.endsWith('gth') || name === 'minItems'
    if (isCount && value > maxCount) fail([...steps, name], `can't be more than ${maxCount}.`)
    if (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value)))
      fail([...steps, name], "can't be beyond 2^53, because the kit would round it.")
  }
  for (const [low, high] of pairs)
    if (own[low] !== undefined && own[high] !== undefined && own[low] > own[high])
      fail([...steps, low], `can't be more than ${high}.`)
  if (Array.isArray(own['enum']) && own['enum'].length === 0) fail([...steps, 'enum'], 'needs a value.')
  if (own['pattern'] === undefined) return
  try {
    new RegExp(own['pattern'], 'u')
  } catch (error) {
    fail([...steps, 'pattern'], `isn't a regular expression with the flag u: ${(error as Error).message}.`)
  }
}

/** The members that rules, probes, and messages of the kit are about by name, with their types. */
export const knownMembers: readonly [schema: string, member: string, type: string, isRequired?: boolean][] = [
  ['NewPlant', 'id', 'integer', true],
  ['NewPlant', 'name', 'string', true],
  ['NewPlant', 'tag', 'string', false],
  ['Plant', 'name', 'string', true],
  ['Plant', 'tag', 'string', false],
  ['Error', 'error', 'integer', true],
  ['Error', 'message', 'string', true],
]

function checkKnownMembers(schemas: Schemas, fail: Fail): void {
  const sent = mergeSchema(schemas['NewPlant'] ?? {}, schemas).properties
  const unsent = mergeSchema(schemas['Plant'] ?? {}, schemas).required.find(
    (name) => sent[name] === undefined,
  )
  if (unsent !== undefined)
    fail(
      ['components', 'schemas', 'Plant', 'required'],
      `names ${unsent}, which no NewPlant has, so the fake can't answer with it. Make it optional.`,
    )
  for (const [schema, member, type, isRequired = false] of knownMembers) {
    const steps = ['components', 'schemas']
    if (schemas[schema] === undefined) fail(steps, `has no ${schema}, which the kit needs.`)
    const { properties, required } = mergeSchema(schemas[schema] ?? {}, schemas)
    const own = mergeSchema(properties[member] ?? {}, schemas)
    const { format } = own
    const found = readTypes(own).join()
    const isOptional = !required.includes(member)
    if (found === type && isOptional !== isRequired && (member !== 'id' || format === 'int64')) continue
    const kind =
      member === 'id' ? 'an integer of the format int64' : type === 'string' ? 'a string' : 'an integer'
    fail(
      [...steps, schema],
      `must have ${member}: ${kind}, ${isRequired ? 'required' : 'not required'}. The kit has rules about it by name.`,
    )
  }
}
