import { parseExactJson, stringifyExactJson } from '../../json/exact-json.ts'
import { isObject } from '../../options/is-object.ts'
import { OptionsError } from '../../options/options-error.ts'
import { createMemoryResource } from './memory-storage.ts'
import type { MockStorage, ResourceStorage, StoredRecord } from './mock-storage.ts'

interface Page {
  localStorage?: { getItem(key: string): string | null; setItem(key: string, text: string): void }
}

const isRecord = (value: unknown): value is StoredRecord =>
  isObject(value) &&
  typeof value['address'] === 'string' &&
  typeof value['key'] === 'string' &&
  isObject(value['scope'])

/** @throws {TypeError} if a text doesn't have records by their resource */
function readRecords(text: string): [name: string, records: StoredRecord[]][] {
  const resources = parseExactJson(text)
  if (!isObject(resources)) throw new TypeError('not an object')
  return Object.entries(resources).map(([name, records]) => {
    if (!Array.isArray(records) || !records.every(isRecord)) throw new TypeError(`no records: ${name}`)
    return [name, records]
  })
}

/**
 * Creates a storage that keeps records in localStorage: they survive a reload, and all tabs of the origin share them.
 *
 * Operations throw an Error if localStorage is full, or if the item has no records.
 *
 * @param key the name of the item
 *
 * @example
 * createHandlers({ storage: browserStorage('plants') })
 *
 * @throws {OptionsError} outside of a page
 */
export function browserStorage(key: string): MockStorage {
  const { localStorage } = globalThis as Page
  if (localStorage === undefined) throw new OptionsError('browserStorage needs the localStorage of a page')
  let resources = new Map<string, ResourceStorage>()
  /** The item that has the same records. */
  let read: string | null = null

  const forget = (): void => {
    resources = new Map()
    read = null
  }

  /** Takes over what a tab has changed, this one before a reload included. */
  function update(): void {
    const text = localStorage?.getItem(key) ?? null
    if (text === read) return
    forget()
    try {
      for (const [name, records] of readRecords(text ?? '{}')) open(name).replaceAll(records)
    } catch (cause) {
      const fix = `Run localStorage.removeItem(${JSON.stringify(key)}) in the page.`
      const problem = `Failed to read records: the item of localStorage has no records. ${fix}`
      throw new Error(problem, { cause })
    }
    read = text
  }

  function open(name: string): ResourceStorage {
    const found = resources.get(name) ?? createMemoryResource()
    resources.set(name, found)
    return found
  }

  function save(): void {
    const lists = [...resources].map(([name, records]) => [name, records.list()])
    const text = stringifyExactJson(Object.fromEntries(lists))
    try {
      localStorage?.setItem(key, text)
    } catch (cause) {
      // The next operation starts from the item again.
      forget()
      const fix = 'Remove records, or other items of this origin.'
      throw new Error(`Failed to store records: localStorage is full. ${fix}`, { cause })
    }
    read = text
  }

  function resource(name: string): ResourceStorage {
    function look(): ResourceStorage {
      update()
      return open(name)
    }
    function change<Result>(run: (records: ResourceStorage) => Result): Result {
      const result = run(look())
      save()
      return result
    }
    return {
      insert: (added) => change((records) => records.insert(added)),
      put: (record) => change((records) => records.put(record)),
      get: (address) => look().get(address),
      remove: (address) => change((records) => records.remove(address)),
      list: (offset, limit) => look().list(offset, limit),
      count: () => look().count(),
      replaceAll: (added) => change((records) => records.replaceAll(added)),
    }
  }

  return { kind: 'localStorage', resource }
}
