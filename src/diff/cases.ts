import type { Contract, Operation, Schema } from '../contract/contract.ts'
import { listEdges } from '../contract/edges.ts'
import { toPointer } from '../contract/pointer.ts'
import { toExactInteger } from '../json/exact-integer.ts'
import type { CheckedPart } from '../mock/options.ts'
import { getAt, setAt } from '../mock/responses/place.ts'
import {
  type Credentials,
  createFresh,
  type Draft,
  type Fresh,
  findSet,
  isAt,
  keyPath,
  withBody,
} from './draft.ts'
import { isAccepted, type Seen, type Side } from './side.ts'

/** What is special or wrong about a request. */
interface Special {
  title: string
  change: Partial<Draft> | ((draft: Draft, fresh: Fresh) => Draft)
  /** The part that is wrong, of what stands for this part if a request has two mistakes. */
  part?: CheckedPart | 'record' | 'path'
  /** The option that decides how a mock responds. */
  option?: 'order' | 'onDuplicate' | 'unknownProperties' | 'unknownParameters' | 'maxBody'
  /** Finds the limit of a service: a length or number, from one that it accepts. */
  scale?: Scale & { change(draft: Draft, fresh: Fresh, size: bigint): Draft }
}

interface Scale {
  place: string
  low: bigint
  high: bigint
}

/** One request, after those that it needs. */
export interface Case extends Pick<Special, 'title' | 'part' | 'option'> {
  operation: Operation
  /** Sends it; undefined if a side can't get it. */
  run(side: Side): Promise<Seen | undefined>
  /** The cases with only one of the two mistakes of this one. */
  pair?: readonly [Case, Case]
  scale?: Scale & { run(side: Side, size: bigint): Promise<Seen | undefined> }
}

/** The title of a request as the description has it. */
export const validTitle = 'a valid request'

export const nameOf = ({ operation, title }: Pick<Case, 'operation' | 'title'>): string =>
  `${operation.id}: ${title}`

/** A media type that nobody reads or writes, the length of a string that services accept, and the largest body that is sent. */
const unknownType = 'application/x-unknown'
const longLength = 1000
const largestBody = 2 ** 21

/** Keeps two items of each key, and few in all. */
function keepSome<Item>(items: readonly Item[], toKey: (item: Item) => string): Item[] {
  const counts = new Map<string, number>()
  const count = (key: string): number => counts.set(key, (counts.get(key) ?? 0) + 1).get(key) ?? 0
  return items.filter((item) => count(toKey(item)) <= 2).slice(0, 60)
}

const withValue = (draft: Draft, place: keyof Draft['values'], name: string, value: unknown): Draft => ({
  ...draft,
  values: { ...draft.values, [place]: { ...draft.values[place], [name]: value } },
})

/** Lists values of parameters next to their limits. */
function listParameters({ parameters }: Operation, side: 'inside' | 'outside'): Special[] {
  return parameters.flatMap(({ name, in: place, isRequired, schema, media, write }): Special[] => {
    const key = place === 'header' ? name.toLowerCase() : name
    // Keys inside of limits are no records, and those of earlier requests change the response.
    if (media !== undefined || (place === 'path' && side === 'inside') || /^if-|idempotency/i.test(name))
      return []
    const set = (title: string, value: unknown): Special => ({
      title: `the ${place} parameter ${name}: ${title}`,
      change: (draft) => withValue(draft, place, key, value),
    })
    const isText = schema.facts().types.includes('string')
    const edges = listEdges(schema)[side].filter(
      ({ value, keyword }) =>
        typeof value !== 'object' &&
        /^[\x21-\x7e]*[\x21-.0-\x7e]$/.test(write(value)) &&
        !(isText && keyword === 'type'),
    )
    return [
      ...(side === 'outside' && isRequired && place !== 'path' ? [set('missing', undefined)] : []),
      ...keepSome(edges, ({ keyword }) => keyword).map(({ value, description }) => set(description, value)),
    ]
  })
}

type Path = readonly (string | number)[]

/** Makes what finds a limit in a place of a body, which has a string or an integer. */
function toScale(example: unknown, path: Path, value: unknown): Pick<Special, 'scale'> {
  const usual = getAt(example, path)
  const isText = typeof value === 'string' && typeof usual === 'string'
  const isWhole = (one: unknown): boolean => typeof one === 'bigint' || Number.isInteger(one)
  if (!isText && !(isWhole(usual) && isWhole(value))) return {}
  const toSize = (one: unknown): bigint => BigInt(isText ? String(one).length : (one as number))
  const toValue = (size: bigint): unknown =>
    isText ? usual.padEnd(Number(size), 'a').slice(0, Number(size)) : toExactInteger(size)
  const change = (draft: Draft, fresh: Fresh, size: bigint): Draft =>
    withBody(draft, setAt(example, path, toValue(size)), fresh, path)
  const [low, high] = [toSize(usual), toSize(value)]
  return low < high ? { scale: { place: toPointer(...path), low, high, change } } : {}
}

