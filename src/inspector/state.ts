import { effect, type Signal, signal } from '@preact/signals'
import { type Config, call, type RequestEvent, read } from './control-api.ts'
import { readEvents, type ServerEvent } from './read-events.ts'
import { isLocked, session } from './session.ts'

/** How the fake decides; undefined until it is read. */
export const config: Signal<Config | undefined> = signal(undefined)
/** The requests in the journal, oldest first. */
export const requests: Signal<readonly RequestEvent[]> = signal([])
/** Counts the changes of plants and faults, so that views read them again. */
export const plantsChanged: Signal<number> = signal(0)
export const faultsChanged: Signal<number> = signal(0)
export const isLive: Signal<boolean> = signal(false)

/** The part of the URL after `#`: a view and what it shows. */
export const place: Signal<readonly string[]> = signal(readPlace())

function readPlace(): string[] {
  return location.hash.replace(/^#\/?/, '').split('/').filter(Boolean)
}
addEventListener('hashchange', () => {
  place.value = readPlace()
})

/** Milliseconds until the page tries again to reach the fake. */
const retryDelay = 1000

function take(events: readonly ServerEvent[]): void {
  const last = events.findLastIndex(({ event }) => event === 'reset' || event === 'journal')
  const earlier = last < 0 ? requests.value : []
  const added = events.slice(last + 1).filter(({ event }) => event === 'request')
  if (last >= 0 || added.length > 0) {
    const all = [...earlier]
    // A request that waited comes again with its answer.
    for (const { data } of added) {
      const request = data as RequestEvent
      const at = all.findLastIndex(({ number }) => number <= request.number)
      if (all[at]?.number === request.number) all[at] = request
      else all.splice(at + 1, 0, request)
    }
    // The journal drops the oldest requests too.
    requests.value = all.slice(-(config.value?.journal ?? all.length))
  }
  const has = (names: readonly string[]) => events.some(({ event }) => names.includes(event))
  if (has(['options'])) readConfig().catch(() => {})
  if (has(['reset', 'plants'])) plantsChanged.value++
  if (has(['reset', 'faults'])) faultsChanged.value++
}

async function readConfig(): Promise<void> {
  config.value = await read<Config>('/config')
}

/** Follows the events of a store until the signal aborts; goes on after a broken connection. */
async function follow(signal: AbortSignal): Promise<void> {
  let lastId: string | undefined
  while (!signal.aborted) {
    try {
      await readConfig()
      const response = await call('GET', '/events', undefined, {
        signal,
        headers: lastId === undefined ? {} : { 'last-event-id': lastId },
      })
      isLive.value = true
      for await (const events of readEvents(response)) {
        if (signal.aborted) return
        take(events)
        lastId = events.at(-1)?.id ?? lastId
      }
    } catch {
      // The page shows that it is not live, and tries again.
    }
    if (signal.aborted || isLocked.value) return
    isLive.value = false
    await new Promise((resolve) => setTimeout(resolve, retryDelay))
  }
}

/** Follows the store that the person chose, once the fake accepts the admin token. */
export function start(): void {
  effect(() => {
    const { adminToken, storeToken } = session
    // Another token means another store or another try.
    void [adminToken.value, storeToken.value]
    if (isLocked.value) return undefined
    const aborting = new AbortController()
    requests.value = []
    plantsChanged.value = plantsChanged.peek() + 1
    faultsChanged.value = faultsChanged.peek() + 1
    void follow(aborting.signal)
    return () => aborting.abort()
  })
}
