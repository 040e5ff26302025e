import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { renderPage } from '../../docs/sections.ts'
import { matchers } from '../../src/adapters/matchers/matchers.ts'
import { startServer } from '../../src/adapters/server/start-server.ts'
import { toContract } from '../../src/contract/to-contract.ts'
import { runHere } from '../cli/run-here.ts'
import { bookings } from '../mock/bookings.ts'
import { startStandInBroker } from '../pact/stand-in-broker.ts'
import { createFolder } from '../tools/folder.ts'
import { processHangLimit } from '../tools/hang-limit.ts'
import { brokenLinks } from './links.ts'
import { findCommand, isCommand, pages, readPage, type Snippet, snippets } from './pages.ts'

const root = new URL('../../', import.meta.url)
const contract = 'contracts/shop-plant-store.json'

test.each([
  ['README.md', 149],
  ['docs/architecture.md', 82],
])('%s has at most %i lines', (path, limit) => {
  expect(readPage(path).trimEnd().split('\n').length).toBeLessThanOrEqual(limit)
})

test.each(pages)('every link of $path leads somewhere', ({ path }) => {
  expect(brokenLinks(path)).toEqual([])
})

/** Commands that no test takes from their page, by their beginnings, and why not. */
const notRun = {
  'npm ci && npm test': 'this runs in it',
  'npm install --save-dev': 'another test compares the packages with the optional peers',
}

/** The calls by which tests take commands from pages: the first that begins so, or all. */
const taking = /\b(?:(findCommand)\(|commands\(|isCommand\(\w+, )'([^']+)'/g

test('every command of every page is one that a test takes from there', () => {
  const tests = globSync('test/{cli,docs,package}/**/*.ts', { cwd: root })
  const taken = tests.flatMap((path) => [...readFileSync(new URL(path, root), 'utf8').matchAll(taking)])
  const commands = snippets.filter(({ language }) => language === 'sh')
  const isTaken = (snippet: Snippet): boolean =>
    taken.some(([, isFirst, beginning = '']) =>
      isFirst ? snippet.code.trim() === findCommand(beginning) : isCommand(snippet, beginning),
    )
  const others = Object.keys(notRun)
  expect(commands.filter((snippet) => !isTaken(snippet)).map(({ code }) => code)).toEqual(
    commands.filter((snippet) => others.some((one) => isCommand(snippet, one))).map(({ code }) => code),
  )
  for (const beginning of others) expect(findCommand(beginning)).toBeDefined()
})

test.each(snippets.filter((snippet) => isCommand(snippet, 'plant-store verify http')))(
  'this command of $page verifies a backend: $code',
  async ({ code }) => {
    const isOfOther = code.includes('--openapi')
    await using folder = createFolder(isOfOther ? { 'bookings.yaml': JSON.stringify(bookings) } : {})
    await using server = await startServer({ port: 0, ...(isOfOther && { contract: toContract(bookings) }) })
    const [, , , ...words] = code
      .replace(/https?:\/\/[\w.:]+/, server.url)
      .replace(/(?<=--token-command )'.*?'/, 'pwd')
      .matchAll(/'([^']*)'|\S+/g)
    const args = words.map(([word, quoted = word]) => quoted)
    const env = { PLANT_STORE_TOKEN: 'local-token' }
    const few = ['--only', 'documented-status', '--max-requests', '20']
    const { code: exitCode, stderr } = await runHere([...args, ...few], env, folder.path)
    expect([exitCode, stderr]).toEqual([0, ''])
  },
)

/** The flags of Pact's own client in the workflows, which its help lists; it isn't installed here. */
const flagsOfClient: Readonly<Record<string, readonly string[]>> = {
  publish: ['consumer-app-version', 'branch'],
  'can-i-deploy': ['pacticipant', 'version', 'to-environment', 'retry-while-unknown'],
  'record-deployment': ['pacticipant', 'version', 'environment'],
}

interface Workflow {
  jobs?: Record<string, { needs?: string; steps: { run?: string }[] }>
  verify?: { script: string[] }
}

const limit = { timeout: processHangLimit }
test('the workflows are YAML, and call commands that exist with flags that they have', limit, async () => {
  const pact = readFileSync(new URL(contract, root), 'utf8')
  using folder = createFolder({ 'pacts/shop.json': pact, 'plant-store.yaml': 'port: 4010' })
  await using broker = await startStandInBroker({ pacts: { shop: JSON.parse(pact) } })
  await using service = await startServer({ port: 0, responses: 'documented' })
  const workflows = snippets
    .filter(({ page, file = '' }) => page === 'docs/ci.md' && /\.ya?ml$/.test(file))
    .map(({ code }): Workflow => parse(code, { strict: true }))
  const commands = workflows.flatMap(({ jobs = {}, verify: { script } = { script: [] } }) => [
    ...Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run = [] }) => run)),
    ...script,
  ])
  commands.push(
    findCommand('plant-store diff https://staging.example --config plant-store.yaml --wait'),
    findCommand('plant-store verify-pacts http://127.0.0.1:4010 --provider'),
  )
  const env = { PLANT_STORE_TOKEN: 'a', PACT_BROKER_BASE_URL: broker.url }
  const codes: string[] = []
  const others = new Set<string>()
  for (const command of commands) {
    const [, own] = /^npx --no plant-store (.+)/.exec(command) ?? []
    const [, ofClient = '', rest = ''] = /^npx pact broker ([\w-]+)(.*)/.exec(command) ?? []
    if (own !== undefined) {
      const there = own
        .replace('--wait 60 ', '')
        .replace(/http\S+/, own.startsWith('verify-pacts') ? service.url : 'http://127.0.0.1:1')
      const args = there.replaceAll(/\$\w+/g, 'main').split(' ')
      codes.push(`${args[0]} ${(await runHere(args, env, folder.path)).code}`)
    } else if (ofClient !== '') {
      const flags = [...rest.matchAll(/ --([\w-]+)/g)].map(([, flag = '']) => flag)
      expect(flagsOfClient[ofClient], ofClient).toEqual(expect.arrayContaining(flags))
    } else others.add(command)
  }
  // The service of `verify` and `diff` is not reachable.
  expect(codes).toEqual(['verify 4', 'verify 4', 'check-pact 0', 'diff 4', 'verify-pacts 0'])
  const published = broker.requests
    .filter(({ method, url }) => method !== 'GET' && !url.startsWith('/for/'))
    .map(({ method, url, body }) => `${method} ${url} ${/"success":true/.exec(body)}`)
  expect(published).toEqual(['PUT /branches/main/versions/1.2.3 null', 'POST /results/shop "success":true'])
  expect([...others]).toEqual(['npm ci', 'npm start &', 'npx vitest run consumer', './deploy.sh'])
})