/** Lists bodies next to the limits of their schema. */
function listBodies(operation: Operation, schema: Schema, side: 'inside' | 'outside'): Special[] {
  // A key of a limit is stored when the next run sends it.
  const edges = listEdges(schema)[side].filter(
    ({ path }) => side === 'outside' || !isAt(path, keyPath(operation)),
  )
  return keepSome(edges, ({ path, keyword }) => `${toPointer(...path)} ${keyword}`).map(
    ({ value, path, description }) => ({
      title: `${toPointer(...path) || 'the body'}: ${description}`,
      change: (draft, fresh) => withBody(draft, value, fresh, path),
      ...(side === 'inside' && toScale(schema.example(), path, value)),
    }),
  )
}

/** Lists values that no limit of the description excludes: strings, and keys, which are new ones each time. */
function listUnlimited(operation: Operation, schema: Schema): Special[] {
  return schema.facts().properties.flatMap((name): Special[] => {
    const inner = schema.at(name)
    const { types = [], values, isReadOnly } = inner?.facts() ?? {}
    if (inner === undefined || values !== undefined || isReadOnly) return []
    const isText = types.includes('string')
    const example = { ...Object(schema.example()), ...(isText && { [name]: 'a' }) }
    const set = (title: string, value: unknown, toOwn = (_fresh: Fresh) => value): Special[] =>
      inner.check(value).length > 0
        ? []
        : [
            {
              title: `/${name}: ${title}`,
              change: (draft, fresh) => withBody(draft, { ...example, [name]: toOwn(fresh) }, fresh, [name]),
              ...toScale(example, [name], value),
            },
          ]
    const isKey = isAt([name], keyPath(operation))
    if (isText === isKey) return []
    if (isText) return [...set(`${longLength} letters`, 'a'.repeat(longLength)), ...set('no letter', '')]
    return [33n, 53n, 62n].flatMap((bits) =>
      set(`an id of ${bits} bits`, toExactInteger(2n ** bits), (fresh) =>
        toExactInteger(2n ** bits + BigInt(fresh() as number)),
      ),
    )
  })
}

const when = (condition: unknown, ...list: Special[]): Special[] => (condition ? list : [])

const findJson = ({ body }: Operation): Schema | undefined =>
  body?.media.find(({ kind }) => kind === 'json')?.schema

/** Lists the mistakes that requests of an operation can have, and what else is special about some. */
function listSpecial(operation: Operation): [mistakes: Special[], others: Special[]] {
  const { security, body, responses, parameters, effect } = operation
  const schema = findJson(operation)
  const typical = (part: Special['part'], [first, ...more]: Special[]): Special[] =>
    first === undefined ? [] : [{ ...first, part: part as CheckedPart }, ...more]
  const scope = effect.kind === 'none' ? [] : effect.scope
  const ofRecord =
    effect.kind === 'none' || (effect.kind === 'replace' && effect.creates) ? undefined : effect.keyParameter
  const unknown = ofRecord ?? scope.findLast(({ resource }) => resource !== undefined)?.parameter
  const key = parameters.find((one) => one.in === 'path' && one.name === unknown)
  const withUnknown = (draft: Draft, fresh: Fresh): Draft =>
    withValue(draft, 'path', key?.name ?? '', fresh(key?.schema))
  const mistakes = [
    ...when(
      security.length > 0 && security.every((set) => set.length > 0),
      { title: 'no credentials', part: 'credentials', change: { credential: 'none' } },
      { title: 'invalid credentials', change: { credential: 'invalid' } },
    ),
    ...typical('parameters', listParameters(operation, 'outside')),
    ...when(
      body,
      { title: 'an unknown content type', part: 'type', change: { type: unknownType } },
      { title: 'an unknown content coding', change: { headers: { 'content-encoding': 'x-unknown' } } },
    ),
    ...when(body?.isRequired, { title: 'no body', change: { body: undefined } }),
    ...when(schema, { title: 'malformed JSON', part: 'body', change: { text: '{"a":' } }),
    ...typical('body', schema === undefined ? [] : listBodies(operation, schema, 'outside')),
    ...when(responses.success?.media.length, {
      title: 'an unknown type in Accept',
      change: { headers: { accept: unknownType } },
    }),
    ...when(
      parameters.some(({ name }) => /^if-match$/i.test(name)),
      {
        title: 'another entity tag',
        change: { headers: { 'if-match': '"another"' } },
      },
    ),
    ...when(
      key,
      { title: 'an unknown record', part: 'record', change: withUnknown },
      { title: 'another unknown record', change: withUnknown },
    ),
  ]
  const others: Special[] = [
    ...listParameters(operation, 'inside'),
    ...(schema === undefined
      ? []
      : [...listBodies(operation, schema, 'inside'), ...listUnlimited(operation, schema)]),
    {
      title: 'an unknown query parameter',
      option: 'unknownParameters',
      change: { query: 'unknownParameter=1' },
    },
    ...when(schema?.facts().types.includes('object'), {
      title: 'an unknown property',
      option: 'unknownProperties',
      change: (draft) => ({ ...draft, body: { ...Object(draft.body), unknownProperty: 1 } }),
    }),
  ]
  return [mistakes, others]
}

