// Measures the mock, and what others have in its place, in one run: npm run bench, or parts of it: npm run bench -- shop
// plants. With --save, the ratios are those that later runs are compared with.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fetchPackage } from '../contract/corpus/fetch-package.ts'
import { createFolder } from '../tools/folder.ts'
import { type Contestant, contestants, isPinned, type Load, load } from './contestants.ts'
import { type RequestName, recordCount } from './requests.ts'
import { shop } from './shop.ts'
import { type Measurement, median, printTable, ratio, type Saved, toSaved } from './statistics.ts'

const lives = Number(process.env['BENCH_PROCESSES'] ?? 5)
// Within a short round, a shared machine is about as fast for each entrant.
const rounds = 60
const coldStarts = 11

const root = join(import.meta.dirname, '../..')
using folder = createFolder()
const measurements: Measurement[] = []

/** A server to measure: how to start it, and the requests that warm it up. A round has a tenth of them. */
interface Entrant {
  start(): Promise<Contestant>
  count: number
}

/** Notes the loads of servers, compared with those of the first. */
function noteLoads(what: string, results: ReadonlyMap<string, Load[]>): void {
  const [base = []] = results.values()
  for (const [entrant, loads] of results) {
    const compare = (read: (load: Load) => number): number => ratio(loads.map(read), base.map(read))
    measurements.push({
      what,
      entrant,
      figure: `${Math.round(median(loads.map(({ rate }) => rate)))} requests/s`,
      ratios: {
        rate: compare(({ rate }) => rate),
        cpu: compare(({ cpu }) => cpu),
        p99: compare(({ p99 }) => p99),
      },
    })
  }
}

/** Notes times in milliseconds, compared with those of the first. */
function noteTimes(what: string, results: ReadonlyMap<string, number[]>): void {
  const [base = []] = results.values()
  for (const [entrant, times] of results)
    measurements.push({
      what,
      entrant,
      figure: `${Math.round(median(times))} ms`,
      ratios: { time: ratio(times, base) },
    })
}

/**
 * Loads all entrants in turn, round by round, so that a slow moment of the machine affects all of them. Each entrant runs
 * in several processes, because the compiler optimizes each process a little differently.
 */
async function compare(what: string, request: RequestName, entrants: Record<string, Entrant>): Promise<void> {
  const results = new Map<string, Load[]>(Object.keys(entrants).map((name) => [name, []]))
  for (let life = 0; life < lives; life++) {
    await using stack = new AsyncDisposableStack()
    const running: { name: string; count: number; contestant: Contestant }[] = []
    for (const [name, { start, count }] of Object.entries(entrants))
      running.push({ name, count, contestant: stack.use(await start()) })
    for (let round = 0; round <= rounds; round++) {
      for (const { name, count, contestant } of running.sort(() => Math.random() - 0.5)) {
        const result = await load(contestant, request, count / (round === 0 ? 1 : 10))
        if (round > 0) results.get(name)?.push(result)
      }
    }
  }
  noteLoads(what, results)
}

const { bare, plantStore, mock, Prism, Fastify, Scalar } = contestants
const withLog = (): Promise<Contestant> => plantStore(['--log', 'pretty'])

function measurePlants(): Promise<void> {
  const count = 20_000
  return compare('POST /plants', 'POST /plants', {
    bare: { start: bare, count },
    'plant store, silent': { start: plantStore, count },
    'plant store, default log': { start: withLog, count },
    'mock of openapi.yaml': { start: mock, count },
    Prism: { start: Prism, count: 1000 },
  })
}

/** Ids of 18 digits, like those of distributed systems, do not fit in a number. */
const withLongIds = async (start: () => Promise<Contestant>): Promise<Contestant> =>
  Object.assign(await start(), { next: 123_456_789_012_345_678n })

function measureLongIds(): Promise<void> {
  const count = 20_000
  return compare('POST /plants, ids of 18 digits', 'POST /plants', {
    bare: { start: () => withLongIds(bare), count },
    'plant store, silent': { start: () => withLongIds(plantStore), count },
  })
}

