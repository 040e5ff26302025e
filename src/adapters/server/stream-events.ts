import type { ServerResponse } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import type { AnyServedMock } from '../../mock/create-mock.ts'
import type { JournalEntry } from '../../mock/journal/journal-entry.ts'
import { findKey } from './find-key.ts'
import { describeRequest } from './logged-request.ts'
import { writeJson } from './write-json.ts'

/** The requests that are written at once; more wait until the client has read them. */
const batchSize = 20

/** Milliseconds between two comments that keep proxies from closing an idle stream. */
const pulse = 15_000

/** Headers that say nothing about a request, since every client sends them, or since their values are masked. */
const usualHeaders =
  /^(?:host|connection|keep-alive|content-length|transfer-encoding|authorization|user-agent|accept|accept-(?:encoding|language)|cache-control|pragma|sec-.*)$/

/** The most characters of a string in a list of requests. */
const maxText = 200

const cutTexts = (properties: object): object =>
  Object.fromEntries(
    Object.entries(properties).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.slice(0, maxText) : value,
    ]),
  )

/** Keeps what a list of requests shows, or can be filtered by; the journal has the rest. */
function summarize(contract: AnyServedMock['contract'], entry: JournalEntry): object {
  const key = findKey(contract, entry)
  const { number, time, request, operation, response, duration = 0, upstream } = entry
  const { method, path, headers } = request
  const special = Object.fromEntries(Object.entries(headers).filter(([name]) => !usualHeaders.test(name)))
  const described = response
    ? describeRequest(method, path, { ...entry, ...response }, Math.round(duration * 1000) / 1000)
    : { method, path }
  return {
    number,
    time,
    ...described,
    ...(operation !== undefined && { operation }),
    ...cutTexts({ key }),
    ...(Object.keys(special).length > 0 && { headers: cutTexts(special) }),
    ...(upstream && { upstream }),
  }
}

/**
 * Writes what happens in a mock as server-sent events: first the requests in its journal, then everything as it happens.
 *
 * What a client hasn't read yet stays in the journal, so a slow one costs no memory.
 *
 * @param isCurrent says whether the mock still gets the requests that this client watches; the stream ends if not
 */
export async function streamEvents(
  response: ServerResponse,
  mock: AnyServedMock,
  isCurrent: () => boolean,
): Promise<void> {
  const { changes, requests } = mock
  // A mock without other processes needs no promise, so nothing is missed.
  if (changes.refresh !== undefined) await changes.refresh()
  if (response.writableEnded || response.destroyed) return
  /** What the client has seen. */
  const seen = { ...changes.counts, requests: 0 }
  /** The requests that it saw without their responses, by their numbers. */
  const waiting = new Set<number>()
  let isRunning = false
  let isDue = false

  const write = (event: string, data: object): boolean =>
    response.write(`event: ${event}\ndata: ${writeJson(data)}\n\n`)
  /** Writes that a part changed, once for all its changes. */
  function writeChange(part: 'records' | 'faults' | 'resets' | 'options', event: string): void {
    if (seen[part] === changes.counts[part]) return
    seen[part] = changes.counts[part]
    write(event, {})
  }
  function restart(): void {
    seen.requests = 0
    seen.clears = changes.counts.clears
    waiting.clear()
  }
  async function flush(): Promise<void> {
    if (!isCurrent()) {
      response.end()
      return
    }
    if (seen.resets !== changes.counts.resets) {
      restart()
      writeChange('resets', 'reset')
    }
    const [next] = await requests.after(seen.requests, 1)
    const isMissed = seen.requests > 0 && next !== undefined && next.number > seen.requests + 1
    if (seen.clears !== changes.counts.clears || isMissed) {
      restart()
      write('journal', {})
    }
    writeChange('options', 'options')
    writeChange('records', 'records')
    writeChange('faults', 'faults')
    let canWrite = true
    function writeRequest(entry: JournalEntry): void {
      if (entry.response === undefined) waiting.add(entry.number)
      else waiting.delete(entry.number)
      canWrite = write('request', summarize(mock.contract, entry))
    }
    if (seen.responses !== changes.counts.responses) {
      seen.responses = changes.counts.responses
      for (const number of waiting) {
        const entry = await requests.get(number)
        if (entry?.response !== undefined) writeRequest(entry)
      }
    }
    const batch = await requests.after(seen.requests, batchSize)
    for (const entry of batch) {
      seen.requests = entry.number
      writeRequest(entry)
    }
    if (!canWrite) await new Promise((resolve) => response.once('drain', resolve))
    if (batch.length === batchSize) isDue = true
  }
  async function run(): Promise<void> {
    while (isDue) {
      await setImmediate()
      if (response.writableEnded || response.destroyed) return
      isDue = false
      await flush()
    }
    isRunning = false
  }
  function schedule(): void {
    isDue = true
    if (isRunning) return
    isRunning = true
    // A client reconnects to go on.
    run().catch(() => response.end())
  }

  response.write(': the requests in the journal, then everything as it happens\n\n')
  const unwatch = changes.watch(schedule)
  const timer = setInterval(() => {
    // The client may still have to read the end.
    if (!response.writableEnded) response.write(':\n\n')
  }, pulse)
  response.on('close', () => {
    unwatch()
    clearInterval(timer)
  })
  schedule()
}
