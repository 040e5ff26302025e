// Compares the fake with a bare node:http server, Fastify and the mock of Prism, in one run:
// npm run bench, or parts of it: npm run bench -- throughput json msw
import { parseExactJson } from '../../src/contract/exact-json.ts'
import { type Contestant, commands, isPinned, type Load, load, start } from './contestants.ts'
import { measureMsw } from './msw.ts'
import { measurePacts } from './pacts.ts'
import { measureRedis } from './redis.ts'
import { median, ratio } from './statistics.ts'
import { measureVerify } from './verify.ts'

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
 * Loads all entrants in turn, round by round, so that a slow moment of the machine affects all of them. Each entrant
 * runs in several processes, because the compiler optimizes each process a little differently.
 */
async function measureInTurn<Name extends string>(
  entrants: Record<Name, Entrant>,
): Promise<Record<Name, Load[]>> {
  const names = Object.keys(entrants) as Name[]
  const results = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, Load[]>
  for (let life = 0; life < lives; life++) {
    await using stack = new AsyncDisposableStack()
    const contestants: [Name, Contestant][] = []
    for (const name of names) contestants.push([name, stack.use(await entrants[name].start())])
    for (let round = 0; round <= rounds; round++) {
      for (const [name, contestant] of contestants.sort(() => Math.random() - 0.5)) {
        const requests = entrants[name].requests / (round === 0 ? 1 : 10)
        const result = await load(contestant, requests)
        if (result.statuses['200'] !== requests) {
          throw new Error(`${name} answered ${JSON.stringify(result.statuses)}`)
        }
        if (round > 0) results[name].push(result)
      }
    }
  }
  return results
}

const rates = (loads: readonly Load[]): number[] => loads.map(({ rate }) => rate)
const cpus = (loads: readonly Load[]): number[] => loads.map(({ cpu }) => cpu)

const toRow = (loads: readonly Load[], base: readonly Load[]): object => ({
  'requests/s': Math.round(median(rates(loads))),
  'of bare': ratio(rates(loads), rates(base)).toFixed(2),
  'CPU µs': median(cpus(loads)).toFixed(1),
  'CPU of bare': ratio(cpus(base), cpus(loads)).toFixed(2),
  'p50 ms': median(loads.map(({ p50 }) => p50)).toFixed(2),
  'p99 ms': median(loads.map(({ p99 }) => p99)).toFixed(2),
})

/** Starts a contestant whose ids begin at a number. */
const startAt = async (command: Promise<string[]>, firstId = 1n): Promise<Contestant> =>
  Object.assign(await start(await command), { nextId: firstId })

async function measureThroughput(): Promise<void> {
  const requests = 20_000
  const results = await measureInTurn({
    bare: { start: () => startAt(commands.bare()), requests },
    'fake, silent': { start: () => startAt(commands.fake()), requests },
    'fake, default log': { start: () => startAt(commands.fake('--log', 'pretty')), requests },
    Fastify: { start: () => startAt(commands.fastify()), requests },
    Prism: { start: () => startAt(commands.prism()), requests: 1000 },
  })
  console.log('\nPOST /plants, 32 connections, journal on')
  console.table(
    Object.fromEntries(Object.entries(results).map(([name, loads]) => [name, toRow(loads, results.bare)])),
  )
}

/** Ids of 18 digits, like those of distributed systems, do not fit in a number. */
async function measureLongIds(): Promise<void> {
  const requests = 20_000
  const firstId = 123_456_789_012_345_678n
  const results = await measureInTurn({
    bare: { start: () => startAt(commands.bare(), firstId), requests },
    'fake, silent': { start: () => startAt(commands.fake(), firstId), requests },
    Fastify: { start: () => startAt(commands.fastify(), firstId), requests },
  })
  console.log('\nPOST /plants with ids of 18 digits; all contestants read them exactly')
  console.table(
    Object.fromEntries(Object.entries(results).map(([name, loads]) => [name, toRow(loads, results.bare)])),
  )
}

async function measureColdStart(): Promise<void> {
  const times: Record<string, number[]> = { bare: [], fake: [], fastify: [], prism: [] }
  for (let run = 0; run < coldStarts; run++) {
    for (const name of ['bare', 'fake', 'fastify', 'prism'] as const) {
      const begin = performance.now()
      await using contestant = await start(await commands[name]())
      const response = await fetch(`${contestant.url}/plants`, {
        method: 'POST',
        headers: { authorization: 'Bearer local-token', 'content-type': 'application/json' },
        body: '{"id":1,"name":"Monstera","tag":"foliage"}',
      })
      if (response.status !== 200) throw new Error(`${name} answered ${response.status}`)
      times[name]?.push(performance.now() - begin)
    }
  }
  console.log('\nCold start, from spawn to the first answer')
  console.table(
    Object.fromEntries(
      Object.entries(times).map(([name, all]) => [
        name,
        { ms: Math.round(median(all)), 'of bare': ratio(all, times['bare'] ?? []).toFixed(2) },
      ]),
    ),
  )
}

