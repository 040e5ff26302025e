import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { createFolder } from '../tools/folder.ts'
import { startStore } from '../tools/processes.ts'
import { callControl, sendPlant } from '../tools/send.ts'

const plants = (...ids: number[]): string => JSON.stringify(ids.map((id) => ({ id, name: 'Fern' })))
const addPlant = async (url: string, id: number, token?: string): Promise<number> =>
  (await sendPlant(url, { id, name: 'Fern' }, token === undefined ? {} : { token })).status

describe.concurrent('--watch', () => {
  test('applies the changes of a configuration and a seed, however they are written', async () => {
    await using folder = createFolder({
      'fake.yaml': 'seed: seed.json\n',
      'seed.json': plants(1),
      'other.json': plants(5),
    })
    const write = (name: string, text: string) => writeFileSync(folder.file(name), text)
    const replace = (name: string, text: string) => {
      write('new', text)
      renameSync(folder.file('new'), folder.file(name))
    }
    const ids = async (): Promise<number[]> => {
      const { records } = JSON.parse((await callControl(store.url, 'GET', '/records/plants')).body)
      return records.map(({ id }: { id: number }) => id)
    }
    const config = folder.file('fake.yaml')
    await using store = await startStore(['--config', config, '--watch', '--log', 'silent'])
    const told = (text: string) => store.waitFor('stderr', new RegExp(`${text}\n$`))

    await addPlant(store.url, 9)
    replace('seed.json', plants(1, 2))
    await told('Applied the changes to: seed.')
    expect(await ids()).toEqual([1, 9, 2])

    write('fake.yaml', 'seed: seed.json\ntoken: secret\nresponses: documented\n')
    await told('Applied the changes to: credential, responses.')
    expect(await addPlant(store.url, 10, 'other')).toBe(400)

    write('fake.yaml', 'seed: seed.json\nlatency: soon\n')
    await told(`${config}:2:1: latency must be .*, got "soon". The mock keeps its current options.`)
    expect(await addPlant(store.url, 10, 'secret')).toBe(200)

    replace('fake.yaml', 'seed: other.json\nport: 1\nbase-path: /api\n')
    await told('Applied the changes to: base-path, credential, responses, seed.')
    expect(await ids()).toEqual([1, 9, 2, 10, 5])

    write('other.json', '[{"id":6,\n"name":1}]')
    await told(
      `${folder.file('other.json')}:1:2: seed.plants\\[0\\] is no record of plants: name must be a string, got 1. The mock keeps .*`,
    )
    rmSync(folder.file('other.json'))
    await told('other.json: there is no such file. The mock keeps .*')
    write('other.json', plants(5))
    await told('The files are valid again.')
    await callControl(store.url, 'POST', '/reset')
    expect(await ids()).toEqual([5])
  })

  test('plays a changed scenario, and says so in JSON if the log is JSON', async () => {
    await using folder = createFolder({ 'down.json': '{"title":"Up","steps":[{"requests":1}]}' })
    const file = folder.file('down.json')
    const env = { PLANT_STORE_WATCH: '1' }
    await using store = await startStore(['--scenario', file, '--log', 'json'], { env })
    expect(await addPlant(store.url, 1)).toBe(200)
    writeFileSync(file, '{"title":"Down","steps":[{"fault":"internal-error"}]}')
    await store.waitFor('stderr', /^\{"notice":"Applied the changes to: scenario\."\}$/m)
    expect(await addPlant(store.url, 2)).toBe(500)
  })
})
