import type { SQLOutputValue } from 'node:sqlite'
import { type ExactInteger, toExactInteger } from '../../json/exact-integer.ts'
import { parseExactJson, stringifyExactJson } from '../../json/exact-json.ts'
import { OptionsError } from '../../options/options-error.ts'
import { letOthersRun } from '../let-others-run.ts'
import { toStoredPlant } from '../stored-plant.ts'
import { openDatabase, tablesVersion } from './open-database.ts'
import type { PlantStorage, StoredPlant } from './plant-storage.ts'

/** How many plants are prepared before other requests get their turn. */
const plantsAtOnce = 1000

/** Milliseconds between two looks at what other processes changed. */
const pause = 500

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
  if (path === '') throw new OptionsError('the path of the storage must not be empty')
  const { db, attempt, transact } = openDatabase(path)
  const insert = db.prepare('INSERT INTO plants (id, plant) VALUES (?, ?)')
  const prepare = db.prepare('INSERT INTO added (id, plant) VALUES (?, ?)')
  const findTaken = db.prepare('SELECT id FROM added WHERE rowid > ? AND id IN (SELECT id FROM plants)')
  const put = db.prepare(
    'INSERT INTO plants (id, plant) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET plant = excluded.plant',
  )
  const find = db.prepare('SELECT id, plant FROM plants WHERE id = ?')
  const page = db.prepare('SELECT id, plant FROM plants WHERE position > ? ORDER BY position LIMIT ?')
  const dataVersion = db.prepare('PRAGMA data_version')
  const last = db.prepare('SELECT max(position) AS total FROM plants')
  for (const statement of [find, findTaken, page]) statement.setReadBigInts(true)

  const toRow = ({ id, ...members }: StoredPlant): [ExactInteger, string] => [id, stringifyExactJson(members)]
  const fromRow = ({ id, plant }: Record<string, SQLOutputValue>): StoredPlant =>
    toStoredPlant({
      id: toExactInteger(id as bigint),
      ...(parseExactJson(plant as string) as Omit<StoredPlant, 'id'>),
    })
  /** The ids in the table of the connection that are already stored, without those of its first rows. */
  const listTaken = (rows: number): ExactInteger[] =>
    findTaken.all(rows).map(({ id }) => toExactInteger(id as bigint))
  /** The last change of many plants; the next one waits for it, because they share a table. */
  let changing: Promise<unknown> = Promise.resolve()

  /**
   * Puts many plants into the table of the connection, in slices, and then runs a change with them.
   *
   * @param onSlice called after each slice, with the number of rows before it
   */
  function changeMany<Result>(
    plants: readonly StoredPlant[],
    change: () => Result,
    onSlice: (rows: number) => void = () => {},
  ): Promise<Result> {
    async function run(): Promise<Result> {
      attempt(() => db.exec('DELETE FROM added'))
      for (let at = 0; at < plants.length; at += plantsAtOnce) {
        const slice = plants.slice(at, at + plantsAtOnce)
        attempt(() => {
          for (const plant of slice) prepare.run(...toRow(plant))
          onSlice(at)
        })
        await letOthersRun()
      }
      return attempt(() => transact(change))
    }
    const changed = changing.then(run)
    changing = changed.catch(() => {})
    return changed
  }
  const insertAll = (plants: readonly StoredPlant[]): void => {
    for (const plant of plants) insert.run(...toRow(plant))
  }
  const insertAdded = (): void => {
    db.exec('INSERT INTO plants (id, plant) SELECT id, plant FROM added ORDER BY rowid; DELETE FROM added')
  }
  const clear = (): void => {
    db.exec('DELETE FROM plants')
  }
  /** What `dataVersion` was at the last look. */
  let seen: SQLOutputValue | undefined

  /** Looks for taken ids slice by slice, because a list of many would block other requests. */
  function insertMany(plants: readonly StoredPlant[]): Promise<ExactInteger[]> {
    const taken: ExactInteger[] = []
    function insertUnlessTaken(): ExactInteger[] {
      if (taken.length > 0) return taken
      try {
        insertAdded()
        return taken
      } catch (error) {
        // Another process may have stored some of them since. SQLite has undone the whole statement.
        const found = listTaken(0)
        if (found.length === 0) throw error
        return found
      }
    }
    return changeMany(plants, insertUnlessTaken, (rows) => taken.push(...listTaken(rows)))
  }

  return {
    kind: 'sqlite',
    insertIfAbsent: (added) =>
      added.length > plantsAtOnce
        ? insertMany(added)
        : attempt(() =>
            transact(() => {
              const taken = added.map(({ id }) => id).filter((id) => find.get(id) !== undefined)
              if (taken.length === 0) insertAll(added)
              return taken
            }),
          ),
    put: (plant) => attempt(() => void put.run(...toRow(plant))),
    replaceAll: (added) =>
      added.length > plantsAtOnce
        ? changeMany(added, () => {
            clear()
            insertAdded()
          })
        : attempt(() =>
            transact(() => {
              clear()
              insertAll(added)
            }),
          ),
    get: (id) =>
      attempt(() => {
        const row = find.get(id)
        return row && fromRow(row)
      }),
    list: (offset, limit) => attempt(() => page.all(offset, limit === Infinity ? -1 : limit).map(fromRow)),
    watch(onChange) {
      function look(): void {
        const before = seen
        try {
          // It counts the commits of other connections only.
          seen = dataVersion.get()?.['data_version']
        } catch {
          // The next request says what is wrong with the storage.
        }
        if (before !== undefined && seen !== before) onChange()
      }
      // A change while nobody watched counts too.
      look()
      const timer = setInterval(look, pause)
      return () => clearInterval(timer)
    },
    // It writes the first page again, as it is.
    check: () => attempt(() => db.exec(`PRAGMA user_version = ${tablesVersion}`)),
    count: () => attempt(() => Number(last.get()?.['total'] ?? 0)),
    [Symbol.dispose]: () => {
      if (db.isOpen) db.close()
    },
  }
}
