import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readDataFile, readShippedOrFile } from '../../src/cli/data-file.ts'
import type { NewPlant } from '../../src/contract/schemas.ts'
import { createPlantStore } from '../../src/store/plant-store.ts'
import { createFolder } from '../tools/folder.ts'
import { startStore } from '../tools/processes.ts'
import { launchHere } from './launch-here.ts'
import { runHere } from './run-here.ts'
import { addPlant, askControl } from './send-request.ts'

const largest = '9223372036854775807'
const aboveSafe = '9007199254740993'

describe.each([
  [
    'plants.json',
    `[{"id":${largest},"name":"Oak"},{"id":${aboveSafe},"name":"Elm"},{"id":7e6,"name":"Fig"}]`,
  ],
  [
    'plants.yaml',
    `- { id: ${largest}, name: Oak }\n- { id: ${aboveSafe}, name: Elm }\n- { id: 7000000, name: Fig }`,
  ],
  [
    'plants.YML',
    `- id: ${largest}\n  name: Oak\n- id: ${aboveSafe}\n  name: Elm\n- id: 7000000\n  name: Fig\n`,
  ],
])('the seed %s', (name, text) => {
  test('keeps every digit of its ids', async () => {
    await using folder = createFolder({ [name]: text })
    await using store = await launchHere(['--seed', `${folder.path}/${name}`])
    const ids = [largest, '9223372036854775806', aboveSafe, '9007199254740992', '7000000']
    const statuses = ids.map(async (id) => (await addPlant(store.url, { id })).status)
    expect(await Promise.all(statuses)).toEqual([409, 200, 409, 200, 409])
  })
})

describe('a name', () => {
  const folder = new URL('../../mocks/scenarios/', import.meta.url)
  const shipped = readdirSync(folder).map((file) => file.replace('.json', ''))
  const titleOf = (name: string): string =>
    JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8')).title

  test.each(shipped)('the scenario %s is shipped', async (name) => {
    await using store = await launchHere(['--scenario', name])
    expect(await (await askControl(store.url, '/faults')).json()).toMatchObject({ scenario: titleOf(name) })
  })

  test('with a slash or a dot names a file', async () => {
    await using folder = createFolder({ garden: '[{"id":77,"name":"Fern"}]' })
    await using store = await startStore(['--seed', './garden'], { cwd: folder.path })
    expect((await addPlant(store.url, { id: 77 })).status).toBe(409)
    expect((await addPlant(store.url, { id: 1 })).status).toBe(200)
  })

  test('that is not built in is refused with the built-in names, and how to name a file', async () => {
    const { stderr } = await runHere(['start', '--scenario', 'calm'])
    expect(stderr).toBe(
      `Failed to find the scenario calm: no built-in scenario has that name. The built-in scenarios: ${shipped.join(', ')}. To use a file of that name, pass ./calm.\n`,
    )
  })
})

describe('a seed that cannot be used is refused with the exit code 2', () => {
  test.each([
    [
      'an object',
      '{"id":1,"name":"Fern"}',
      /^Failed to start the fake: \.\/seed\.json: seed must be an array, got an object\n$/,
    ],
    ['null', 'null', /^Failed to .+ seed.* must be an array, got null\n$/],
    [
      'broken',
      '[{"id":1,}]',
      /^Failed to read the seed \.\/seed\.json:1:10: expected a string, found "}"\. Remove the comma before it\.\n$/,
    ],
    [
      'with an id that is no integer',
      '[{"id":1.5,"name":"Fern"}]',
      /seed\[0\]\.id must be an integer .+ got 1\.5\n$/,
    ],
    [
      'with an id above int64',
      '[{"id":9223372036854775808,"name":"Fern"}]',
      /seed\[0\]\.id .+ got 9223372036854775808\n$/,
    ],
  ])('%s', async (_title, text, stderr) => {
    await using folder = createFolder({ 'seed.json': text })
    const ended = await runHere(['start', '--port', '0', '--seed', './seed.json'], {}, folder.path)
    expect(ended).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(stderr) })
  })
})

