import { statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { OptionsError } from '../../options/options-error.ts'

/** Marks the databases of this kit: "plnt" in ASCII. */
const applicationId = 0x706c6e74

/** The version of the tables below. */
const tablesVersion = 2

/** The position says which record was stored first; it is part of each index. */
const tables = `
  CREATE TABLE records (
    position INTEGER PRIMARY KEY,
    resource TEXT NOT NULL,
    address TEXT NOT NULL,
    key TEXT NOT NULL,
    scope TEXT NOT NULL,
    value TEXT NOT NULL,
    UNIQUE (address, resource)
  ) STRICT;
  CREATE INDEX resources ON records (resource);
  PRAGMA application_id = ${applicationId};
  PRAGMA user_version = ${tablesVersion};
`

/** Version 1 had plants only. */
const convertPlants = `
  INSERT INTO records (resource, address, key, scope, value)
    SELECT 'plants', id, id, '{}', '{"id":' || id || ',' || substr(plant, 2) FROM plants ORDER BY position;
  DROP TABLE plants;
`

/** Storing many records with scattered keys takes twice as long if SQLite can't keep the index in its cache, in KiB. */
const cache = 'PRAGMA cache_size = -65536'

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

const damaged = 'it is damaged. Restore a copy, or delete it together with its -wal and -shm files'

/** The reasons of SQLite that need other words, by their result codes (https://www.sqlite.org/rescode.html). */
const reasons: Readonly<Record<number, string>> = {
  5: 'another process has been writing for 5 seconds',
  8: 'it is read-only',
  11: damaged,
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
  return new Error(`the file ${path} can't keep the records: ${reason}`, { cause: error })
}

const readPragma = (db: DatabaseSync, name: string): number =>
  Number(Object.values(db.prepare(`PRAGMA ${name}`).get() ?? {})[0])

/** Creates the tables in a new database, and converts an old one. @throws {Error} if the database belongs to something else or to a newer version */
function prepareTables(db: DatabaseSync): void {
  const program = readPragma(db, 'application_id')
  const isNew = program === 0 && readPragma(db, 'schema_version') === 0
  if (!isNew && program !== applicationId) throw new Error('it is a database of another program')
  const foundVersion = readPragma(db, 'user_version')
  if (foundVersion > tablesVersion) {
    throw new Error(
      `a newer version of plant-store-kit wrote it (format ${foundVersion}); this one reads ${tablesVersion}`,
    )
  }
  // The first request that needs a damaged part would find it otherwise.
  const [found = 'ok'] = Object.values(db.prepare('PRAGMA quick_check(1)').get() ?? {})
  if (found !== 'ok') throw new Error(damaged)
  if (isNew || foundVersion < tablesVersion) db.exec(tables)
  if (foundVersion === 1) db.exec(convertPlants)
}

export interface RecordDatabase {
  db: DatabaseSync
  /** Runs something; an error gets the name of the file and a reason in plain words. */
  attempt<Result>(run: () => Result): Result
  /** Runs everything, or nothing if it throws. The lock is taken at the start, so that what was read stays true. */
  transact<Result>(run: () => Result): Result
}

/**
 * Opens the database in a file, and creates the file and the tables if they don't exist.
 *
 * @throws {OptionsError} on a Node older than 22.13
 * @throws {Error} that names the file, if it is not a database of this kit, comes from a newer version, or can't be written
 */
export function openDatabase(path: string): RecordDatabase {
  const { DatabaseSync } = loadSqlite()
  function attempt<Result>(run: () => Result): Result {
    try {
      return run()
    } catch (error) {
      throw toError(path, error)
    }
  }
  const db = attempt(() => new DatabaseSync(path, { timeout: patience }))
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
  attempt(() => {
    try {
      transact(() => prepareTables(db))
      db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; ${cache}`)
    } catch (error) {
      db.close()
      throw error
    }
  })
  return { db, attempt, transact }
}
