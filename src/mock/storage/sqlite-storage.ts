import type { SQLOutputValue } from 'node:sqlite'
import { parseExactJson, stringifyExactJson } from '../../json/exact-json.ts'
import { check } from '../../options/check.ts'
import { text } from '../../options/schema.ts'
import type { MockStorage, ResourceStorage, StoredRecord } from './mock-storage.ts'
import { openDatabase } from './open-database.ts'

const filePath = text('a string that is not empty', /./s)

const toText = (value: unknown): string => stringifyExactJson(value ?? null)

function toRecord(row: Record<string, SQLOutputValue>): StoredRecord {
  const { address, key, scope, value } = row as Record<string, string>
  return {
    address: address as string,
    key: key as string,
    scope: JSON.parse(scope as string),
    value: parseExactJson(value as string),
  }
}

/**
 * Creates a storage that keeps records in an SQLite file: they survive restarts and crashes. A record is on disk before
 * its request is answered. Several processes of one machine can share the file.
 *
 * Operations throw an Error if the disk is full, or if another process writes for more than 5 seconds.
 *
 * @param path the file; it is created if it doesn't exist. SQLite adds `-wal` and `-shm` files next to it.
 *
 * @example
 * await startServer({ storage: sqliteStorage('plants.db') })
 *
 * @throws {OptionsError} if the path is empty, or on a Node older than 22.13
 * @throws {Error} that names the file, if it is not a database of this kit, comes from a newer version, or can't be written
 */
export function sqliteStorage(path: string): MockStorage & Disposable {
  // SQLite would take an empty path for a temporary file.
  check(path, filePath, 'the path of the storage')
  const { db, attempt, transact } = openDatabase(path)
  const insert = db.prepare(
    'INSERT INTO records (resource, address, key, scope, value) VALUES (?, ?, ?, ?, ?)',
  )
  const put = db.prepare(`INSERT INTO records (resource, address, key, scope, value) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (address, resource) DO UPDATE SET key = excluded.key, scope = excluded.scope, value = excluded.value`)
  const swap = db.prepare(
    'UPDATE records SET key = ?, scope = ?, value = ? WHERE resource = ? AND address = ? AND value = ?',
  )
  const columns = 'address, key, scope, value'
  const find = db.prepare(`SELECT ${columns} FROM records WHERE resource = ? AND address = ?`)
  const page = db.prepare(
    `SELECT ${columns} FROM records WHERE resource = ? ORDER BY position LIMIT ? OFFSET ?`,
  )
  const total = db.prepare('SELECT count(*) AS total FROM records WHERE resource = ?')
  const remove = db.prepare('DELETE FROM records WHERE resource = ? AND address = ?')
  const removeAll = db.prepare('DELETE FROM records WHERE resource = ?')

  function resource(name: string): ResourceStorage {
    const toRow = ({ address, key, scope, value }: StoredRecord): string[] => [
      name,
      address,
      key,
      JSON.stringify(scope),
      toText(value),
    ]
    const insertAll = (records: readonly StoredRecord[]): void => {
      for (const record of records) insert.run(...toRow(record))
    }
    return {
      insert: (added) =>
        attempt(() =>
          transact(() => {
            const taken = added
              .map(({ address }) => address)
              .filter((address) => find.get(name, address) !== undefined)
            if (taken.length === 0) insertAll(added)
            return taken
          }),
        ),
      swap: (record, before) =>
        attempt(() => {
          const { address, key, scope, value } = record
          const changed = [key, JSON.stringify(scope), toText(value), name, address, toText(before.value)]
          return Number(swap.run(...changed).changes) > 0
        }),
      put: (record) => attempt(() => void put.run(...toRow(record))),
      get: (address) =>
        attempt(() => {
          const row = find.get(name, address)
          return row && toRecord(row)
        }),
      remove: (address) => attempt(() => Number(remove.run(name, address).changes) > 0),
      list: (offset = 0, limit = Infinity) =>
        attempt(() => page.all(name, limit === Infinity ? -1 : limit, offset).map(toRecord)),
      count: () => attempt(() => Number(total.get(name)?.['total'])),
      replaceAll: (added) =>
        attempt(() =>
          transact(() => {
            removeAll.run(name)
            insertAll(added)
          }),
        ),
    }
  }

  return {
    kind: 'sqlite',
    resource,
    [Symbol.dispose]: () => {
      if (db.isOpen) db.close()
    },
  }
}
