import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { sqliteStorage } from '../../src/store/storage/sqlite-storage.ts'
import { createFolder } from '../tools/folder.ts'
import { has } from '../tools/optional-tools.ts'
import { startStore } from '../tools/processes.ts'
import { killWhileAdding } from './kill-rounds.ts'
import { addPlant, askControl } from './send-request.ts'

const listPlants = async (url: string): Promise<unknown> => (await askControl(url, '/plants')).json()

describe.concurrent('start --store', () => {
  test('keeps plants over restarts, and adds the missing plants of a seed', async () => {
    await using folder = createFolder({
      'plant-store.yaml': 'store: plants.db\nseed: ./seed.json',
      'seed.json': '[{"id":2,"name":"Ash"},{"id":9223372036854775807,"name":"Elm"}]',
    })
    const config = ['--config', join(folder.path, 'plant-store.yaml')]
    {
      await using store = await startStore(['--store', join(folder.path, 'plants.db')])
      expect((await addPlant(store.url, { id: '9223372036854775807' })).status).toBe(200)
      store.kill('SIGTERM')
      expect(await store.ended).toMatchObject({ code: 0 })
    }
    await using store = await startStore(config)
    expect((await addPlant(store.url, { id: '9223372036854775807' })).status).toBe(409)
    expect(await (await askControl(store.url, '/plants')).text()).toBe(
      '{"total":2,"plants":[{"id":9223372036854775807,"name":"Monstera"},{"id":2,"name":"Ash"}]}',
    )
  })

  test('loses no acknowledged plant when it is killed, and stores none in part', async () => {
    // KILL_ROUNDS=100 npx vitest run test/cli/store-file.test.ts
    const rounds = Number(process.env['KILL_ROUNDS'] ?? 3)
    const { acknowledged, ...rest } = await killWhileAdding(rounds)
    expect(acknowledged).toBeGreaterThan(rounds)
    expect(rest).toEqual({ lost: [], halfStored: [], integrity: 'ok' })
  })

  test('lets only one of two processes create an id', async () => {
    await using folder = createFolder({})
    const start = () => startStore(['--store', join(folder.path, 'plants.db'), '--log', 'silent'])
    await using one = await start()
    await using other = await start()
    const ids = Array.from({ length: 40 }, (_, id) => id)
    const add = async (url: string, id: number) => (await addPlant(url, { id })).status
    const statuses = await Promise.all(
      ids.map((id) => Promise.all([add(one.url, id), add(other.url, id), add(one.url, id)])),
    )
    for (const each of statuses) expect(each.toSorted()).toEqual([200, 409, 409])
    expect(await listPlants(one.url)).toEqual(await listPlants(other.url))
  })

  describe.skipIf(!has('mounts'))('in a small file system of its own', () => {
    /** Starts a command whose view of a folder is an empty file system of 200 kB. */
    const startWithin = (folder: string, prepare: string, args: readonly string[]) =>
      startStore(args, {
        wrapper: [
          'unshare',
          ...['--map-root-user', '--mount', 'sh', '-c'],
          `mount -t tmpfs -o size=200k tmpfs '${folder}' && ${prepare} && exec "$@"`,
          'sh',
        ],
      })

    test('refuses with a reason while the disk is full, and keeps the plants', async () => {
      await using folder = createFolder({})
      const file = join(folder.path, 'plants.db')
      await using store = await startWithin(folder.path, 'true', ['--store', file, '--log', 'silent'])
      let id = 0
      while ((await addPlant(store.url, { id: ++id })).status === 200);
      const answer = await askControl(store.url, '/requests?status=500')
      const { requests } = (await answer.json()) as { requests: [{ answer: { body: string } }] }
      expect(JSON.parse(requests[0].answer.body)).toEqual({
        error: 50001,
        message: `the storage of the plant store failed: the file ${file} can't keep the plants: the disk is full`,
      })
      expect(await (await askControl(store.url, '/plants')).json()).toMatchObject({ total: id - 1 })
    })

    test('says that a file is read-only', async () => {
      await using folder = createFolder({})
      const file = join(folder.path, 'plants.db')
      sqliteStorage(file)[Symbol.dispose]()
      const prepare = `mount -o remount,ro '${folder.path}'`
      const start = startWithin(folder.path, prepare, ['--store', file])
      await expect(start).rejects.toThrow(/can't keep the plants: it /)
    })
  })
})
