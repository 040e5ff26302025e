import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, describe, expect, test } from 'vitest'
import { letOthersRun } from '../../src/store/let-others-run.ts'
import { createPlantStore } from '../../src/store/plant-store.ts'
import { sqliteStorage } from '../../src/store/storage/sqlite-storage.ts'

const folder = mkdtempSync(join(tmpdir(), 'sqlite-'))
afterAll(() => rmSync(folder, { recursive: true }))

const run = (file: string, sql: string): void => {
  const db = new DatabaseSync(file)
  db.exec(sql)
  db.close()
}

describe('a file that it refuses', () => {
  test.each<[title: string, make: (file: string) => void, reason: string]>([
    [
      'that is not a database',
      (file) => writeFileSync(file, 'x'.repeat(9999)),
      'it is not an SQLite database',
    ],
    [
      'of another program',
      (file) => run(file, 'CREATE TABLE plants (id)'),
      'it is a database of another program',
    ],
    [
      'of another program that marks its files',
      (file) => run(file, 'PRAGMA application_id = 7'),
      'it is a database of another program',
    ],
    [
      'of a newer version',
      (file) => {
        sqliteStorage(file)[Symbol.dispose]()
        run(file, 'PRAGMA user_version = 2')
      },
      'a newer version of plant-store-kit wrote it (format 2); this one reads 1',
    ],
  ])('%s stays as it is', (title, make, reason) => {
    const file = join(folder, `${title}.db`)
    make(file)
    const before = readFileSync(file)
    expect(() => sqliteStorage(file)).toThrow(new Error(`the file ${file} can't keep the plants: ${reason}`))
    expect(readFileSync(file).equals(before)).toBe(true)
  })

  test.each([
    ['', 'the path of the storage must not be empty'],
    [folder, 'it is a folder'],
    [join(folder, 'none/plants.db'), 'it or its folder does not exist or is not accessible'],
  ])('%j', (file, reason) => {
    expect(() => sqliteStorage(file)).toThrow(reason)
  })
})

test('tells those who watch a store of what another process changed', async () => {
  const file = join(folder, 'watched.db')
  using mine = sqliteStorage(file)
  using other = sqliteStorage(file)
  const store = createPlantStore({ storage: mine })
  const { counts, watch } = store.changes
  const changed = () =>
    new Promise<void>((resolve) => {
      const stop = watch(() => {
        stop()
        resolve()
      })
    })
  const first = changed()
  expect(counts.plants).toBe(0)
  other.put({ id: 1, name: 'Elm' })
  await first
  expect(counts.plants).toBe(1)
  // While nobody watches, too.
  other.put({ id: 2, name: 'Elm' })
  const stop = watch(() => {})
  expect(counts.plants).toBe(2)
  stop()
})

test('waits for another process that writes, and says so when it gives up', () => {
  const file = join(folder, 'busy.db')
  using storage = sqliteStorage(file)
  const other = new DatabaseSync(file)
  other.exec('BEGIN IMMEDIATE')
  expect(() => storage.put({ id: 1, name: 'Elm' })).toThrow('another process has been writing for 5 seconds')
  other.exec('COMMIT')
  storage.put({ id: 1, name: 'Elm' })
  expect(storage.count()).toBe(1)
  other.close()
})

test('stores none of many plants if another process takes one of their ids meanwhile', async () => {
  const file = join(folder, 'race.db')
  using mine = sqliteStorage(file)
  using other = sqliteStorage(file)
  const many = Array.from({ length: 5000 }, (_, id) => ({ id, name: 'Elm' }))
  const inserting = mine.insertIfAbsent(many)
  // The first slice has been looked at.
  await letOthersRun()
  await letOthersRun()
  other.put({ id: 7, name: 'Oak' })
  expect(await inserting).toEqual([7])
  expect(mine.list(0, 9)).toEqual([{ id: 7, name: 'Oak' }])
})

test('finds a page, an id and the count without a scan', () => {
  const file = join(folder, 'plans.db')
  sqliteStorage(file)[Symbol.dispose]()
  const db = new DatabaseSync(file)
  const plan = (sql: string) =>
    db
      .prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .all()
      .map((row) => row['detail'])
  expect(plan('SELECT id, plant FROM plants WHERE position > 7 ORDER BY position LIMIT 9')).toEqual([
    'SEARCH plants USING INTEGER PRIMARY KEY (rowid>?)',
  ])
  expect(plan('SELECT max(position) AS total FROM plants')).toEqual(['SEARCH plants'])
  db.close()
})