/** Lists what is wrong with paths and methods, and bodies around the limit of the mock, each once. */
function listOnce(
  { match }: Contract,
  operations: readonly Operation[],
  operation: Operation,
  maxBody: number,
): Special[] {
  const method = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].find(
    (one) => match(one, operation.path).kind === 'method-not-allowed',
  )
  const isFirst = (isLike: (one: Operation) => boolean): boolean => operations.find(isLike) === operation
  const hasJson = isFirst((one) => one.method === 'POST' && findJson(one) !== undefined)
  const toUnknown = (draft: Draft, fresh: Fresh): Draft => ({
    ...draft,
    method: 'GET',
    path: `/${fresh()}`,
    body: undefined,
  })
  const pad = (draft: Draft, size: bigint): Draft => ({
    ...draft,
    text: String(draft.media?.write(draft.body).body).padEnd(Number(size)),
  })
  const toSize = (title: string, size: number, high: number): Special => ({
    title,
    option: 'maxBody',
    change: (draft) => pad(draft, BigInt(size)),
    scale: { place: 'the body', low: 1024n, high: BigInt(high), change: (draft, _, own) => pad(draft, own) },
  })
  const largest = Math.min(maxBody, largestBody)
  return [
    ...when(operation === operations[0], { title: 'an unknown path', part: 'path', change: toUnknown }),
    ...when(method && isFirst(({ path }) => path === operation.path), {
      title: `the method ${method}`,
      change: { method: `${method}`, body: undefined },
    }),
    ...when(hasJson, toSize('the largest body', largest, largest)),
    ...when(hasJson && largest < largestBody, toSize('a larger body', largest + 1, largestBody)),
  ]
}

const apply = ({ change }: Special, draft: Draft, fresh: Fresh): Draft =>
  typeof change === 'function' ? change(draft, fresh) : { ...draft, ...change }

/** Lists all cases of the operations whose credentials are known. */
export function listCases(contract: Contract, credentials: Credentials, maxBody: number): Case[] {
  const operations = contract.operations.filter((one) => findSet(one, credentials) !== undefined)
  return operations.flatMap((operation) => {
    const { id, effect } = operation
    type Change = (draft: Draft, fresh: Fresh, side: Side) => Draft | undefined | Promise<Draft | undefined>
    const toCase = (title: string, change: Change, more: Partial<Case> = {}, isShared = false): Case => ({
      title,
      operation,
      ...more,
      async run(side) {
        const fresh = createFresh(`${side.seed} ${id} ${title}`)
        const draft = await side.draft(operation, fresh, isShared && effect.kind !== 'remove')
        const changed = draft && (await change(draft, fresh, side))
        return changed && side.send(changed)
      },
    })
    const toOwn = (one: Special, isShared = false): Case => {
      const { title, scale, option, part } = one
      const run = (side: Side, size: bigint): ReturnType<Case['run']> =>
        toCase(`${title} ${size}`, (draft, fresh) => scale?.change(draft, fresh, size)).run(side)
      const more = {
        ...(option && { option }),
        ...(part && { part }),
        ...(scale && { scale: { ...scale, run } }),
      }
      return toCase(title, (draft, fresh) => apply(one, draft, fresh), more, isShared)
    }
    const [mistakes, others] = listSpecial(operation)
    const once = listOnce(contract, operations, operation, maxBody)
    // Others tell what varies from what doesn't.
    const again = operation === operations[0] ? [...mistakes, ...once.filter(({ option }) => !option)] : []
    const wrong = [...mistakes, ...once].map((one) => ({ one, own: toOwn(one, one.option === undefined) }))
    const typical = wrong.filter(({ one }) => one.part !== undefined)
    const pairs = typical.flatMap(({ one, own }, index) =>
      typical.slice(index + 1).flatMap(({ one: other, own: ofOther }) => {
        if (one.part === other.part || (other.part === 'path' && one.part !== 'credentials')) return []
        const change: Change = (draft, fresh) => apply(other, apply(one, draft, fresh), fresh)
        return toCase(`${one.title}, ${other.title}`, change, { option: 'order', pair: [own, ofOther] }, true)
      }),
    )
    const key = effect.kind === 'create' ? keyPath(operation) : undefined
    const withStored: Change = async (draft, fresh, side) => {
      const [first, next] = [await side.send(draft), await side.draft(operation, fresh)]
      const isStored = isAccepted(first) && next !== undefined && key !== undefined
      return isStored ? { ...next, body: setAt(next.body, key, getAt(draft.body, key)) } : undefined
    }
    const stored = ['a stored key', 'another stored key']
    return [
      ...[validTitle, 'another valid request'].map((title) => toCase(title, (draft) => draft)),
      ...wrong.map(({ own }) => own),
      ...others.map((one) => toOwn(one)),
      ...again.map((one) => toOwn({ ...one, title: `${one.title}, again` }, true)),
      ...(key ? stored : []).map((title) => toCase(title, withStored, { option: 'onDuplicate' })),
      ...pairs,
    ]
  })
}
