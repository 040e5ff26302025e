import { batch, effect, type Signal, signal } from '@preact/signals'
import { parseExactJson } from '../../json/exact-json.ts'
import {
  adminToken,
  type Config,
  call,
  type Fault,
  identity,
  isLocked,
  type RequestEvent,
  read,
} from './control-api.ts'

type ActiveFaults = { faults: readonly Fault[]; scenario?: string }

type ServerEvent = { event: string; data: unknown }

/** What the mock serves, and its options; undefined until it is read. */
export const config: Signal<Config | undefined> = signal(undefined)
/** The requests in the journal, oldest first. */
export const requests: Signal<readonly RequestEvent[]> = signal([])
/** The number of the last request, also of one that left the journal. */
export const lastNumber: Signal<number> = signal(0)
export const activeFaults: Signal<ActiveFaults> = signal({ faults: [] })
/** Whether the page follows the mock; undefined until it has reached it once. Otherwise, everything is as it was last. */
export const isLive: Signal<boolean | undefined> = signal(undefined)
/** Counts the states that have nothing to do with the one before: a reset, a mock that was started again, another credential. */
export const generation: Signal<number> = signal(0)
/** Counts the changes of records, and connections after which they may be others. */
export const recordsChanged: Signal<number> = signal(0)

async function readConfig(): Promise<void> {
  config.value = await read('/config')
}

async function readFaults(): Promise<void> {
  const of = generation.peek()
  const found = await read<ActiveFaults>('/faults')
  if (of === generation.peek()) activeFaults.value = found
}

function startAgain(): void {
  requests.value = []
  lastNumber.value = 0
  activeFaults.value = { faults: [] }
  generation.value = generation.peek() + 1
}

/** Adds requests to those in order; one that waited comes again with its response. */
function add(added: readonly RequestEvent[]): void {
  if (added.length === 0) return
  const all = [...requests.value]
  for (const request of added) {
    const at = all.findLastIndex(({ number }) => number <= request.number)
    if (all[at]?.number === request.number) all[at] = request
    else all.splice(at + 1, 0, request)
  }
  lastNumber.value = all.at(-1)?.number ?? 0
  // The journal drops the oldest requests too.
  requests.value = all.slice(-(config.value?.journal ?? all.length))
}

/** Follows events that arrived together. The page shows by itself if the mock can't be read anymore. */
function take(events: readonly ServerEvent[]): void {
  const last = events.findLastIndex(({ event }) => event === 'reset' || event === 'journal')
  const has = (...names: string[]) => events.some(({ event }) => names.includes(event))
  batch(() => {
    if (has('reset')) startAgain()
    else if (last >= 0) requests.value = []
    const added = events.slice(last + 1).filter(({ event }) => event === 'request')
    add(added.map(({ data }) => data as RequestEvent))
    if (has('reset', 'records')) recordsChanged.value++
  })
  if (has('options')) readConfig().catch(() => {})
  if (has('reset', 'faults')) readFaults().catch(() => {})
}

function parseEvent(block: string): ServerEvent[] {
  const [, event, data] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? []
  return event === undefined || data === undefined ? [] : [{ event, data: parseExactJson(data) }]
}

/** Takes events as they arrive, until the response ends or the signal aborts. `EventSource` can't send a token. */
async function takeEvents({ body }: Response, signal: AbortSignal): Promise<void> {
  const reader = body?.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader()
  let text = ''
  for (;;) {
    const { done = true, value = '' } = (await reader?.read()) ?? {}
    if (done || signal.aborted) return
    const blocks = (text + value).split('\n\n')
    text = blocks.pop() ?? ''
    take(blocks.flatMap(parseEvent))
  }
}

/** Follows the events of a mock until the signal aborts; starts again after a broken connection, since it may be another mock. */
async function follow(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await readConfig()
      const response = await call('GET', '/events', undefined, signal)
      batch(startAgain)
      isLive.value = true
      recordsChanged.value++
      readFaults().catch(() => {})
      await takeEvents(response, signal)
    } catch {
      // The page shows that it is not live, and tries again.
    }
    if (signal.aborted || isLocked.value) return
    isLive.value = false
    await new Promise((resolve) => setTimeout(resolve, 1000))
  }
}

/** Follows the mock that the person chose, once the mock accepts the admin token. */
export function start(): void {
  effect(() => {
    // Another token means another try, and another credential another mock.
    void [adminToken.value, identity.value]
    if (isLocked.value) return undefined
    const aborting = new AbortController()
    batch(startAgain)
    void follow(aborting.signal)
    return () => aborting.abort()
  })
}
