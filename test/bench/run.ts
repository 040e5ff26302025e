// Compares the mock with a bare node:http server and the mock of Prism, in one run:
// npm run bench, or parts of it: npm run bench -- throughput plants. With --save, the ratios are those that later runs are
// compared with.
import { readFileSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createFolder } from '../tools/folder.ts'
import { type Contestant, contestants, isPinned, type Load, load } from './contestants.ts'
import { listSlower, median, print, type Ratios, ratio } from './statistics.ts'

const lives = Number(process.env['BENCH_PROCESSES'] ?? 5)
// Within a short round, a shared machine is about as fast for each entrant.
const rounds = 60
const coldStarts = 11

/** A server to measure: how to start it, and the requests of a round. */
interface Entrant {
  start(): Promise<Contestant>
  /** How many requests warm it up. A round has a tenth of them. */
  requests: number
}

/**
 * Loads all entrants in turn, round by round, so that a slow moment of the machine affects all of them, and prints their
 * results compared with those of the first. Each entrant runs in several processes, because the compiler optimizes each
 * process a little differently.
 */
async function compare(title: string, entrants: Record<string, Entrant>): Promise<void> {
  const results: Record<string, Load[]> = Object.fromEntries(Object.keys(entrants).map((name) => [name, []]))
  for (let life = 0; life < lives; life++) {
    await using stack = new AsyncDisposableStack()
    const running: [name: string, requests: number, Contestant][] = []
    for (const [name, { start, requests }] of Object.entries(entrants))
      running.push([name, requests, stack.use(await start())])
    for (let round = 0; round <= rounds; round++) {
      for (const [name, warmUp, contestant] of running.sort(() => Math.random() - 0.5)) {
        const requests = warmUp / (round === 0 ? 1 : 10)
        const result = await load(contestant, requests)
        if (result.statuses['200'] !== requests)
          throw new Error(`${name} responded ${JSON.stringify(result.statuses)}`)
        if (round > 0) results[name]?.push(result)
      }
    }
  }
  printLoads(title, results)
}

/** Prints the results of all entrants, compared with those of the first. */
function printLoads(title: string, results: Record<string, Load[]>): void {
  const [[first, base] = ['', []]] = Object.entries(results)
  const rates = (loads: readonly Load[]) => loads.map(({ rate }) => rate)
  const cpus = (loads: readonly Load[]) => loads.map(({ cpu }) => cpu)
  const p99s = (loads: readonly Load[]) => loads.map(({ p99 }) => p99)
  const table = print(title, results, (loads) => ({
    'requests/s': Math.round(median(rates(loads))),
    [`of ${first}`]: ratio(rates(loads), rates(base)).toFixed(2),
    'CPU µs': median(cpus(loads)).toFixed(1),
    [`CPU of ${first}`]: ratio(cpus(base), cpus(loads)).toFixed(2),
    'p50 ms': median(loads.map(({ p50 }) => p50)).toFixed(2),
    'p99 ms': median(p99s(loads)).toFixed(2),
    [`p99 of ${first}`]: ratio(p99s(loads), p99s(base)).toFixed(2),
  }))
  add(table)
}

const measured: Ratios = {}
const add = (ratios: Ratios): void => {
  Object.assign(measured, ratios)
}

const { bare, plantStore, mock, Prism } = contestants

function measureThroughput(): Promise<void> {
  const requests = 20_000
  return compare('POST /plants, 32 connections, journal on', {
    bare: { start: bare, requests },
    'plant store, silent': { start: plantStore, requests },
    'plant store, default log': { start: () => plantStore(['--log', 'pretty']), requests },
    'mock of openapi.yaml': { start: mock, requests },
    Prism: { start: Prism, requests: 1000 },
  })
}

/** Ids of 18 digits, like those of distributed systems, do not fit in a number. */
const withLongIds = async (start: () => Promise<Contestant>): Promise<Contestant> =>
  Object.assign(await start(), { nextId: 123_456_789_012_345_678n })

/** Loads each entrant without a pause, in processes of their own, so that garbage of the journal and plants counts. */
async function sustain(what: string, entrants: Record<string, () => Promise<Contestant>>): Promise<void> {
  const requests = 300_000
  const results: Record<string, Load[]> = Object.fromEntries(Object.keys(entrants).map((name) => [name, []]))
  for (let life = 0; life < lives; life++) {
    for (const [name, start] of Object.entries(entrants)) {
      await using contestant = await start()
      await load(contestant, 5000)
      results[name]?.push(await load(contestant, requests))
    }
  }
  printLoads(`${requests.toLocaleString('en')} ${what} without a pause, in new processes`, results)
}

async function measureSustained(): Promise<void> {
  const withLog = () => plantStore(['--log', 'pretty'])
  await sustain('plants', { bare, 'plant store, silent': plantStore, 'plant store, default log': withLog })
  await sustain('plants with ids of 18 digits', {
    bare: () => withLongIds(bare),
    'plant store, silent': () => withLongIds(plantStore),
  })
}