test('the README names every page', () => {
  const names = pages.map(({ path }) => path).filter((path) => path !== 'README.md')
  expect(names.filter((path) => !readPage('README.md').includes(path))).toEqual([])
})

test('CONTRIBUTING and the architecture name only files that exist', () => {
  const text = readPage('CONTRIBUTING.md') + readPage('docs/architecture.md')
  const named = [...text.matchAll(/`((?:src|test|docs|mocks|contracts)\/[\w./-]*)`/g)].map(
    ([, path = '']) => path,
  )
  expect(named.filter((path) => !existsSync(new URL(path, root)))).toEqual([])
})

test.each(readdirSync(new URL('src', root)).filter((name) => !name.includes('.')))(
  'src/%s has a README of at most ten lines, which names only files that exist',
  (folder) => {
    const text = readFileSync(new URL(`src/${folder}/README.md`, root), 'utf8')
    expect(text.split('\n').length).toBeLessThanOrEqual(10)
    const named = [...text.matchAll(/`([\w./-]+(?:\.ts|\/))`/g)].map(([, path = '']) => path)
    const found = (path: string): boolean =>
      [`src/${folder}/${path}`, `src/${path}`].some((one) => existsSync(new URL(one, root)))
    expect(named.filter((path) => !found(path))).toEqual([])
  },
)

test('every block of code is in a language that a test reads', () => {
  const languages = new Set(snippets.map(({ language }) => language))
  expect(languages).toEqual(new Set(['sh', 'ts', 'js', 'yaml']))
})

test('the packages to install are the optional peers of the kit', () => {
  const { peerDependencies } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'))
  const named = new Set<string>()
  for (const { text } of pages) {
    for (const [, names = ''] of text.matchAll(/npm install --save-dev ([^`\n]+)/g)) {
      for (const name of names.split(' ')) if (/^(?:@[\w-]+\/)?\w[\w-]+$/.test(name)) named.add(name)
    }
  }
  for (const other of ['@pact-foundation/pact-cli', 'jest']) named.delete(other)
  for (const name of named) expect(Object.keys(peerDependencies)).toContain(name)
})

test('the versions of Node in the tutorial are those that CI tests', () => {
  const read = (path: string): string => readFileSync(new URL(path, root), 'utf8')
  const [, newer = '', oldest = ''] =
    /^\| (22[\d,\s]+?) +\|.*\n\| ([\d.]+) /m.exec(readPage('docs/tutorial.md')) ?? []
  const tested = read('test/package/installs/nodes.test.ts').matchAll(/^ {2}\['([\d.]+)', '\d'\],$/gm)
  expect([...tested].map(([, version]) => version)).toEqual([oldest, ...(newer.match(/\d+/g) ?? [])])
  expect(JSON.parse(read('package.json')).engines.node).toBe(`>=${oldest}`)
  expect(read('.github/workflows/ci.yml')).toContain('bash .ci/run')
  expect(read('.ci/run')).toMatch(/^npm run test:installs /m)
})

test.each(pages)('what $path generates from the code is up to date', ({ text }) => {
  expect(text).toBe(renderPage(text))
})

test('the package, its lock file, the changelog, and the docs have one version', () => {
  const [{ version }, lock] = ['package.json', 'package-lock.json'].map((path) =>
    JSON.parse(readFileSync(new URL(path, root), 'utf8')),
  )
  const [, release] = /^## \[(\d\S+)\] - \d{4}-\d\d-\d\d$/m.exec(readPage('CHANGELOG.md')) ?? []
  const tarballs = pages.flatMap(({ text }) =>
    [...text.matchAll(/plant-store-kit-([\d.]+)\.tgz/g)].map(([, named]) => named),
  )
  expect(new Set([lock.version, lock.packages[''].version, release, ...tarballs])).toEqual(new Set([version]))
})

test('a page names each entry of the package', () => {
  const { exports } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'))
  const docs = pages.filter(({ path }) => path !== 'CHANGELOG.md').map(({ text }) => text)
  const entries = Object.keys(exports).filter((entry) => /^\.\/[a-z]+$/.test(entry))
  expect(entries.filter((entry) => !docs.join('\n').includes(`plant-store-kit${entry.slice(1)}`))).toEqual([])
})

test('the table of matchers names each of them', () => {
  const table = readPage('docs/front-end.md')
  expect(Object.keys(matchers).filter((name) => !table.includes(`${name}(`))).toEqual([])
})
