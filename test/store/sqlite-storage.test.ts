import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { OptionsError } from '../../src/index.ts'
import { sqliteStorage } from '../../src/store/storage/sqlite-storage.ts'
import { createFolder } from '../tools/folder.ts'

const folder = createFolder()
afterAll(() => folder[Symbol.dispose]())

const elm = { id: 1, name: 'Elm' }
const oak = { id: 2, name: 'Oak', tag: 'tree' }

const run = (file: string, sql: string): void => {
  const db = new DatabaseSync(file)
  db.exec(sql)
  db.close()
}

describe('a file that it refuses', () => {
  test.each<[what: string, reason: string, make: (file: string) => void]>([
    ['garbage', 'it is not an SQLite database', (file) => writeFileSync(file, 'x'.repeat(9999))],
    ['other', 'it is a database of another program', (file) => run(file, 'CREATE TABLE plants (id)')],
    [
      'damaged',
      'it is damaged. Restore a copy, or delete it together with its -wal and -shm files',
      (file) => {
        {
          using storage = sqliteStorage(file)
          storage.insertIfAbsent(Array.from({ length: 500 }, (_, id) => ({ ...elm, id })))
        }
        writeFileSync(file, readFileSync(file).fill(9, 8192))
      },
    ],
    ['marked', 'it is a database of another program', (file) => run(file, 'PRAGMA application_id = 7')],
    [
      'newer',
      'a newer version of plant-store-kit wrote it (format 2); this one reads 1',
      (file) => {
        sqliteStorage(file)[Symbol.dispose]()
        run(file, 'PRAGMA user_version = 2')
      },
    ],
    ['folder', 'it is a folder', (file) => mkdirSync(file)],
    ['none/plants', 'it or its folder does not exist or is not accessible', () => {}],
  ])('%s.db: %s', (what, reason, make) => {
    const file = folder.file(`${what}.db`)
    make(file)
    const isFile = statSync(file, { throwIfNoEntry: false })?.isFile()
    const read = () => isFile && readFileSync(file, 'latin1')
    const before = read()
    expect(() => sqliteStorage(file)).toThrow(new Error(`the file ${file} can't keep the plants: ${reason}`))
    expect(read()).toBe(before)
  })

  test.each([
    ['', '""'],
    [{ path: 'plants.db' }, 'an object'],
  ])('the path %j', (path, shown) => {
    const message = `the path of the storage must be a string that is not empty, got ${shown}`
    expect(() => sqliteStorage(path as string)).toThrow(
      expect.objectContaining({ name: 'OptionsError', message }),
    )
  })
})

test('keeps plants when it is opened again, and can be closed twice', () => {
  const file = folder.file('again.db')
  const storage = sqliteStorage(file)
  storage.insertIfAbsent([oak, elm])
  storage.put({ ...elm, name: 'Wych elm' })
  storage[Symbol.dispose]()
  storage[Symbol.dispose]()
  expect(() => storage.count()).toThrow(`the file ${file} can't keep the plants: `)
  using again = sqliteStorage(file)
  expect([again.kind, again.list(0, 9)]).toEqual(['sqlite', [oak, { ...elm, name: 'Wych elm' }]])
})

test('a plant is on disk before its request is answered', () => {
  const file = folder.file('durable.db')
  const exec = vi.spyOn(DatabaseSync.prototype, 'exec')
  using _storage = sqliteStorage(file)
  expect(exec.mock.calls.join()).toMatch(/journal_mode = WAL.+synchronous = FULL/s)
  exec.mockRestore()
})

describe('another process', () => {
  test('that writes is waited for 5 seconds', () => {
    const waits: unknown[] = []
    // This one waits for a moment only.
    class Impatient extends DatabaseSync {
      constructor(path: string, options: { timeout?: number }) {
        super(path, { ...options, timeout: 1 })
        waits.push(options.timeout)
      }
    }
    vi.spyOn(process, 'getBuiltinModule').mockReturnValue({ DatabaseSync: Impatient })
    const file = folder.file('busy.db')
    using storage = sqliteStorage(file)
    const other = new DatabaseSync(file)
    other.exec('BEGIN IMMEDIATE')
    expect(waits).toEqual([5000])
    const { put, insertIfAbsent, replaceAll } = storage
    for (const change of [() => put(elm), () => insertIfAbsent([elm]), () => replaceAll([])])
      expect(change).toThrow('another process has been writing for 5 seconds')
    other.exec('COMMIT')
    put(elm)
    expect([storage.count(), storage.list(0, 9)]).toEqual([1, [elm]])
    other.close()
  })

  test('that makes many plants fail fails only those', () => {
    using storage = sqliteStorage(folder.file('failed.db'))
    const many = Array.from({ length: 1001 }, (_, id) => ({ id, name: 'Elm' }))
    const twice = [...many, elm]
    expect(() => storage.insertIfAbsent(twice)).toThrow('UNIQUE constraint failed')
    expect(storage.count()).toBe(0)
    expect(storage.insertIfAbsent(many)).toEqual([])
    expect(() => storage.replaceAll([elm, elm])).toThrow('UNIQUE constraint failed')
    expect(() => storage.replaceAll(twice)).toThrow('UNIQUE constraint failed')
    expect(storage.count()).toBe(1001)
  })
})

test('finds a page, an id and the count without a scan', () => {
  const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare')
  const file = folder.file('plans.db')
  sqliteStorage(file)[Symbol.dispose]()
  const selects = prepare.mock.calls
    .map(([sql]) => sql)
    .filter((sql) => /^SELECT [^F]+ FROM plants/.test(sql))
  prepare.mockRestore()
  const db = new DatabaseSync(file)
  const plans = selects.map((sql) => db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all())
  expect(plans).toMatchObject([
    [{ detail: 'SEARCH plants USING INDEX sqlite_autoindex_plants_1 (id=?)' }],
    [{ detail: 'SEARCH plants USING INTEGER PRIMARY KEY (rowid>?)' }],
    [{ detail: 'SEARCH plants' }],
  ])
  db.close()
})

test('needs a Node with SQLite, whose warnings it hides', () => {
  const warn = vi.spyOn(process, 'emitWarning').mockReturnValue()
  const original = process.emitWarning
  vi.spyOn(process, 'getBuiltinModule').mockImplementation(() => {
    process.emitWarning('SQLite is experimental')
    return undefined
  })
  const message = `a storage in a file needs Node 22.13 or newer, and this is Node ${process.version}`
  expect(() => sqliteStorage(folder.file('old.db'))).toThrow(new OptionsError(message))
  expect(warn).not.toHaveBeenCalled()
  expect(process.emitWarning).toBe(original)
})