describe('a YAML file', () => {
  async function read(text: string): Promise<unknown> {
    await using folder = createFolder({ 'data.yaml': text })
    const path = `${folder.path}/data.yaml`
    return await readDataFile(path, 'seed').catch((error: Error) => error.message.replace(path, 'data.yaml'))
  }

  test.each([
    ['that contains itself', '&all\nport: *all\n', ': an alias refers to a value that contains it.'],
    [
      'that contains itself deep inside',
      '- &a { b: [{ c: *a }] }\n',
      ': an alias refers to a value that contains it.',
    ],
    ['that is empty', '# Ferns\n', ': it is empty.'],
    ['of too many levels', `${'['.repeat(20_000)}${']'.repeat(20_000)}`, ':1:100: it is nested too deeply.'],
    [
      'whose aliases expand to too much',
      `- &a0 [1]\n${Array.from({ length: 25 }, (_, at) => `- &a${at + 1} [*a${at}, *a${at}]\n`).join('')}`,
      ': its aliases expand to more than 10000000 values.',
    ],
    [
      'whose << copies too many keys',
      `- &a0 { k0: 1 }\n${Array.from({ length: 1500 }, (_, at) => `- &a${at + 1} { <<: *a${at}, k${at + 1}: 1 }\n`).join('')}`,
      ':1414:12: it copies more than 1000000 keys with <<.',
    ],
    [
      'whose << has no object',
      '- <<: 5\n',
      ':1:3: the value of << must be an object, or a list of at most 100 objects.',
    ],
  ])('%s is refused with one line that names it', async (_title, text, reason) => {
    expect(await read(text)).toBe(`Failed to read the seed data.yaml${reason}`)
  })

  test('with thousands of aliases is read', async () => {
    const plants = await read(`- &fern { name: Fern }\n${'- *fern\n'.repeat(50_000)}`)
    expect(plants).toHaveLength(50_001)
    expect((plants as unknown[])[50_000]).toEqual({ name: 'Fern' })
  })

  test('with thousands of merged objects is read', async () => {
    const plants = await read(
      `- &fern { name: Fern, tag: green }\n${'- { <<: *fern, id: 1 }\n'.repeat(20_000)}`,
    )
    expect((plants as unknown[])[20_000]).toEqual({ id: 1, name: 'Fern', tag: 'green' })
  })

  test('has exact numbers, and merges objects', async () => {
    const text = `- 0x10\n- -${aboveSafe}\n- 9007199254740993.5\n- 1e400\n- .5\n- .inf\n- 010\n- &a { b: 1 }\n- { <<: *a, c: 2 }\n- -${'9'.repeat(500)}`
    expect(await read(text)).toEqual([
      16,
      -9007199254740993n,
      Number.NaN,
      Infinity,
      0.5,
      Infinity,
      10,
      { b: 1 },
      { b: 1, c: 2 },
      -Infinity,
    ])
  })
})

describe.each([
  ['json', (plants: string[]) => `[${plants.join(',')}]`, (id: number) => `{"id":${id},"name":"Fern"}`],
  ['yaml', (plants: string[]) => plants.join(''), (id: number) => `- id: ${id}\n  name: Fern\n`],
])('a seed of 100,000 plants as %s', (format, join, toPlant) => {
  test('is read whole', async () => {
    const count = 100_000
    const text = join(Array.from({ length: count }, (_, at) => toPlant(at)))
    await using folder = createFolder({ [`seed.${format}`]: text })
    const seed = (await readShippedOrFile('seeds', `${folder.path}/seed.${format}`)) as NewPlant[]
    const { plants } = createPlantStore({ seed })
    expect(await plants.count()).toBe(count)
    expect(await plants.get(count - 1)).toMatchObject({ name: 'Fern' })
  })
})
