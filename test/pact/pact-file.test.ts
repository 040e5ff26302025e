import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { withLock } from '../../src/pact/file/file-lock.ts'
import { addToPact, readPact, type WrittenPact } from '../../src/pact/file/pact-file.ts'
import { createFolder } from '../tools/folder.ts'
import { runProcess } from '../tools/processes.ts'
import { makeFolder } from './written-pact.ts'

const source = new URL('../../src/pact/file/pact-file.ts', import.meta.url).href

const toPact = (
  interactions: WrittenPact['interactions'],
  consumer = 'shop',
  version = '4.0',
): WrittenPact => ({
  consumer: { name: consumer },
  provider: { name: 'plant-store' },
  interactions,
  metadata: { pactSpecification: { version }, pactRust: { ffi: '0.5.8' } },
})

test('interactions are sorted by description, members by name, and ids are exact', () => {
  const file = join(makeFolder(), 'new', 'shop.json')
  addToPact(file, toPact([{ description: 'b', id: 9223372036854775807n, empty: [{}, []] }]))
  addToPact(
    file,
    toPact([{ description: 'a' }, { id: 9223372036854775807n, empty: [{}, []], description: 'b' }]),
  )
  expect(readFileSync(file, 'utf8')).toBe(`{
  "consumer": {
    "name": "shop"
  },
  "interactions": [
    {
      "description": "a"
    },
    {
      "description": "b",
      "empty": [
        {},
        []
      ],
      "id": 9223372036854775807
    }
  ],
  "metadata": {
    "pactSpecification": {
      "version": "4.0"
    }
  },
  "provider": {
    "name": "plant-store"
  }
}
`)
})

test('the same description with other states is another interaction, as in Pact', () => {
  const file = join(makeFolder(), 'shop.json')
  const states = [undefined, [{ name: 'a' }], [{ name: 'a', params: { id: '1' } }], [{ name: 'b' }]]
  const interactions = states.map((providerStates, at) => ({
    description: 'a plant',
    ...(providerStates && { providerStates }),
    status: at,
  }))
  for (const interaction of interactions) addToPact(file, toPact([interaction]))
  const written = readPact(file).interactions
  expect(written).toHaveLength(interactions.length)
  expect(written).toEqual(expect.arrayContaining(interactions))
  expect(() =>
    addToPact(file, toPact([{ description: 'a plant', providerStates: [{ name: 'b' }] }])),
  ).toThrow('another interaction with the description "a plant" and the same states')
})

const shops = 'is between shop and plant-store by version 4.0, not between '
test.each<[what: string, added: WrittenPact, message: string]>([
  [
    'the description of another',
    toPact([{ description: 'a', id: 9007199254740993n }]),
    'the description "a"',
  ],
  ['another version of Pact', toPact([], 'shop', '3.0.0'), `${shops}shop and plant-store by version 3.0.0`],
  ['another consumer', toPact([], 'importer'), `${shops}importer and plant-store by version 4.0`],
])('an interaction with %s is not written, and the file does not change', (_what, added, message) => {
  const file = join(makeFolder(), 'shop.json')
  addToPact(file, toPact([{ description: 'a', id: 9007199254740992n }]))
  const before = readFileSync(file, 'utf8')
  expect(() => addToPact(file, added)).toThrow(message)
  expect(() => addToPact(file, added)).toThrow(expect.objectContaining({ name: 'PactConflictError' }))
  expect(readFileSync(file, 'utf8')).toBe(before)
})

/** Adds interactions as a test of a run does, and returns what the pact has then. */
function addAs(test: string | undefined, run: number, file: string, ...interactions: object[]): unknown[] {
  addToPact(file, toPact(interactions as WrittenPact['interactions']), { test, run })
  return readPact(file).interactions.map(({ description, id = '' }) => `${description}${id}`)
}

test('a later run replaces what changed, and what a test writes no more leaves', async () => {
  using folder = createFolder({ 'node_modules/x': '', 'a.test.ts': '', 'b.test.ts': '', 'c.test.ts': '' })
  const [a, b, c] = ['a', 'b', 'c'].map((name) => folder.file(`${name}.test.ts`))
  const file = folder.file('pacts/shop.json')
  addAs(a, 1, file, { description: 'one', id: 1 }, { description: 'old' })
  addAs(b, 1, file, { description: 'two' })
  expect(addAs(c, 1, file, { description: 'three' })).toEqual(['old', 'one1', 'three', 'two'])
  // The next run loads the module again.
  const again: typeof import('../../src/pact/file/pact-file.ts') = await import(`${source}?again`)
  rmSync(folder.file('c.test.ts'))
  again.addToPact(file, toPact([{ description: 'one', id: 2 }]), { test: a, run: 2 })
  expect(readPact(file).interactions.map(({ description, id = '' }) => `${description}${id}`)).toEqual([
    'one2',
    'two',
  ])
  again.addToPact(file, toPact([{ description: 'new' }]), { test: a, run: 2 })
  expect(readPact(file).interactions).toHaveLength(3)
})

