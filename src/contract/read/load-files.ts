import { existsSync, realpathSync } from 'node:fs'
import { dirname, isAbsolute, relative, resolve } from 'node:path'
import { TextError } from '../../json/text-error.ts'
import { isContainer, isObject } from '../../options/is-object.ts'
import { ContractError, type Warning } from '../contract.ts'
import { toPointer } from '../pointer.ts'
import { decodePercent } from '../request-parts.ts'
import { parseDescription } from './parse-description.ts'
import { explainReadError, isUrl, maxBytes, readFileOrUrl } from './read-text.ts'

/** A file of a description, and where it is in the whole document. */
export interface Source {
  /** As messages show it. */
  name: string
  text: string
  pointer: string
}

/** A description that was read from files, put into one document. */
export interface Loaded {
  document: unknown
  sources: readonly Source[]
  warnings: readonly Warning[]
}

/** The member of the document that has the other files. */
const others = 'x-files'

const maxFiles = 1000

/** Members whose values are data, unless these are the names of what a map has. */
const data = new Set(['example', 'default', 'enum', 'const', 'value'])

/** Members that are maps, so that what is in them has names that people choose. */
const maps = new Set(
  'properties patternProperties $defs definitions dependentSchemas schemas parameters responses headers requestBodies examples links callbacks securitySchemes pathItems paths content'.split(
    ' ',
  ),
)

interface Reference {
  /** The object or map that has it, and its name there. */
  owner: Record<string, unknown>
  name: string
  pointer: string
}

function findFileReferences(document: unknown, start: string): { references: Reference[]; ids: string[] } {
  const references: Reference[] = []
  const ids: string[] = []
  const seen = new Set<unknown>()
  const open: { json: unknown; pointer: string; isMap: boolean }[] = [
    { json: document, pointer: start, isMap: false },
  ]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { json, pointer, isMap } = next
    if (!isContainer(json) || seen.has(json)) continue
    seen.add(json)
    for (const name of Object.keys(json)) {
      const value = json[name]
      if (typeof value === 'string') {
        if (name === '$ref' && !isMap)
          references.push({ owner: json, name, pointer: pointer + toPointer(name) })
        if (name === '$id' && !isMap) ids.push(value)
      } else if (name === 'mapping' && isObject(value) && !isMap) {
        for (const key of Object.keys(value))
          if (/[#/]|\.(?:json|ya?ml)$/.test(String(value[key])))
            references.push({ owner: value, name: key, pointer: pointer + toPointer(name) })
      } else if (
        isContainer(value) &&
        (isMap || !(data.has(name) || name.startsWith('x-') || (name === 'examples' && Array.isArray(value))))
      )
        open.push({ json: value, pointer: pointer + toPointer(name), isMap: !isMap && maps.has(name) })
    }
  }
  return { references, ids }
}

/** Says whether a file or URL is in the folder of another one; links are followed. */
function isInside(location: string, root: string): boolean {
  if (isUrl(location) || isUrl(root))
    return isUrl(root) && new URL(location).href.startsWith(new URL('.', root).href)
  const real = (path: string): string => (existsSync(path) ? realpathSync(path) : path)
  const path = relative(real(dirname(resolve(root))), real(location))
  return !path.startsWith('..') && !isAbsolute(path)
}

function toLocation(path: string, from: string): string {
  const base = isUrl(from) ? from : undefined
  if (isUrl(path) || base !== undefined) return URL.canParse(path, base) ? new URL(path, base).href : path
  return resolve(dirname(from), decodePercent(path.replace(/^file:\/\//, '')))
}

/** Parses a file. @throws {ContractError} with its name and place */
export async function readDocument(
  location: string,
  name: string,
): Promise<{ text: string; document: unknown }> {
  try {
    const text = await readFileOrUrl(location)
    return { text, document: parseDescription(text) }
  } catch (error) {
    const { problem, place } = error instanceof TextError ? error : { problem: undefined, place: '' }
    const reason =
      problem ?? (error instanceof RangeError ? 'it is nested too deeply' : explainReadError(error))
    throw new ContractError(
      `Failed to read ${name}${place}: ${reason.replaceAll(/\s+/g, ' ').replace(/\.?$/, '.')}`,
    )
  }
}

/**
 * Reads a description and the files that it refers to into one document.
 *
 * @param change changes the document before its references are followed
 *
 * @throws {ContractError} if the description itself can't be read
 */
export async function loadFiles(
  file: string,
  allowRefs: boolean,
  change: (document: unknown) => unknown,
): Promise<Loaded> {
  const { text, document: read } = await readDocument(file, file)
  const document = change(read)
  const sources: Source[] = [{ name: file, text, pointer: '' }]
  const warnings: Warning[] = []
  const root = isUrl(file) ? file : resolve(file)
  const pointers = new Map<string, string | undefined>([[root, '']])
  const documents: unknown[] = []
  const open = [{ location: root, json: document, pointer: '' }]
  let size = text.length

  /** Reads another file; undefined if it can't be. */
  async function add(location: string, reference: string, at: string): Promise<string | undefined> {
    if (pointers.has(location)) return pointers.get(location)
    const isAllowed = allowRefs || isInside(location, root)
    const isFull = documents.length >= maxFiles || size > maxBytes
    const ignored = 'Whatever it stands for is ignored'
    const reason = !isAllowed
      ? `The reference ${reference} leads out of the folder of the description. ${ignored}, unless --allow-refs allows it.`
      : isFull
        ? `The description has too many files for ${reference}. ${ignored}.`
        : undefined
    pointers.set(location, undefined)
    if (reason !== undefined) {
      warnings.push({ message: reason, pointer: at })
      return undefined
    }
    const name = isUrl(location) ? location : relative('', location)
    try {
      const { text: own, document: json } = await readDocument(location, name)
      const pointer = `/${others}/${documents.length}`
      size += own.length
      documents.push(json)
      sources.push({ name, text: own, pointer })
      pointers.set(location, pointer)
      open.push({ location, json, pointer })
      return pointer
    } catch (error) {
      warnings.push({ message: `${(error as Error).message} ${ignored}.`, pointer: at })
      return undefined
    }
  }

  for (const { location, json, pointer } of open) {
    const { references, ids } = findFileReferences(json, pointer)
    for (const { owner, name, pointer: at } of references) {
      const reference = String(owner[name])
      const [path = '', fragment = ''] = reference.split('#')
      // What a schema is called isn't a file.
      if (path === '' ? pointer === '' : ids.some((id) => id === path || id.endsWith(`/${path}`))) continue
      if (path === '' && fragment !== '' && !fragment.startsWith('/')) continue
      if (/^urn:/i.test(path)) continue
      const other = path === '' ? location : toLocation(path, location)
      const target = path === '' ? pointer : await add(other, reference, at)
      if (target !== undefined) owner[name] = `#${target}${fragment}`
      else if (name === '$ref') delete owner[name]
    }
  }
  if (documents.length > 0 && isObject(document)) document[others] = documents
  return { document, sources, warnings }
}