function measureLongIds(): Promise<void> {
  const from = (start: () => Promise<Contestant>): Entrant => ({
    start: () => withLongIds(start),
    requests: 20_000,
  })
  return compare('POST /plants with ids of 18 digits; all contestants read them exactly', {
    bare: from(bare),
    'plant store, silent': from(plantStore),
  })
}

async function measureColdStart(): Promise<void> {
  const names = ['bare', 'plantStore', 'mock', 'Prism'] as const
  const times: Record<string, number[]> = Object.fromEntries(names.map((name) => [name, []]))
  for (let run = 0; run < coldStarts; run++) {
    for (const name of names) {
      const begin = performance.now()
      await using contestant = await contestants[name]()
      const response = await fetch(`${contestant.url}/plants`, {
        method: 'POST',
        headers: { authorization: 'Bearer local-token', 'content-type': 'application/json' },
        body: '{"id":1,"name":"Monstera","tag":"foliage"}',
      })
      if (response.status !== 200) throw new Error(`${name} responded ${response.status}`)
      times[name]?.push(performance.now() - begin)
    }
  }
  const title = 'Cold start, from spawn to the first response'
  add(
    print(title, times, (all) => ({
      ms: Math.round(median(all)),
      'times bare': ratio(all, times['bare'] ?? []).toFixed(2),
    })),
  )
}

/** A description of strangers, with 120 operations. */
const large = 'node_modules/@readme/oas-examples/3.0/json/star-trek.json'

async function measureDescription(): Promise<void> {
  const starts = { mock, Prism }
  const times: Record<string, number[]> = { mock: [], Prism: [] }
  for (let run = 0; run < coldStarts; run++) {
    for (const [name, start] of Object.entries(starts)) {
      const begin = performance.now()
      await using contestant = await start(large)
      await (await fetch(`${contestant.url}/animal/search?uid=1`)).text()
      times[name]?.push(performance.now() - begin)
    }
  }
  add(
    print(`Cold start with ${large}`, times, (all) => ({
      ms: Math.round(median(all)),
      'times Prism': ratio(all, times['Prism'] ?? []).toFixed(2),
    })),
  )
}

/** Starts the plant store with `count` plants. */
async function startFilled(count: number): Promise<Contestant> {
  using folder = createFolder()
  const seed = join(folder.path, 'seed.json')
  const toPlant = (_: unknown, index: number): string =>
    `{"id":${index + 1},"name":"Monstera","tag":"foliage"}`
  await writeFile(seed, `[${Array.from({ length: count }, toPlant).join(',')}]`)
  const filled = await plantStore(['--seed', seed])
  return Object.assign(filled, { nextId: BigInt(count) + 1n })
}

/** Starts a plant store that had `count` plants, so that it differs from a filled one only in what it stores. */
async function startEmptied(count: number): Promise<Contestant> {
  const emptied = await startFilled(count)
  await fetch(`${emptied.url}/__admin/records/plants`, { method: 'DELETE' })
  return emptied
}

async function measureWithPlants(): Promise<void> {
  const requests = 10_000
  await compare('Throughput with plants stored', {
    none: { start: () => startEmptied(1_000_000), requests },
    '100,000': { start: () => startFilled(100_000), requests },
    '1,000,000': { start: () => startFilled(1_000_000), requests },
  })
  await using empty = await plantStore()
  await using full = await startFilled(1_000_000)
  const perPlant = ((full.readMemory() - empty.readMemory()) * 1024 * 1024) / 1_000_000
  console.log(`Memory per plant: ${perPlant.toFixed(0)} bytes, measured with 1,000,000 plants`)
}

console.log(
  `Node ${process.version}, medians of ${rounds} rounds in each of ${lives} processes unless noted; ${isPinned ? 'server and load on different cores' : 'not pinned to cores'}`,
)
const sections: Record<string, () => Promise<void>> = {
  throughput: measureThroughput,
  sustained: measureSustained,
  'long-ids': measureLongIds,
  'cold-start': measureColdStart,
  description: measureDescription,
  plants: measureWithPlants,
}
const isSaved = process.argv.includes('--save')
const asked = process.argv.slice(2).filter((name) => name !== '--save')
const unknown = asked.filter((name) => !Object.hasOwn(sections, name))
if (unknown.length > 0) throw new Error(`There is no section ${unknown}; there are ${Object.keys(sections)}`)
for (const [name, measure] of Object.entries(sections)) {
  if (asked.length === 0 || asked.includes(name)) await measure()
}

const file = new URL('last.json', import.meta.url)
const last: Ratios = JSON.parse(readFileSync(file, 'utf8'))
const slower = listSlower(measured, last)
console.log(
  slower.length === 0
    ? '\nNothing got slower by more than 5 % since the last run that was saved.'
    : `\nSlower by more than 5 % than in the last run that was saved:\n${slower.join('\n')}`,
)
if (isSaved) writeFileSync(file, `${JSON.stringify({ ...last, ...measured }, null, 2)}\n`)
