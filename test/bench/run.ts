// Measures the fake against a bare node:http server and against Prism's mock, in one run:
// npm run bench, or parts of it: npm run bench -- throughput json
import { parseExactJson } from '../../src/contract/exact-json.ts'
import { type Contestant, commands, isPinned, type Load, load, start } from './contestants.ts'

const rounds = 9
const coldStarts = 11

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
const ratio = (values: readonly number[], others: readonly number[]): number =>
  median(values.map((value, index) => value / (others[index] ?? Number.NaN)))

/** Loads all contestants in turn, round by round, so that a slow moment of the machine meets them all. */
async function measureInTurn(
  contestants: Record<string, [Contestant, requests: number, prepare?: () => Promise<unknown>]>,
): Promise<Record<string, Load[]>> {
  const results: Record<string, Load[]> = {}
  for (let round = 0; round <= rounds; round++) {
    for (const [name, [contestant, requests, prepare]] of Object.entries(contestants)) {
      await prepare?.()
      const result = await load(contestant, requests)
      if (result.statuses['200'] !== requests)
        throw new Error(`${name} answered ${JSON.stringify(result.statuses)}`)
      // The first round warms up.
      if (round > 0) results[name] = [...(results[name] ?? []), result]
    }
  }
  return results
}

async function measureThroughput(): Promise<void> {
  await using bare = await start(await commands.bare())
  await using fake = await start(await commands.fake())
  await using prism = await start(await commands.prism())
  const results = await measureInTurn({ bare: [bare, 40_000], fake: [fake, 40_000], prism: [prism, 2000] })
  const rates = (name: string): number[] => (results[name] ?? []).map(({ rate }) => rate)
  console.log('\nPOST /plants, 32 connections, journal on')
  console.table(
    Object.fromEntries(
      Object.entries(results).map(([name, all]) => [
        name,
        {
          'requests/s': Math.round(median(rates(name))),
          'of bare': ratio(rates(name), rates('bare')).toFixed(2),
          'p50 ms': median(all.map(({ p50 }) => p50)).toFixed(2),
          'p99 ms': median(all.map(({ p99 }) => p99)).toFixed(2),
        },
      ]),
    ),
  )
  console.log(`fake to Prism: ${ratio(rates('fake'), rates('prism')).toFixed(1)}`)
}

async function measureColdStart(): Promise<void> {
  const times: Record<string, number[]> = { bare: [], fake: [], prism: [] }
  for (let run = 0; run < coldStarts; run++) {
    for (const name of ['bare', 'fake', 'prism'] as const) {
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

async function fill(fake: Contestant, count: number): Promise<void> {
  const page = 50_000
  for (; fake.nextId <= count; fake.nextId += page) {
    const plants = Array.from({ length: page }, (_, index) => ({
      id: fake.nextId + index,
      name: 'Monstera',
      tag: 'foliage',
    }))
    const response = await fetch(`${fake.url}/__admin/plants`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(plants),
    })
    if (!response.ok) throw new Error(await response.text())
  }
}

async function measureWithPlants(): Promise<void> {
  await using empty = await start(await commands.fake())
  await using some = await start(await commands.fake())
  await using many = await start(await commands.fake())
  const atStart = many.readMemory()
  await fill(some, 100_000)
  await fill(many, 1_000_000)
  const filled = many.readMemory()
  const results = await measureInTurn({
    '0': [empty, 20_000, () => fetch(`${empty.url}/__admin/plants`, { method: 'DELETE' })],
    '100,000': [some, 20_000],
    '1,000,000': [many, 20_000],
  })
  const rates = (name: string): number[] => (results[name] ?? []).map(({ rate }) => rate)
  console.log('\nThroughput with plants stored')
  console.table(
    Object.fromEntries(
      Object.keys(results).map((name) => [
        name,
        {
          'requests/s': Math.round(median(rates(name))),
          'of empty': ratio(rates(name), rates('0')).toFixed(2),
        },
      ]),
    ),
  )
  console.log(`Memory with 1,000,000 plants: ${filled.toFixed(0)} MB, ${atStart.toFixed(0)} MB without`)
}

async function measureJournal(): Promise<void> {
  await using fake = await start(await commands.fake())
  const memory: Record<string, { MB: number }> = {}
  let sent = 0
  for (const goal of [10_000, 100_000, 250_000, 500_000, 750_000, 1_000_000]) {
    const { statuses } = await load(fake, goal - sent, 'same')
    if (Object.keys(statuses).some((status) => status !== '200' && status !== '409')) {
      throw new Error(`the fake answered ${JSON.stringify(statuses)}`)
    }
    sent = goal
    memory[goal.toLocaleString('en')] = { MB: Math.round(fake.readMemory()) }
  }
  console.log('\nMemory after journalled requests')
  console.table(memory)
}

function measureJson(): void {
  const texts = Array.from({ length: 200_000 }, (_, id) => `{"id":${id},"name":"Monstera","tag":"foliage"}`)
  const time = (parse: (text: string) => unknown): number => {
    const begin = performance.now()
    for (const text of texts) parse(text)
    return performance.now() - begin
  }
  const times = Array.from({ length: rounds }, () => [time(JSON.parse), time(parseExactJson)] as const)
  const exact = ratio(
    times.map(([plain]) => plain),
    times.map(([, ours]) => ours),
  )
  console.log(`\nReading a small plant exactly: ${exact.toFixed(2)} of the rate of JSON.parse`)
}

console.log(
  `Node ${process.version}, ${rounds} rounds, medians; ${isPinned ? 'server and load on different cores' : 'not pinned to cores'}`,
)
const sections: Record<string, () => Promise<void> | void> = {
  throughput: measureThroughput,
  'cold-start': measureColdStart,
  plants: measureWithPlants,
  journal: measureJournal,
  json: measureJson,
}
const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !Object.hasOwn(sections, name))
if (unknown.length > 0) throw new Error(`There is no section ${unknown}; there are ${Object.keys(sections)}`)
for (const [name, measure] of Object.entries(sections)) {
  if (asked.length === 0 || asked.includes(name)) await measure()
}
