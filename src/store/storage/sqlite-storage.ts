import type { SQLOutputValue } from 'node:sqlite'
import { type ExactInteger, toExactInteger } from '../../json/exact-integer.ts'
import { parseExactJson, stringifyExactJson } from '../../json/exact-json.ts'
import { check } from '../../options/check.ts'
import { text } from '../../options/schema.ts'
import { toStoredPlant } from '../stored-plant.ts'
import { openDatabase } from './open-database.ts'
import type { PlantStorage, StoredPlant } from './plant-storage.ts'

const filePath = text('a string that is not empty', /./s)

/**
 * Creates a storage that keeps plants in an SQLite file: they survive restarts and crashes. A plant is on disk before
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
export function sqliteStorage(path: string): PlantStorage & Disposable {
  // SQLite would take an empty path for a temporary file.
  check(path, filePath, 'the path of the storage')
  const { db, attempt, transact } = openDatabase(path)
  const insert = db.prepare('INSERT INTO plants (id, plant) VALUES (?, ?)')
  const put = db.prepare(
    'INSERT INTO plants (id, plant) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET plant = excluded.plant',
  )
  const find = db.prepare('SELECT id, plant FROM plants WHERE id = ?')
  const page = db.prepare('SELECT id, plant FROM plants WHERE position > ? ORDER BY position LIMIT ?')
  const last = db.prepare('SELECT max(position) AS total FROM plants')
  for (const statement of [find, page]) statement.setReadBigInts(true)

  const toRow = ({ id, ...members }: StoredPlant): [ExactInteger, string] => [id, stringifyExactJson(members)]
  const fromRow = ({ id, plant }: Record<string, SQLOutputValue>): StoredPlant =>
    toStoredPlant({
      id: toExactInteger(id as bigint),
      ...(parseExactJson(plant as string) as Omit<StoredPlant, 'id'>),
    })
  const insertAll = (plants: readonly StoredPlant[]): void => {
    for (const plant of plants) insert.run(...toRow(plant))
  }

  return {
    kind: 'sqlite',
    insertIfAbsent: (added) =>
      attempt(() =>
        transact(() => {
          const taken = added.map(({ id }) => id).filter((id) => find.get(id) !== undefined)
          if (taken.length === 0) insertAll(added)
          return taken
        }),
      ),
    put: (plant) => attempt(() => void put.run(...toRow(plant))),
    replaceAll: (added) =>
      attempt(() =>
        transact(() => {
          db.exec('DELETE FROM plants')
          insertAll(added)
        }),
      ),
    get: (id) =>
      attempt(() => {
        const row = find.get(id)
        return row && fromRow(row)
      }),
    list: (offset, limit) => attempt(() => page.all(offset, limit === Infinity ? -1 : limit).map(fromRow)),
    count: () => attempt(() => Number(last.get()?.['total'] ?? 0)),
    [Symbol.dispose]: () => {
      if (db.isOpen) db.close()
    },
  }
}
