import { statSync } from 'node:fs'
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import { type ExactInteger, toExactInteger } from '../../contract/exact-integer.ts'
import { parseExactJson, stringifyExactJson } from '../../contract/exact-json.ts'
import { OptionsError } from '../../contract/options-error.ts'
import { letOthersRun } from '../let-others-run.ts'
import { toStoredPlant } from '../stored-plant.ts'
import type { PlantStorage, StoredPlant } from './plant-storage.ts'

/** Marks the databases of this kit: "plnt" in ASCII. */
const applicationId = 0x706c6e74

/** The version of the tables below. */
const tablesVersion = 1

/** Positions have no gaps, because single plants are never removed; so a page and the count need no scan. */
const tables = `
  CREATE TABLE IF NOT EXISTS plants (
    position INTEGER PRIMARY KEY,
    id INTEGER NOT NULL UNIQUE,
    plant TEXT NOT NULL
  ) STRICT;
  PRAGMA application_id = ${applicationId};
  PRAGMA user_version = ${tablesVersion};
`

/** A table of one connection, for plants that are stored together. It is in memory. */
const addedTable = `
  PRAGMA temp_store = MEMORY;
  CREATE TEMP TABLE added (id INTEGER NOT NULL, plant TEXT NOT NULL) STRICT;
`

/** How many plants are prepared before other requests get their turn. */
const plantsAtOnce = 1000

/** Milliseconds between two looks at what other processes changed. */
const pause = 500

/** Milliseconds that a process waits for another one that is writing. */
const patience = 5000

/** @throws {OptionsError} on a Node without SQLite */
function loadSqlite(): typeof import('node:sqlite') {
  // Node 22 warns that its SQLite is experimental; a person who passes a path can't do anything about that.
  const { emitWarning } = process
  process.emitWarning = () => {}
  try {
    const sqlite = process.getBuiltinModule('node:sqlite')
    if (sqlite !== undefined) return sqlite
  } finally {
    process.emitWarning = emitWarning
  }
  throw new OptionsError(`a storage in a file needs Node 22.13 or newer, and this is Node ${process.version}`)
}

/** The reasons of SQLite that need other words, by their result codes (https://www.sqlite.org/rescode.html). */
const reasons: Readonly<Record<number, string>> = {
  5: 'another process has been writing for 5 seconds',
  8: 'it is read-only',
  13: 'the disk is full',
  14: 'it or its folder does not exist or is not accessible',
  26: 'it is not an SQLite database',
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}

const toError = (path: string, error: unknown): Error => {
  const { errcode = 0, message } = error as Error & { errcode?: number }
  // The lowest byte is the primary code.
  const reason = isFolder(path) ? 'it is a folder' : (reasons[errcode & 0xff] ?? message)
  return new Error(`the file ${path} can't keep the plants: ${reason}`, { cause: error })
}

const readPragma = (db: DatabaseSync, name: string): number =>
  Number(Object.values(db.prepare(`PRAGMA ${name}`).get() ?? {})[0])

/** The statements can't take other integers. */
const isInt64 = (id: ExactInteger): boolean => BigInt.asIntN(64, BigInt(id)) === BigInt(id)

/** Creates the tables in a new database. @throws {Error} if the database belongs to something else or to a newer version */
function prepareTables(db: DatabaseSync): void {
  const found = readPragma(db, 'application_id')
  const isNew = found === 0 && readPragma(db, 'schema_version') === 0
  if (!isNew && found !== applicationId) throw new Error('it is a database of another program')
  const foundVersion = readPragma(db, 'user_version')
  if (foundVersion > tablesVersion) {
    throw new Error(
      `a newer version of plant-store-kit wrote it (format ${foundVersion}); this one reads ${tablesVersion}`,
    )
  }
  if (isNew) db.exec(tables)
}

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
  const { DatabaseSync } = loadSqlite()
  function attempt<Result>(run: () => Result): Result {
    try {
      return run()
    } catch (error) {
      throw toError(path, error)
    }
  }
  const db = attempt(() => new DatabaseSync(path, { timeout: patience }))
  attempt(() => {
    try {
      transact(() => prepareTables(db))
      db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; ${addedTable}`)
    } catch (error) {
      db.close()
      throw error
    }
  })
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

  /** Runs everything, or nothing if it throws. The lock is taken at the start, so that what was read stays true. */
  function transact<Result>(run: () => Result): Result {
    db.exec('BEGIN IMMEDIATE')
    try {
      const result = run()
      db.exec('COMMIT')
      return result
    } catch (error) {
      // SQLite itself rolls back after some errors, such as a full disk.
      if (db.isTransaction) db.exec('ROLLBACK')
      throw error
    }
  }
  const toRow = ({ id, ...members }: StoredPlant): [ExactInteger, string] => [id, stringifyExactJson(members)]
  const fromRow = ({ id, plant }: Record<string, SQLOutputValue>): StoredPlant =>
    toStoredPlant({
      id: toExactInteger(id as bigint),
      ...(parseExactJson(plant as string) as { name: string }),
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
        const row = isInt64(id) ? find.get(id) : undefined
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
    count: () => attempt(() => Number(last.get()?.['total'] ?? 0)),
    [Symbol.dispose]: () => {
      if (db.isOpen) db.close()
    },
  }
}
