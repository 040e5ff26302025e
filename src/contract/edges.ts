import { setAt } from '../json/at-path.ts'
import { toCanonical } from '../json/canonical.ts'
import { isContainer } from '../options/is-object.ts'
import type { Path } from '../options/problems.ts'
import type { DescribedPart, Edge, Edges, Schema } from './contract.ts'
import { type EdgeCandidate, type InnerValues, listCandidates } from './edge-candidates.ts'

interface OpenValue {
  path: Path
  parts: readonly DescribedPart[]
  value: unknown
  /** The whole value that it is in. */
  whole: unknown
  branch?: Path
  /** How many branches it is in. */
  depth?: number
}

/** How many branches in branches are looked at. */
const maxBranches = 2

/** The most places of a schema that are looked at. */
const maxPlaces = 300

/** The schemas of a property or, with a number, of an item, in some schemas. */
function listInner(parts: readonly DescribedPart[], name: string | number): DescribedPart[] {
  const inner = parts.flatMap((part) => {
    if (typeof name === 'string') return part.at('properties', name)
    const item = part.at('prefixItems', name)
    return item.length > 0 ? item : part.at('items')
  })
  return [...new Map(inner.map((part) => [part.key, part])).values()]
}

const known = new WeakMap<Schema, Edges>()

/** Lists valid and invalid values next to the limits of each keyword of a schema; each has one cause, and is checked by the schema itself. */
export function listEdges(schema: Schema): Edges {
  const edges = known.get(schema) ?? findEdges(schema)
  known.set(schema, edges)
  return edges
}

function findEdges(schema: Schema): Edges {
  const whole = schema.example()
  const found: { inside: Edge[]; outside: Edge[] } = { inside: [], outside: [] }
  if (schema.check(whole).length > 0) return found
  const seen = new Set<string>()
  const isAbout = (path: Path, prefix: Path): boolean => prefix.every((name, index) => path[index] === name)

  const isAboutBranch = (keyword: string, path: Path, inner: Path): boolean =>
    (keyword === 'oneOf' || keyword === 'anyOf') && isAbout(inner, path)

  function offer(
    { path, whole: own, branch }: Pick<OpenValue, 'path' | 'whole' | 'branch'>,
    { value, keyword, description: text, isInside, part }: EdgeCandidate,
  ): void {
    const edge: Edge = {
      value: setAt(own, path, value),
      path,
      keyword,
      pointer: `${part.pointer}/${keyword}`,
      description: text,
      ...(branch !== undefined && { branch }),
    }
    const key = `${isInside} ${toCanonical(edge.value)}`
    if (seen.has(key)) return
    const problems = schema.check(edge.value)
    // One cause each: another keyword would hide what is looked for.
    const isRight = isInside
      ? problems.length === 0
      : problems.length === 1 &&
        problems.every(
          (problem) => isAbout(problem.path, path) || isAboutBranch(problem.keyword, problem.path, path),
        )
    if (!isRight) return
    seen.add(key)
    found[isInside ? 'inside' : 'outside'].push(edge)
  }

  const open: OpenValue[] = [{ path: [], parts: schema.parts(), value: whole, whole }]
  for (const entry of open) {
    const { path, parts, value } = entry
    if (open.length > maxPlaces) break
    const others = parts.flatMap((part) => part.at('additionalProperties'))
    const inner: InnerValues = {
      listItems() {
        const own = listInner(parts, 0)[0]?.schema
        const all = own?.facts().values ?? Array.from({ length: 60 }, (_, seed) => own?.example(seed + 1))
        return [...new Map(all.map((one) => [toCanonical(one), one])).values()]
      },
      makeProperty(name) {
        const [own] = [...listInner(parts, name), ...others]
        return own === undefined ? 1 : own.schema.example()
      },
      listValues: (name) => listInner(parts, name)[0]?.schema.facts().values ?? [],
    }
    for (const part of parts) {
      for (const keyword of Object.keys(part.json))
        for (const candidate of listCandidates(part, keyword, value, inner)) offer(entry, candidate)
      for (const keyword of ['oneOf', 'anyOf'])
        for (const index of [part.json[keyword] ?? []].flat().keys()) {
          const branch = part.at(keyword, index)
          const inner = branch[0]?.schema.example()
          const chosen = {
            ...entry,
            value: inner,
            whole: setAt(entry.whole, path, inner),
            branch: path,
          }
          offer(chosen, {
            value: inner,
            keyword,
            description: `branch ${index + 1}`,
            isInside: true,
            part,
          })
          const depth = (entry.depth ?? 0) + 1
          if (depth <= maxBranches && schema.check(chosen.whole).length === 0)
            open.push({ ...chosen, depth, parts: branch })
        }
    }
    if (!isContainer(value)) continue
    for (const name of Object.keys(value)) {
      const own = Array.isArray(value) ? Number(name) : name
      const named = listInner(parts, own)
      const places = named.length > 0 || typeof own === 'number' ? named : others
      if (places.length > 0 && (own === name || own === 0))
        open.push({ ...entry, path: [...path, own], parts: places, value: value[name] })
    }
  }
  return found
}
