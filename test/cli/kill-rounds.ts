import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createFolder } from '../tools/folder.ts'
import { startStore } from '../tools/processes.ts'
import { addPlant } from './send-request.ts'

/** What was found in the file after all rounds. */
export interface Survivors {
  /** Ids that were answered with 200. */
  acknowledged: number
  /** Acknowledged ids that are not in the file. */
  lost: number[]
  /** Rows that are not what was sent. */
  halfStored: unknown[]
  /** What SQLite says about the file. */
  integrity: unknown
}

const clients = 4

/** Starts a fake on the same file in each round, and kills it after some answers while more requests are in progress. */
export async function killWhileAdding(rounds: number): Promise<Survivors> {
  await using folder = createFolder({})
  const file = join(folder.path, 'plants.db')
  const acknowledged: number[] = []
  let id = 0
  for (let round = 0; round < rounds; round++) {
    await using store = await startStore(['--store', file, '--log', 'silent'])
    let left = 1 + ((round * 7) % 40)
    async function add(): Promise<void> {
      for (;;) {
        const mine = ++id
        const answer = await addPlant(store.url, { id: mine }).catch(() => undefined)
        if (answer === undefined) return
        if (answer.status !== 200) throw new Error(`the plant ${mine} was answered with ${answer.status}`)
        acknowledged.push(mine)
        if (--left === 0) store.kill('SIGKILL')
      }
    }
    await Promise.all(Array.from({ length: clients }, add))
    await store.ended
  }
  const db = new DatabaseSync(file)
  const rows = db.prepare('SELECT id, plant FROM plants').all()
  const integrity = db.prepare('PRAGMA integrity_check').get()?.['integrity_check']
  db.close()
  const stored = new Set(rows.map((row) => row['id']))
  return {
    acknowledged: acknowledged.length,
    lost: acknowledged.filter((one) => !stored.has(one)),
    halfStored: rows.filter((row) => row['plant'] !== '{"name":"Monstera"}'),
    integrity,
  }
}
