import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { OptionsError, type ResourceStorage, type StoredRecord } from '../../../src/index.ts'
import { sqliteStorage } from '../../../src/mock/storage/sqlite-storage.ts'
import { createFolder } from '../../tools/folder.ts'

const folder = createFolder()
afterAll(() => folder[Symbol.dispose]())

const toRecord = (id: number, value: object = { id, name: 'Elm' }): StoredRecord => ({
  address: String(id),
  key: String(id),
  scope: {},
  value,
})
const elm = toRecord(1)
const oak = toRecord(2, { id: 2, name: 'Oak', tag: 'tree' })
const many = Array.from({ length: 1001 }, (_, id) => toRecord(id))

/** Opens the plants in a file. */
const openPlants = (file: string): ResourceStorage & Disposable => {
  const storage = sqliteStorage(file)
  return { ...storage.resource('plants'), [Symbol.dispose]: storage[Symbol.dispose] }
}

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
          using plants = openPlants(file)
          plants.insert(many)
        }
        writeFileSync(file, readFileSync(file).fill(9, 8192))
      },
    ],
    ['marked', 'it is a database of another program', (file) => run(file, 'PRAGMA application_id = 7')],
    [
      'newer',
      'a newer version of plant-store-kit wrote it (format 3); this one reads 2',
      (file) => {
        sqliteStorage(file)[Symbol.dispose]()
        run(file, 'PRAGMA user_version = 3')
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
    expect(() => sqliteStorage(file)).toThrow(new Error(`the file ${file} can't keep the records: ${reason}`))
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

test('keeps records when it is opened again, and can be closed twice', () => {
  const file = folder.file('again.db')
  const plants = openPlants(file)
  const changed = toRecord(1, { id: 1, name: 'Wych elm' })
  plants.insert([oak, elm])
  plants.put(changed)
  plants[Symbol.dispose]()
  plants[Symbol.dispose]()
  expect(() => plants.count()).toThrow(`the file ${file} can't keep the records: `)
  using again = openPlants(file)
  expect(again.list()).toEqual([oak, changed])
})

test('a record is on disk before its request is answered', () => {
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
    using plants = openPlants(file)
    const other = new DatabaseSync(file)
    other.exec('BEGIN IMMEDIATE')
    expect(waits).toEqual([5000])
    const { put, insert, remove, replaceAll } = plants
    for (const change of [() => put(elm), () => insert([elm]), () => remove('1'), () => replaceAll([])])
      expect(change).toThrow('another process has been writing for 5 seconds')
    other.exec('COMMIT')
    put(elm)
    expect([plants.count(), plants.list()]).toEqual([1, [elm]])
    other.close()
  })

  test('that makes many records fail fails only those', () => {
    using plants = openPlants(folder.file('failed.db'))
    const twice = [...many, elm]
    expect(() => plants.insert(twice)).toThrow('UNIQUE constraint failed')
    expect(plants.count()).toBe(0)
    expect(plants.insert(many)).toEqual([])
    expect(() => plants.replaceAll([elm, elm])).toThrow('UNIQUE constraint failed')
    expect(() => plants.replaceAll(twice)).toThrow('UNIQUE constraint failed')
    expect(plants.count()).toBe(1001)
  })
})

test('converts a file of the first format, which had plants only', () => {
  const file = folder.file('plants.db')
  run(
    file,
    `CREATE TABLE plants (position INTEGER PRIMARY KEY, id INTEGER NOT NULL UNIQUE, plant TEXT NOT NULL) STRICT;
    INSERT INTO plants (id, plant) VALUES (9007199254740993, '{"name":"Fern"}'), (2, '{"name":"Oak","tag":"tree"}');
    PRAGMA application_id = ${0x706c6e74};
    PRAGMA user_version = 1`,
  )
  const key = '9007199254740993'
  const fern = { address: key, key, scope: {}, value: { id: 9007199254740993n, name: 'Fern' } }
  for (let count = 0; count < 2; count++) {
    using plants = openPlants(file)
    expect(plants.list()).toEqual([fern, oak])
  }
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
