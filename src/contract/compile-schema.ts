import type { Ajv2020 } from 'ajv/dist/2020.js'
import { isContainer, isObject } from '../options/is-object.ts'
import { wrapBigints } from './ajv-keywords.ts'
import { formats } from './compiled-functions.ts'
import type { Direction, Warning } from './contract.ts'
import { createAjv } from './create-ajv.ts'
import {
  type Description,
  isObjectPlace,
  listItems,
  listMembers,
  type ObjectPlace,
  type Place,
  placeIn,
} from './description.ts'
import { type Branch, listBranches, listChildren, listKnown, readProperty } from './discriminator.ts'
import { type Compile, toListErrors } from './find-problems.ts'
import { integerRanges } from './integer-ranges.ts'
import { isUnsent, listInner, listParts, listReferences, toPlaceKey } from './schema-parts.ts'
import { appliedKeywords } from './walk.ts'

/** A schema as ajv compiles it; `at` is the JSON pointer of the schema that it was. */
type Compilable = boolean | Record<string, unknown>

interface Context {
  /** The schemas that its value has to match, too, which may describe the properties that it requires. */
  siblings: () => readonly ObjectPlace[]
  /** Whether it is a part of `allOf`, in which a discriminator chooses nothing. */
  isBase: boolean
  /** Identifies the schema whose value it is, too. */
  root: string
}

const copied = [
  'minLength',
  'maxLength',
  'pattern',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minContains',
  'maxContains',
  'minProperties',
  'maxProperties',
  'dependentRequired',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
]

const hasBigint = (value: unknown): boolean =>
  typeof value === 'bigint' || (isContainer(value) && Object.values(value).some(hasBigint))

const isNumeric = (types: readonly unknown[]): boolean =>
  types.length === 0 || types.includes('integer') || types.includes('number')

function addType(out: Record<string, unknown>, { type, format }: ObjectPlace['json']): void {
  const types = [type ?? []].flat()
  if (types.length > 0) out[isNumeric(types) ? 'exactType' : 'type'] = types
  if (typeof format !== 'string') return
  if (Object.hasOwn(integerRanges, format)) {
    if (isNumeric(types)) out['exactFormat'] = format
  } else if (Object.hasOwn(formats, format)) out['format'] = format
}

/** How many schemas may be compiled together, each of which takes half a millisecond and 40 kB. */
const maxParts = 4000

/**
 * Makes what compiles the schemas of a description, in one direction.
 *
 * @param onCompiled called with what identifies a schema, and the name that ajv knows it by
 */
