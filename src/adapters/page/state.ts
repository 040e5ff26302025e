import { batch, effect, type Signal, signal } from '@preact/signals'
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
import { readEvents, type ServerEvent } from './read-events.ts'

/** The active faults and the title of the scenario. */
type ActiveFaults = { faults: readonly Fault[]; scenario?: string }

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

/** Runs a read of the state; the page shows by itself that it isn't live. */
const update = (reading: Promise<void>): void => void reading.catch(() => {})

async function readConfig(): Promise<void> {
  config.value = await read('/config')
}
async function readFaults(): Promise<void> {
  const of = generation.peek()
  const found = await read<ActiveFaults>('/faults')
  if (of === generation.peek()) activeFaults.value = found
}

/** Forgets everything of the state before. */
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

function take(events: readonly ServerEvent[]): void {
  const last = events.findLastIndex(({ event }) => event === 'reset' || event === 'journal')
  const has = (name: string) => events.some(({ event }) => event === name)
  batch(() => {
    if (has('reset')) startAgain()
    else if (last >= 0) requests.value = []
    const added = events.slice(last + 1).filter(({ event }) => event === 'request')
    add(added.map(({ data }) => data as RequestEvent))
    if (has('reset') || has('records')) recordsChanged.value++
  })
  if (has('options')) update(readConfig())
  if (has('reset') || has('faults')) update(readFaults())
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
      update(readFaults())
      for await (const events of readEvents(response)) {
        if (signal.aborted) return
        take(events)
      }
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
