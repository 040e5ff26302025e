import { HttpResponse, http, type RequestHandler } from 'msw'
import { setupServer } from 'msw/node'
import { createHandlers } from '../../src/msw/create-handlers.ts'
import { median, print, ratio } from './statistics.ts'

const rounds = 30
const requests = 1000

const refuse = (status: number, error: number, message: string): Response =>
  HttpResponse.json({ error, message }, { status })

/** Makes a handler that somebody would write by hand, with the same checks. */
function createHandWritten(): RequestHandler {
  const plants = new Map<number, { id: number; name: string; tag?: string }>()
  return http.post('*/plants', async ({ request }) => {
    const authorization = request.headers.get('authorization') ?? ''
    if (!/^bearer [\w\-.~+/]+=*$/i.test(authorization)) return refuse(401, 1, 'no token')
    if (!request.headers.get('content-type')?.startsWith('application/json')) {
      return refuse(415, 2, 'not JSON')
    }
    let plant: { id: number; name: string; tag?: string }
    try {
      plant = JSON.parse(await request.text())
    } catch {
      return refuse(400, 3, 'not JSON')
    }
    const { id, name, tag } = plant
    const isPlant =
      Number.isSafeInteger(id) && typeof name === 'string' && (tag === undefined || typeof tag === 'string')
    if (!isPlant) return refuse(400, 4, 'not a plant')
    if (plants.has(id)) return refuse(409, 5, 'already stored')
    plants.set(id, plant)
    return HttpResponse.json({ name, tag })
  })
}

let nextId = 1

/** Sends requests from 8 parallel loops and gives the answers per second. */
async function measureRate(): Promise<number> {
  const begin = performance.now()
  let left = requests
  async function run(): Promise<void> {
    while (left-- > 0) {
      const response = await fetch('http://plants.example/plants', {
        method: 'POST',
        headers: { authorization: 'Bearer local-token', 'content-type': 'application/json' },
        body: `{"id":${nextId++},"name":"Monstera","tag":"foliage"}`,
      })
      if (response.status !== 200) throw new Error(`a handler answered ${response.status}`)
      await response.text()
    }
  }
  await Promise.all(Array.from({ length: 8 }, run))
  return requests / ((performance.now() - begin) / 1000)
}

/** Compares the kit's handlers with one that is written by hand, and measures the start of a store with handlers. */
export async function measureMsw(): Promise<void> {
  const server = setupServer()
  server.listen()
  const contestants = { 'by hand': [createHandWritten()], kit: createHandlers() }
  const rates: Record<keyof typeof contestants, number[]> = { 'by hand': [], kit: [] }
  for (let round = 0; round <= rounds; round++) {
    const names = ['by hand', 'kit'] as const
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      server.resetHandlers(...contestants[name])
      const rate = await measureRate()
      // The first round warms up.
      if (round > 0) rates[name].push(rate)
    }
  }
  server.close()
  const title = `POST /plants through MSW in Node, 8 at once, medians of ${rounds} rounds in this process`
  print(title, rates, (all) => ({
    'requests/s': Math.round(median(all)),
    'of by hand': ratio(all, rates['by hand']).toFixed(2),
  }))
  const starts = Array.from({ length: 200 }, () => {
    const begin = performance.now()
    createHandlers()
    return performance.now() - begin
  })
  console.log(
    `A store with handlers starts in ${median(starts).toFixed(3)} ms, the slowest of 200 in ${Math.max(...starts).toFixed(3)} ms`,
  )
}