test('two tests of one run may not write different interactions with one description', () => {
  using folder = createFolder({ 'node_modules/x': '', 'a.test.ts': '', 'b.test.ts': '' })
  const [a, b] = ['a', 'b'].map((name) => folder.file(`${name}.test.ts`))
  const file = folder.file('pacts/shop.json')
  addAs(a, 1, file, { description: 'one', id: 1 })
  expect(() => addAs(b, 1, file, { description: 'one', id: 2 })).toThrow(
    `and the same states, from ${a}. Give`,
  )
  expect(addAs(b, 2, file, { description: 'one', id: 2 })).toEqual(['one2'])
})

test('the writers of a pact are not next to it, but in the cache of the project', () => {
  using folder = createFolder({ 'node_modules/x': '', 'a.test.ts': '' })
  addAs(folder.file('a.test.ts'), 1, folder.file('pacts/shop.json'), { description: 'one' })
  expect(readdirSync(folder.file('pacts'))).toEqual(['shop.json'])
  expect(readdirSync(folder.file('node_modules/.cache/plant-store-kit'))).toHaveLength(1)
})

test.each(['forks', 'threads'])(
  'files of Vitest in %s are tests of one run, and a rename is no rest',
  async (pool) => {
    const kit = new URL('../../src/pact/file/pact-file.ts', import.meta.url).href
    const write = (...names: string[]): string => `
    import { test } from '${new URL('../../node_modules/vitest/dist/index.js', import.meta.url).href}'
    import { addToPact } from '${kit}'
    const metadata = { pactSpecification: { version: '4.0' } }
    test.each(${JSON.stringify(names)})('%s', (description) => {
      const interactions = [{ description }]
      addToPact('pacts/shop.json', { consumer: { name: 'shop' }, provider: { name: 'p' }, interactions, metadata })
    })`
    const files = Object.fromEntries(
      [...'abcdef'].map((name) => [`${name}.test.mjs`, write(...[1, 2, 3].map((at) => `${name}${at}`))]),
    )
    using folder = createFolder({ 'node_modules/x': '', ...files })
    const run = async (): Promise<string[]> => {
      const vitest = new URL('../../node_modules/vitest/vitest.mjs', import.meta.url).pathname
      const args = [vitest, 'run', '--root', folder.path, '--pool', pool]
      const env = { ...process.env, VITEST: undefined }
      const { code, stderr } = await runProcess(process.execPath, args, { cwd: folder.path, env })
      expect(code, stderr).toBe(0)
      return readPact(folder.file('pacts/shop.json')).interactions.map(({ description }) => description)
    }
    expect(await run()).toHaveLength(6 * 3)
    writeFileSync(folder.file('a.test.mjs'), write('a1', 'renamed'))
    rmSync(folder.file('b.test.mjs'))
    const others = [...'cdef'].flatMap((name) => [1, 2, 3].map((at) => `${name}${at}`))
    expect(await run()).toEqual(['a1', ...others, 'renamed'])
  },
)

test("a file that isn't a pact is an error that names it", () => {
  const file = join(makeFolder(), 'shop.json')
  for (const text of ['{"consumer":', '{}', '[]']) {
    writeFileSync(file, text)
    expect(() => addToPact(file, toPact([]))).toThrow(`Failed to write the pact: ${file} isn't a pact`)
  }
})

test.each([
  ['names no process', ''],
  ['is of a running process', `${process.pid} ${hostname()}`],
  ['is of another machine', '999999999 another-machine'],
])('a lock that %s is respected, and the error says what to remove', (_what, text) => {
  const file = join(makeFolder(), 'shop.json')
  writeFileSync(`${file}.lock`, text)
  expect(() => withLock(file, () => {}, 20)).toThrow(
    `another process holds ${file}.lock. Remove the file if no tests are running.`,
  )
})

test('processes and threads can write one pact at once and lose nothing, also if a killed one holds the lock', async () => {
  const program = `
    import { Worker, isMainThread, workerData } from 'node:worker_threads'
    import { addToPact } from '${source}'
    const [file, who] = process.argv.slice(2)
    const write = (name) => {
      for (let at = 0; at < 20; at++) {
        const interactions = [{ description: name + ' ' + at }]
        const metadata = { pactSpecification: { version: '4.0' } }
        addToPact(file, { consumer: { name: 'shop' }, provider: { name: 'p' }, interactions, metadata })
      }
    }
    if (isMainThread) new Worker(new URL(import.meta.url), { workerData: 1, argv: [file, who] })
    write(isMainThread ? who : who + workerData)`
  const { pid } = spawnSync(process.execPath, ['-e', ''])
  using folder = createFolder({ 'write.mjs': program, 'shop.json.lock': `${pid} ${hostname()}` })
  const file = folder.file('shop.json')
  const writers = ['a', 'b', 'c'].map((who) =>
    runProcess(process.execPath, [folder.file('write.mjs'), file, who]),
  )
  expect((await Promise.all(writers)).map(({ code, stderr }) => [code, stderr])).toEqual(
    writers.map(() => [0, '']),
  )
  expect(readPact(file).interactions).toHaveLength(3 * 2 * 20)
  expect(readdirSync(folder.path).sort()).toEqual(['shop.json', 'write.mjs'])
})