/** Loads each entrant without a pause, in processes of their own, so that garbage of the journal and plants counts. */
async function sustain(
  what: string,
  request: RequestName,
  entrants: Record<string, () => Promise<Contestant>>,
): Promise<void> {
  const count = 300_000
  const results = new Map<string, Load[]>(Object.keys(entrants).map((name) => [name, []]))
  const growths: string[] = []
  for (let life = 0; life < lives; life++) {
    for (const [name, start] of Object.entries(entrants)) {
      await using contestant = await start()
      await load(contestant, request, 5000)
      const before = contestant.readMemory()
      results.get(name)?.push(await load(contestant, request, count))
      if (life === 0) growths.push(`${name} ${Math.round(contestant.readMemory() - before)} MB`)
    }
  }
  noteLoads(`${what}, ${count} without a pause`, results)
  console.log(`Memory grew during ${count} × ${request}: ${growths.join(', ')}`)
}

async function measureSustained(): Promise<void> {
  await sustain('POST /plants', 'POST /plants', {
    bare,
    'plant store, silent': plantStore,
    'plant store, default log': withLog,
  })
  await sustain('POST /plants, ids of 18 digits', 'POST /plants', {
    bare: () => withLongIds(bare),
    'plant store, silent': () => withLongIds(plantStore),
  })
  await sustain('GET /orders/{id}', 'GET /orders/{id}', {
    Fastify: () => withOrders(Fastify),
    mock: () => withOrders(() => mock(shopFile)),
  })
}

/** Measures how long servers take to start and to respond to a first request. */
async function timeStarts(
  what: string,
  starts: Record<string, () => Promise<Contestant>>,
  path: string,
  init: RequestInit = {},
): Promise<void> {
  const times = new Map<string, number[]>(Object.keys(starts).map((name) => [name, []]))
  for (let run = 0; run < coldStarts; run++) {
    for (const [name, start] of Object.entries(starts)) {
      const begin = performance.now()
      await using contestant = await start()
      const response = await fetch(contestant.url + path, init)
      await response.text()
      if (init.body && response.status !== 200) throw new Error(`${name} responded ${response.status}`)
      times.get(name)?.push(performance.now() - begin)
    }
  }
  noteTimes(what, times)
}

function measureColdStart(): Promise<void> {
  const starts = { bare, plantStore: () => plantStore(), mock: () => mock(), Prism: () => Prism() }
  return timeStarts('cold start, until the first response', starts, '/plants', {
    method: 'POST',
    headers: { authorization: 'Bearer local-token', 'content-type': 'application/json' },
    body: '{"id":1,"name":"Monstera","tag":"foliage"}',
  })
}

/** A description of strangers, with 120 operations. */
const large = join(root, 'node_modules/@readme/oas-examples/3.0/json/star-trek.json')

async function measureDescription(): Promise<void> {
  const starts = { Prism: () => Prism(large), mock: () => mock(large) }
  await timeStarts('cold start, 120 operations', starts, '/animal/search?uid=1')
  const github = `${fetchPackage('@octokit/openapi', '23.0.2')}/generated/api.github.com.json`
  const described = Array.from({ length: 3 }, () => {
    const begin = performance.now()
    const args = [`${root}/dist/plant-store.js`, 'describe', '--openapi', github]
    execFileSync(process.execPath, args, { stdio: 'ignore' })
    return performance.now() - begin
  })
  noteTimes('describe, 1,223 operations of GitHub', new Map([['plant-store', described]]))
}

const shopFile = join(folder.path, 'shop.json')
writeFileSync(shopFile, JSON.stringify(shop))

/** Starts a server of the shop, and creates the records that its requests are about. */
async function withOrders(start: () => Promise<Contestant>): Promise<Contestant> {
  const contestant = await start()
  await load(contestant, 'POST /orders', recordCount)
  return contestant
}