export function createCompile(
  description: Description,
  direction: Direction,
  warn: (warning: Warning) => void,
  ajv: Ajv2020 = createAjv(),
  onCompiled: (key: string, name: string) => void = () => {},
): Compile {
  const names = new Map<string, string>()
  /** Which schemas refer to which others for the same value. */
  const links = new Map<string, Set<string>>()
  const open: (() => void)[] = []
  /** How many schemas the one that is being compiled has in it. */
  let parts = 0

  /** Returns the name that ajv knows a schema by, and what identifies it. */
  function define(place: Place, isBase: boolean): { name: string; key: string } {
    const children = isBase ? [] : listChildren(description, place)
    const key = toPlaceKey(place) + (children.length > 0 ? ' or a child' : '')
    const known = names.get(key)
    if (known !== undefined) return { name: known, key }
    const name = `s${names.size}`
    names.set(key, name)
    open.push(() => ajv.addSchema(withChildren(place, children, { isBase, root: key }), name))
    return { name, key }
  }

  const leadsTo = (from: string, to: string): boolean =>
    from === to || [...(links.get(from) ?? [])].some((next) => leadsTo(next, to))

  /** Makes a reference, unless it leads back to the schema that it is in, which has no end. */
  function refer(target: Place, isBase: boolean, { root }: Context): Compilable {
    const { name, key } = define(target, isBase)
    if (leadsTo(key, root)) {
      const message = 'The schema refers to itself for the same value. This reference is ignored.'
      warn({ message, pointer: target.pointer })
      return true
    }
    links.set(root, (links.get(root) ?? new Set()).add(key))
    return { $ref: name }
  }

  function withChildren(
    place: Place,
    children: readonly Branch[],
    { isBase, root }: Pick<Context, 'isBase' | 'root'>,
  ): Record<string, unknown> {
    const siblings = () => listParts(description, place)
    const context: Context = { isBase: isBase || children.length > 0, siblings, root }
    const parent = toSchema(place, context)
    if (children.length === 0 || !isObjectPlace(place)) return isObject(parent) ? parent : { allOf: [parent] }
    const property = readProperty(place)
    const at = `${place.pointer}/discriminator`
    const known = { properties: { [property]: { enum: listKnown(description, place), at } } }
    const choices = children.map(({ names: values, place: child }) => ({
      if: { required: [property], properties: { [property]: { enum: values } } },
      // biome-ignore lint/suspicious/noThenProperty: it is a keyword
      then: refer(child, true, context),
    }))
    return { allOf: [parent, known, ...choices] }
  }

  function toProperty(place: Place): Compilable {
    if (!isUnsent(description, direction, [place])) return toInner(place)
    return direction === 'request' ? true : { unsent: true, at: `${place.pointer}/writeOnly` }
  }

  const toInner = (place: Place): Compilable =>
    toSchema(place, { isBase: false, siblings: () => listParts(description, place), root: toPlaceKey(place) })

  const toSame = (place: Place, context: Context): Compilable =>
    toSchema(place, {
      ...context,
      isBase: false,
      siblings: () => [...context.siblings(), ...listParts(description, place)],
    })

  /** Makes `anyOf` or `oneOf`, without the errors of each branch. */
  function toChoice(
    place: ObjectPlace,
    keyword: 'anyOf' | 'oneOf',
    context: Context,
  ): Record<string, unknown>[] {
    const branches = listItems(placeIn(place, keyword))
    if (branches.length === 0) return []
    const toBranch = (branch: Place): Compilable => toSame(branch, context)
    const isNull = ({ json }: Place): boolean => isObject(json) && json['type'] === 'null'
    const chosen = listBranches(
      description,
      place,
      branches.filter((branch) => !isNull(branch)),
    )
    if (chosen === undefined)
      return [{ if: { [keyword]: branches.map(toBranch) }, else: { branches: keyword, at: place.pointer } }]
    const property = readProperty(place)
    const at = `${place.pointer}/discriminator`
    const values = chosen.flatMap((branch) => branch.names)
    const object = {
      at,
      type: 'object',
      required: [property],
      properties: { [property]: { enum: values, at } },
      allOf: chosen.map((branch) => ({
        if: { required: [property], properties: { [property]: { enum: branch.names } } },
        // biome-ignore lint/suspicious/noThenProperty: it is a keyword
        then: toBranch(branch.place),
      })),
    }
    return branches.some(isNull) ? [{ if: { type: 'null' }, else: object }] : [object]
  }

  function toSchema(from: Place, context: Context): Compilable {
    if (!isObjectPlace(from)) return from.json === false ? { not: true, at: from.pointer } : true
    if (++parts > maxParts) return true
    const { json } = from
    const place: ObjectPlace = { json, pointer: from.pointer, scope: description.enter(from).scope }
    const out: Record<string, unknown> = { at: place.pointer }
    for (const keyword of copied) if (json[keyword] !== undefined) out[keyword] = wrapBigints(json[keyword])
    addType(out, json)
    const values = 'const' in json ? [json['const']] : json['enum']
    if (values !== undefined) out[hasBigint(values) ? 'exactEnum' : 'enum'] = wrapBigints(values)
    if (Array.isArray(json['required']) && json['required'].length > 0) {
      const siblings = context.siblings()
      out['required'] = [...new Set(json['required'])].filter(
        (name) => !isUnsent(description, direction, listInner(siblings, name)),
      )
    }
    const addMap = (keyword: string, toMember: (member: Place) => Compilable): void => {
      const members = listMembers(placeIn(place, keyword))
      if (members.length === 0) return
      out[keyword] = Object.fromEntries(members.map(([name, member]) => [name, toMember(member)]))
    }
    addMap('properties', toProperty)
    addMap('patternProperties', toProperty)
    addMap('dependentSchemas', (member) => toSame(member, context))
    // ajv says more about what a plain false rejects.
    for (const keyword of appliedKeywords.inner)
      if (json[keyword] !== undefined)
        out[keyword] = json[keyword] === false ? false : toInner(placeIn(place, keyword))
    for (const keyword of appliedKeywords.same)
      if (json[keyword] !== undefined) out[keyword] = toSame(placeIn(place, keyword), context)
    const prefix = listItems(placeIn(place, 'prefixItems'))
    if (prefix.length > 0) out['prefixItems'] = prefix.map(toInner)
    const all: Compilable[] = [
      ...listItems(placeIn(place, 'allOf')).map((item) => toSchema(item, { ...context, isBase: true })),
      ...toChoice(place, 'anyOf', context),
      ...toChoice(place, 'oneOf', context),
    ]
    for (const target of listReferences(description, place))
      if (target !== undefined) all.push(refer(target, context.isBase, context))
    // Without a branch, ajv ignores `if`, although what it evaluates counts.
    if (out['if'] !== undefined && out['then'] === undefined && out['else'] === undefined)
      all.push({ anyOf: [out['if'], true] })
    if (all.length > 0) out['allOf'] = all
    return out
  }

  return (place) => {
    const { name } = define(place, false)
    parts = 0
    try {
      for (let next = open.pop(); next !== undefined; next = open.pop()) next()
      if (parts > maxParts) {
        const message = `The schema has more than ${maxParts} others in it. The rest isn't checked.`
        warn({ message, pointer: place.pointer })
      }
      const validate = ajv.getSchema(name)
      onCompiled(toPlaceKey(place), name)
      if (validate !== undefined) return toListErrors(validate)
    } catch (error) {
      const message = `The schema can't be compiled (${(error as Error).message}). Its values aren't checked.`
      warn({ message, pointer: place.pointer })
    }
    ajv.removeSchema(name)
    ajv.addSchema({}, name)
    return () => []
  }
}