const plantsPath = '/__admin/plants'

/** Starts a fake and stores `count` plants through the control API. */
async function startFilled(count: number): Promise<Contestant> {
  const fake = await start(await commands.fake())
  const page = 50_000
  for (let first = 1; first <= count; first += page) {
    const plants = Array.from({ length: page }, (_, index) => ({
      id: first + index,
      name: 'Monstera',
      tag: 'foliage',
    }))
    const response = await fetch(`${fake.url}${plantsPath}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(plants),
    })
    if (!response.ok) throw new Error(await response.text())
  }
  fake.nextId = BigInt(count) + 1n
  return fake
}

/** Starts a fake that had `count` plants, so that it differs from a filled one only in the stored plants. */
async function startEmptied(count: number): Promise<Contestant> {
  const fake = await startFilled(count)
  await fetch(`${fake.url}${plantsPath}`, { method: 'DELETE' })
  return fake
}

async function measureWithPlants(): Promise<void> {
  const requests = 10_000
  const results = await measureInTurn({
    none: { start: () => startEmptied(1_000_000), requests },
    '100,000': { start: () => startFilled(100_000), requests },
    '1,000,000': { start: () => startFilled(1_000_000), requests },
  })
  console.log('\nThroughput with plants stored')
  console.table(
    Object.fromEntries(
      Object.entries(results).map(([name, loads]) => [
        name,
        {
          'requests/s': Math.round(median(rates(loads))),
          'of empty': ratio(rates(loads), rates(results.none)).toFixed(2),
          'CPU of empty': ratio(cpus(results.none), cpus(loads)).toFixed(2),
        },
      ]),
    ),
  )
  await using empty = await start(await commands.fake())
  await using full = await startFilled(1_000_000)
  const perPlant = ((full.readMemory() - empty.readMemory()) * 1024 * 1024) / 1_000_000
  console.log(`Memory per plant: ${perPlant.toFixed(0)} bytes, measured with 1,000,000 plants`)
}

/** Compares with a fake without a journal, because Node itself also needs memory for so many requests. */
async function measureJournal(): Promise<void> {
  await using journalled = await start(await commands.fake())
  await using plain = await start(await commands.fake('--journal', '0'))
  const memory: Record<string, object> = {}
  let sent = 0
  for (const goal of [10_000, 100_000, 250_000, 500_000, 750_000, 1_000_000]) {
    for (const fake of [journalled, plain]) {
      const { statuses } = await load(fake, goal - sent, 'same')
      if (Object.keys(statuses).some((status) => status !== '200' && status !== '409')) {
        throw new Error(`the fake answered ${JSON.stringify(statuses)}`)
      }
    }
    sent = goal
    memory[goal.toLocaleString('en')] = {
      MB: Math.round(journalled.readMemory()),
      'MB without journal': Math.round(plain.readMemory()),
    }
  }
  console.log('\nMemory after requests, with the journal and without')
  console.table(memory)
}

function measureJson(): void {
  const texts = Array.from({ length: 200_000 }, (_, id) => `{"id":${id},"name":"Monstera","tag":"foliage"}`)
  const time = (parse: (text: string) => unknown): number => {
    const begin = performance.now()
    for (const text of texts) parse(text)
    return performance.now() - begin
  }
  const times = Array.from(
    { length: lives * rounds },
    () => [time(JSON.parse), time(parseExactJson)] as const,
  )
  const exact = ratio(
    times.map(([plain]) => plain),
    times.map(([, ours]) => ours),
  )
  console.log(`\nReading a small plant exactly: ${exact.toFixed(2)} of the rate of JSON.parse`)
}

console.log(
  `Node ${process.version}, medians of ${rounds} rounds in each of ${lives} processes unless noted; ${isPinned ? 'server and load on different cores' : 'not pinned to cores'}`,
)
const sections: Record<string, () => Promise<void> | void> = {
  throughput: measureThroughput,
  'long-ids': measureLongIds,
  'cold-start': measureColdStart,
  plants: measureWithPlants,
  journal: measureJournal,
  json: measureJson,
  redis: () =>
    measureRedis(async (title, { bare, replica }) => {
      const results = await measureInTurn({
        bare: { start: bare, requests: 10_000 },
        replica: { start: replica, requests: 10_000 },
      })
      console.log(`\n${title}`)
      console.table(
        Object.fromEntries(
          Object.entries(results).map(([name, loads]) => [name, toRow(loads, results.bare)]),
        ),
      )
    }),
  msw: measureMsw,
  verify: measureVerify,
  pacts: measurePacts,
}
const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !Object.hasOwn(sections, name))
if (unknown.length > 0) throw new Error(`There is no section ${unknown}; there are ${Object.keys(sections)}`)
for (const [name, measure] of Object.entries(sections)) {
  if (asked.length === 0 || asked.includes(name)) await measure()
}
