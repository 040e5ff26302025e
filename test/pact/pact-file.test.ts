import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { withLock } from '../../src/pact/file/file-lock.ts'
import { addToPact, readPact, type WrittenPact } from '../../src/pact/file/pact-file.ts'
import type { TestFile } from '../../src/pact/file/test-file.ts'
import { createFolder } from '../tools/folder.ts'
import { installHangLimit } from '../tools/hang-limit.ts'
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
  const written = {
    consumer: { name: 'shop' },
    interactions: [{ description: 'a' }, { description: 'b', empty: [{}, []], id: 0 }],
    metadata: { pactSpecification: { version: '4.0' } },
    provider: { name: 'plant-store' },
  }
  const text = JSON.stringify(written, null, 2).replace('"id": 0', '"id": 9223372036854775807')
  expect(readFileSync(file, 'utf8')).toBe(`${text}\n`)
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

/** Adds an interaction as a test of a run does, and returns what the pact has then. */
function addAs(
  path: string,
  run: object,
  file: string,
  interaction: WrittenPact['interactions'][0],
): unknown {
  addToPact(file, toPact([interaction]), { path, run, onPassed() {} }, run === process ? 1 : 2)
  return readPact(file).interactions.map(({ description, id = '' }) => `${description}${id}`)
}

test('a later run replaces what changed, but two tests of one run may not write different interactions with one description', () => {
  using folder = createFolder({ 'node_modules/x': '' })
  const file = folder.file('pacts/shop.json')
  const [earlier, later] = [process, {}]
  addAs('a.test.ts', earlier, file, { description: 'one', id: 1 })
  for (const path of ['a.test.ts', 'b.test.ts'])
    expect(() => addAs(path, earlier, file, { description: 'one', id: 2 })).toThrow(
      'and the same states, from a.test.ts. Give',
    )
  expect(addAs('b.test.ts', later, file, { description: 'one', id: 2 })).toEqual(['one2'])
  // The writers are not next to the pact, but in the cache of the project.
  expect(readdirSync(folder.file('pacts'))).toEqual(['shop.json'])
  expect(readdirSync(folder.file('node_modules/.cache/plant-store-kit'))).toHaveLength(1)
})

/** Calls the tests of a file like Jest: it names the test in the state of `expect`, and tells the handlers of the file what happens. */
const likeJest = `
  const [file, , pattern] = process.argv.slice(2)
  const handlers = globalThis[Symbol.for('EVENT_HANDLERS')] = []
  const state = globalThis[Symbol.for('$$jest-matchers-object')] = { state: { testPath: file } }
  const tests = []
  globalThis.test = (name, run) => tests.push({ name, run, errors: [], status: 'skip' })
  test.skip = (name) => tests.push({ name, errors: [], status: 'skip' })
  await import(file)
  for (const one of tests) {
    if (one.run === undefined || !one.name.includes(pattern ?? '')) continue
    state.state.currentTestName = 'block ' + one.name
    try { one.run() } catch (error) { one.errors.push(error) }
    one.status = 'done'
  }
  const block = { name: 'block', children: tests }
  for (const handle of handlers) handle({ name: 'run_finish' }, { rootDescribeBlock: { children: [block] }, testNamePattern: pattern })`

// Both have the same code of Vitest, so `npm run test:corpus` tries the other one.
const pools = process.env['THOROUGH'] ? ['forks', 'threads'] : ['threads']
const ofVitest = fileURLToPath(new URL('../../node_modules/vitest/', import.meta.url))

test.each<[runner: string, imported: string, command: string[], filter: string]>([
  ...pools.map((pool): [string, string, string[], string] => [
    `Vitest in ${pool}`,
    `import { test } from '${ofVitest}dist/index.js'`,
    [`${ofVitest}vitest.mjs`, 'run', '--globals', '--pool', pool],
    '-t',
  ]),
  ['Node', "import { test } from 'node:test'", ['--test'], '--test-name-pattern'],
  ['Jest', '', ['jest.mjs', 'a.test.mjs'], '-t'],
])(
  'in %s, only a whole run without failures removes what no test writes any more',
  { timeout: installHangLimit },
  async (runner, imported, command, filter) => {
    const write = (first: string, ...names: string[]): string => `
    ${imported}
    import { addToPact } from '${source}'
    const metadata = { pactSpecification: { version: '4.0' } }
    const add = (description) => addToPact('pacts/shop.json', { consumer: { name: 'shop' }, provider: { name: 'p' }, interactions: [{ description }], metadata })
    ${first}
    for (const name of ${JSON.stringify(names)}) test(name, () => add(name))
    test('a test of something else', () => {})`
    const path = (name: string): string => folder.file(`${name}.test.mjs`)
    using folder = createFolder({
      'node_modules/x': '',
      'jest.mjs': likeJest,
      'a.test.mjs': write('', 'a1', 'a2', 'skipped'),
      'b.test.mjs': write('', 'b1'),
    })
    const isJest = runner === 'Jest'
    const run = async (...more: string[]): Promise<string> => {
      const env = { ...process.env, VITEST: undefined, NODE_TEST_CONTEXT: undefined }
      await runProcess(
        process.execPath,
        isJest ? [command[0] ?? '', path('a'), ...more] : [...command, ...more],
        {
          cwd: folder.path,
          env,
          timeout: installHangLimit,
        },
      )
      return readPact(folder.file('pacts/shop.json'))
        .interactions.map((one) => one.description)
        .join()
    }
    const others = isJest ? '' : 'b1,'
    expect(await run()).toBe(`a1,a2,${others}skipped`)
    expect(await run(filter, 'a2')).toBe(`a1,a2,${others}skipped`)
    writeFileSync(path('a'), write("test('a1', () => { throw new Error('no') })", 'renamed'))
    expect(await run()).toBe(`a1,a2,${others}renamed,skipped`)
    if (!isJest) rmSync(path('b'))
    writeFileSync(path('a'), write("test.skip('skipped', () => {})", 'a1', 'renamed'))
    // Node tells no names of tests.
    expect(await run()).toBe(runner === 'Node' ? 'a1,renamed' : 'a1,renamed,skipped')
  },
)

test("a file that isn't a pact is an error that names it, and the end of the tests leaves it alone", () => {
  const file = join(makeFolder(), 'shop.json')
  const ends: (() => void)[] = []
  const onPassed: TestFile['onPassed'] = (end) => ends.push(() => end(new Set()))
  for (const text of ['{"consumer":', '{}', '[]']) {
    writeFileSync(file, text)
    const write = (): void => addToPact(file, toPact([]), { path: 'a.test.ts', run: {}, onPassed })
    expect(write).toThrow(`Failed to write the pact: ${file} isn't a pact`)
    for (const end of ends) end()
    expect(readFileSync(file, 'utf8')).toBe(text)
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
