import type { Schema } from '../contract/contract.ts'
import { findReferred } from '../contract/resources/find-referred.ts'
import { isObject } from '../options/is-object.ts'
import type { Path } from '../options/problems.ts'
import type { Draft } from '../probes/draft.ts'
import type { KnownRecord, RequestMaker } from './known-record.ts'

/** A body with keys of records in it, where they are, and what made the records. */
export interface Referred {
  value: unknown
  before: Draft['before']
  paths: Path[]
}

interface ReferOptions {
  /** The record in the path of the request. */
  owner: KnownRecord | undefined
  /** Whether the others are new ones. */
  isAnew: boolean
}

/** Puts keys of records into the properties of a body that mean them, such as `roomId`. */
export async function referToRecords(
  bench: RequestMaker,
  draft: Draft,
  value: unknown,
  schema: Schema,
  options: ReferOptions,
  depth = 2,
): Promise<Referred> {
  if (!isObject(value) || depth === 0) return { value, before: [], paths: [] }
  const { effect } = draft.operation
  const about = effect.kind === 'none' ? undefined : effect.resource
  let referred: Record<string, unknown> = value
  const before: Draft['before'][number][] = []
  const paths: Referred['paths'] = []
  for (const name of Object.keys(value)) {
    const inner = schema.at(name)
    if (inner === undefined) continue
    if (Array.isArray(value[name]) || isObject(value[name])) {
      const list = Array.isArray(value[name]) ? value[name] : undefined
      const items = list === undefined ? inner : inner.at(0)
      if (items === undefined) continue
      const isKeys = list?.some((one) => !isObject(one)) === true
      const found = isKeys
        ? undefined
        : await referToRecords(
            bench,
            draft,
            list === undefined ? value[name] : list[0],
            items,
            options,
            depth - 1,
          )
      if (found !== undefined && found.before.length > 0) {
        before.push(...found.before)
        paths.push(...found.paths.map((path) => (list === undefined ? [name, ...path] : [name, 0, ...path])))
        referred = { ...referred, [name]: list === undefined ? found.value : [found.value] }
      }
      continue
    }
    const resource = findReferred(name, bench.contract.resources).find(
      (one) => one !== about && !one.isSingle,
    )
    if (resource === undefined) continue
    const inPath = findAncestor(options.owner, resource)
    const own = inPath === undefined && options.isAnew ? await bench.records.create(resource) : inPath
    const record = typeof own === 'object' ? own : await bench.records.get(resource)
    if (typeof record === 'string' || inner.check(record.key).length > 0) continue
    referred = { ...referred, [name]: record.key }
    before.push(...record.before)
    paths.push([name])
  }
  return { value: referred, before, paths }
}

function findAncestor(
  record: KnownRecord | undefined,
  resource: KnownRecord['resource'],
): KnownRecord | undefined {
  for (let one = record; one !== undefined; one = one.parent) if (one.resource === resource) return one
  return undefined
}
