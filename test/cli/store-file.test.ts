import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { createFolder } from '../tools/folder.ts'
import { has } from '../tools/optional-tools.ts'
import { startStore } from '../tools/processes.ts'
import { callControl, sendPlant } from '../tools/send.ts'
import { launchHere } from './launch-here.ts'
import { startStoreHere } from './run-here.ts'

const plantsOf = async (url: string): Promise<string> =>
  (await callControl(url, 'GET', '/records/plants')).body
const addPlant = async (url: string, id: number): Promise<number> =>
  (await sendPlant(url, { id, name: 'Fern' })).status

test('a store in a file keeps plants over restarts, and adds the missing plants of a seed', async () => {
  await using folder = createFolder({
    'plant-store.yaml': 'store: plants.db\nseed: ./seed.json',
    'seed.json': '[{"id":2,"name":"Ash"},{"id":9223372036854775807,"name":"Elm"}]',
  })
  {
    await using store = await startStoreHere(['--store', folder.file('plants.db')])
    await sendPlant(store.url, '{"id":9223372036854775807,"name":"Monstera"}')
    expect(existsSync(folder.file('plants.db-wal'))).toBe(true)
  }
  // SQLite removes its log when the file is closed.
  expect(existsSync(folder.file('plants.db-wal'))).toBe(false)
  await using store = await startStoreHere(['--config', folder.file('plant-store.yaml')])
  expect(await plantsOf(store.url)).toBe(
    '{"total":2,"records":[{"id":9223372036854775807,"name":"Monstera"},{"id":2,"name":"Ash"}]}',
  )
})

describe.concurrent('processes with a store in a file', () => {
  test('that are killed lose no acknowledged plant, and store none in part', async () => {
    // KILL_ROUNDS=100 npx vitest run test/cli/store-file.test.ts
    const rounds = Number(process.env['KILL_ROUNDS'] ?? 2)
    await using folder = createFolder()
    const file = folder.file('plants.db')
    const acknowledged: number[] = []
    let id = 0
    for (let round = 0; round < rounds; round++) {
      await using store = await startStore(['--store', file, '--log', 'silent'])
      let left = 5 + ((round * 7) % 40)
      const addUntilKilled = async (): Promise<void> => {
        for (;;) {
          const mine = ++id
          const status = await addPlant(store.url, mine).catch(() => undefined)
          if (status === undefined) return
          expect(status).toBe(200)
          acknowledged.push(mine)
          if (--left === 0) store.kill('SIGKILL')
        }
      }
      await Promise.all(Array.from({ length: 4 }, addUntilKilled))
      await store.ended
    }
    using db = new DatabaseSync(file)
    const rows = db.prepare('SELECT address, value FROM records').all()
    const stored = new Map(rows.map(({ address, value }) => [Number(address), value]))
    expect(acknowledged.length).toBeGreaterThan(rounds)
    expect(acknowledged.filter((one) => !stored.has(one))).toEqual([])
    for (const [id, value] of stored) expect(value).toBe(`{"id":${id},"name":"Fern"}`)
    expect(db.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
  })

  test('create an id only once', async () => {
    await using folder = createFolder()
    const args = ['--store', folder.file('plants.db'), '--log', 'silent']
    await using one = await startStore(args)
    await using other = await launchHere(args)
    const statuses = Array.from({ length: 40 }, (_, id) =>
      Promise.all([one, other, one].map(({ url }) => addPlant(url, id))),
    )
    for (const each of await Promise.all(statuses)) expect(each.toSorted()).toEqual([200, 409, 409])
    expect(await plantsOf(one.url)).toBe(await plantsOf(other.url))
  })
})

describe.skipIf(!has('mounts'))('a store in a small file system of its own', () => {
  /** Starts a command whose view of a folder is an empty file system of this many kB. */
  const startWithin = (folder: string, size: number, args: readonly string[]) => {
    const script = `mount -t tmpfs -o size=${size}k tmpfs '${folder}' && exec "$@"`
    const wrapper = ['unshare', '--map-root-user', '--mount', 'sh', '-c', script, 'sh']
    return startStore([...args, '--log', 'silent'], { wrapper })
  }

  test('rejects with a reason while the disk is full, and keeps the plants', async () => {
    await using folder = createFolder()
    const file = folder.file('plants.db')
    await using store = await startWithin(folder.path, 200, ['--store', file])
    let id = 0
    while ((await addPlant(store.url, ++id)) === 200);
    const { requests } = JSON.parse((await callControl(store.url, 'GET', '/requests?status=500')).body)
    const reason = `the file ${file} can't keep the records: the disk is full`
    expect(JSON.parse(requests[0].response.body).message).toBe(`the mock failed: ${reason}`)
    expect(JSON.parse(await plantsOf(store.url))).toMatchObject({ total: id - 1 })
  })
})
