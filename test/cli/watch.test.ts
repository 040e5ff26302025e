import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { createFolder } from '../tools/folder.ts'
import { runCommand, startStore } from '../tools/processes.ts'
import { runHere } from './run-here.ts'
import { addPlant, askControl } from './send-request.ts'

const plants = (...ids: number[]): string => JSON.stringify(ids.map((id) => ({ id, name: 'Fern' })))

describe.concurrent('--watch', () => {
  test('applies the changes of a configuration and a seed, however they are written', async () => {
    await using folder = createFolder({
      'fake.yaml': 'seed: seed.json\n',
      'seed.json': plants(1),
      'other.json': plants(5),
    })
    const write = (name: string, text: string) => writeFileSync(`${folder.path}/${name}`, text)
    const replace = (name: string, text: string) => {
      write('new', text)
      renameSync(`${folder.path}/new`, `${folder.path}/${name}`)
    }
    const ids = async () => {
      const page = (await (await askControl(store.url, '/plants')).json()) as { plants: { id: number }[] }
      return page.plants.map(({ id }) => id)
    }
    const config = `${folder.path}/fake.yaml`
    await using store = await startStore(['--config', config, '--watch', '--log', 'silent'])
    const told = (text: string) => store.waitFor('stderr', new RegExp(`${text}\n$`))

    await addPlant(store.url, { id: 9 })
    replace('seed.json', plants(1, 2))
    await told('Applied the changes to: seed.')
    expect(await ids()).toEqual([1, 9, 2])

    write('fake.yaml', 'seed: seed.json\ntoken: secret\nanswers: documented\n')
    await told('Applied the changes to: answers, token.')
    expect((await addPlant(store.url, { id: 10, token: 'other' })).status).toBe(400)

    write('fake.yaml', 'seed: seed.json\nlatency: soon\n')
    await told(`${config}:2:1: latency is "soon". It must be .* The fake keeps its current options.`)
    expect((await addPlant(store.url, { id: 10, token: 'secret' })).status).toBe(200)

    replace('fake.yaml', 'seed: other.json\nport: 1\nbase-path: /api\n')
    await told(
      'Restart the fake to apply the changes to: base-path.\nApplied the changes to: answers, seed, token.',
    )
    expect(await ids()).toEqual([1, 9, 2, 10, 5])

    write('other.json', '[{"id":6,\n"name":1}]')
    await told(`${folder.path}/other.json:2:1: seed\\[0\\].name must be a string, got 1. The fake keeps .*`)
    rmSync(`${folder.path}/other.json`)
    await told('other.json: there is no such file. The fake keeps .*')
    write('other.json', plants(5))
    await told('The files are valid again.')
    await fetch(new URL('/__admin/reset', store.url), { method: 'POST' })
    expect(await ids()).toEqual([5])
  })

  test('plays a changed scenario, and says so in JSON if the log is JSON', async () => {
    await using folder = createFolder({ 'down.json': '{"title":"Up","steps":[{"requests":1}]}' })
    const file = `${folder.path}/down.json`
    const flags = ['--scenario', file, '--log', 'json', '--on-duplicate', 'replace']
    await using store = await startStore(flags, {
      env: { PLANT_STORE_WATCH: '1' },
    })
    expect((await addPlant(store.url)).status).toBe(200)
    expect((await addPlant(store.url)).status).toBe(200)
    writeFileSync(file, '{"title":"Down","steps":[{"fault":"internal-error"}]}')
    await store.waitFor('stderr', /^\{"notice":"Applied the changes to: scenario\."\}$/m)
    expect((await addPlant(store.url, { id: 2 })).status).toBe(500)
  })
})

test('exec can watch too, and ends with its command', async () => {
  await using folder = createFolder({ 'seed.json': plants(1) })
  const args = ['exec', '--seed', `${folder.path}/seed.json`, '--watch', '--', process.execPath, '-e', '']
  expect(await runCommand(args)).toMatchObject({ code: 0, stdout: '', stderr: '' })
})

test('without a file is a mistake', async () => {
  expect(await runHere(['start', '--watch', '--seed', 'garden', '--port', '0'])).toEqual({
    code: 2,
    stdout: '',
    stderr:
      'Failed to start the fake: there is no file to watch. Pass --config, --seed, --scenario, or --limits with a file.\n',
  })
})