async function measureShop(): Promise<void> {
  for (const request of ['GET /orders/{id}', 'POST /orders', 'GET /orders?status=paid'] as const) {
    const count = 10_000
    await compare(`${request} of 50 operations`, request, {
      Fastify: { start: () => withOrders(Fastify), count },
      mock: { start: () => withOrders(() => mock(shopFile)), count },
      Scalar: { start: () => Scalar(shopFile), count: 1000 },
      Prism: { start: () => Prism(shopFile), count: 500 },
    })
  }
}

/** Starts the plant store with `count` plants. */
async function startFilled(count: number): Promise<Contestant> {
  const seed = join(folder.path, `${count}.json`)
  const toPlant = (_: unknown, index: number): string =>
    `{"id":${index + 1},"name":"Monstera","tag":"foliage"}`
  writeFileSync(seed, `[${Array.from({ length: count }, toPlant).join(',')}]`)
  return Object.assign(await plantStore(['--seed', seed]), { next: BigInt(count) + 1n })
}

/** Starts a plant store that had `count` plants, so that it differs from a filled one only in what it stores. */
async function startEmptied(count: number): Promise<Contestant> {
  const emptied = await startFilled(count)
  await fetch(`${emptied.url}/__admin/records/plants`, { method: 'DELETE' })
  return emptied
}

async function measureStored(): Promise<void> {
  const count = 10_000
  await compare('POST /plants, with plants stored', 'POST /plants', {
    none: { start: () => startEmptied(1_000_000), count },
    '100,000': { start: () => startFilled(100_000), count },
    '1,000,000': { start: () => startFilled(1_000_000), count },
  })
  await using empty = await plantStore()
  await using full = await startFilled(1_000_000)
  const perPlant = ((full.readMemory() - empty.readMemory()) * 1024 * 1024) / 1_000_000
  console.log(`Memory per plant: ${perPlant.toFixed(0)} bytes, measured with 1,000,000 plants`)
}

/** Judges a service that takes 2 ms, and measures how much of the time isn't spent waiting for it. */
async function measureVerify(): Promise<void> {
  const { readContract } = await import(`${root}/dist/read-contract.js`)
  const { verify } = await import(`${root}/dist/verify.js`)
  await using service = await plantStore(['--openapi', shopFile, '--latency', '2'])
  const contract = await readContract(shopFile)
  const begin = performance.now()
  const before = performance.eventLoopUtilization()
  const { requests, outcome, headline } = await verify(service.url, { contract, seed: 1 })
  if (outcome !== 'passed') throw new Error(`verify blames the mock: ${headline}`)
  const time = performance.now() - begin
  measurements.push({
    what: 'verify, 50 operations of 2 ms',
    entrant: 'plant-store',
    figure: `${(time / 1000).toFixed(1)} s, ${requests} requests`,
    ratios: { cpu: performance.eventLoopUtilization(before).utilization },
  })
}

const sections: Record<string, () => Promise<void>> = {
  plants: measurePlants,
  'long-ids': measureLongIds,
  shop: measureShop,
  sustained: measureSustained,
  'cold-start': measureColdStart,
  description: measureDescription,
  stored: measureStored,
  verify: measureVerify,
}
const isSaved = process.argv.includes('--save')
const asked = process.argv.slice(2).filter((name) => name !== '--save')
const unknown = asked.filter((name) => !Object.hasOwn(sections, name))
if (unknown.length > 0) throw new Error(`There is no section ${unknown}; there are ${Object.keys(sections)}`)
for (const [name, measure] of Object.entries(sections)) {
  if (asked.length === 0 || asked.includes(name)) await measure()
}

console.log(
  `Node ${process.version}, medians of ${rounds} rounds in each of ${lives} processes unless noted; ${isPinned ? 'server and load on different cores' : 'not pinned to cores'}. Each ratio is to the first of the same measurement; that of verify is to its whole time.`,
)
const file = new URL('last.json', import.meta.url)
const saved: Saved = JSON.parse(readFileSync(file, 'utf8'))
printTable(measurements, saved)
if (isSaved) writeFileSync(file, `${JSON.stringify({ ...saved, ...toSaved(measurements) }, null, 2)}\n`)
