import { useSignal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import { examplePlant } from '../contract/example-plant.ts'
import { call, type RequestEvent } from './control-api.ts'
import { ConfirmButton, CopyButton, Empty, SearchField, Status, toDuration, useOutcome } from './controls.tsx'
import { RequestDetails } from './request-details.tsx'
import { config, place, requests } from './state.ts'
import { VirtualList } from './virtual-list.tsx'

/** Which requests the list shows. */
const kinds: Readonly<Record<string, (request: RequestEvent) => boolean>> = {
  All: () => true,
  Accepted: ({ status = 0, upstream }) => status >= 200 && status < 300 && upstream === undefined,
  Refused: ({ status = 0, fault, upstream }) =>
    status >= 400 && fault === undefined && upstream === undefined,
  Faults: ({ fault }) => fault !== undefined,
  Waiting: ({ status }) => status === undefined,
  Upstream: ({ upstream }) => upstream !== undefined,
}

/** The height of a row in pixels, as in the style. */
const rowHeights = { wide: 30, narrow: 50 }

const narrow = matchMedia('(max-width: 720px)')

const toTime = (time: string): string => {
  const date = new Date(time)
  return `${date.toTimeString().slice(0, 8)}.${`${date.getMilliseconds()}`.padStart(3, '0')}`
}

function Row({ request, isSelected }: { request: RequestEvent; isSelected: boolean }) {
  const { number, time, method, path, status, duration, failure, fault, message, upstream } = request
  const why = [fault && `fault ${fault}`, failure !== fault && failure].filter(Boolean).join(': ')
  return (
    <a class="row" href={`#/requests/${number}`} aria-current={isSelected ? 'true' : undefined}>
      <span class="number">{number}</span>
      <span class="time">{toTime(time)}</span>
      <Status status={status} />
      <span class="what">
        <b>{method}</b> {path}
      </span>
      <span class="why">
        {upstream && <span class="tag">upstream</span>} {why !== '' && <code>{why}</code>} {message}
      </span>
      <span class="duration">{toDuration(duration)}</span>
    </a>
  )
}

/** The command to try first. */
function toExample(): string {
  const token = config.value?.tokens === undefined ? 'local-token' : '$PLANT_STORE_TOKEN'
  return [
    `curl -i${location.protocol === 'https:' ? 'k' : ''} ${location.origin}${config.value?.operation.path ?? '/plants'} \\`,
    `  -H "Authorization: Bearer ${token}" \\`,
    "  -H 'Content-Type: application/json' \\",
    `  -d '${JSON.stringify(examplePlant)}'`,
  ].join('\n')
}

function NoRequests() {
  const example = toExample()
  if (config.value?.journal === 0)
    return (
      <Empty title="The journal is off">
        <p>
          The fake was started with <code>--journal 0</code>, so it remembers no requests.
        </p>
      </Empty>
    )
  return (
    <Empty title="No requests yet">
      <p>
        Send one from your client, <a href="#/send">from this page</a>, or from a terminal:
      </p>
      <pre class="body">{example}</pre>
      <CopyButton label="Copy the command" text={example} />
    </Empty>
  )
}

/** Saves the journal as an HTTP Archive; a link couldn't send the admin token. */
async function saveArchive(): Promise<void> {
  const archive = await (await call('GET', '/requests?format=har')).blob()
  const link = document.createElement('a')
  link.href = URL.createObjectURL(archive)
  link.download = 'plant-store.har'
  link.click()
  URL.revokeObjectURL(link.href)
}

/** Lists the requests in the journal, newest first, and shows one of them. */
export function Requests() {
  const kind = useSignal('All')
  const text = useSignal('')
  const { attempt, message } = useOutcome()
  const [, selected] = place.value
  const all = requests.value
  const shown = useMemo(() => {
    const wanted = text.value.toLowerCase()
    const isKind = kinds[kind.value] ?? (() => true)
    return all
      .filter((request) => {
        if (!isKind(request)) return false
        const { method, path, status, failure = '', fault = '', message: why = '', upstream } = request
        return (
          wanted === '' ||
          [method, path, status ?? 'waiting', failure, fault, why, upstream && 'upstream']
            .join(' ')
            .toLowerCase()
            .includes(wanted)
        )
      })
      .reverse()
  }, [all, kind.value, text.value])

  function move(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const links = [...(event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>('a.row')]
    const at = links.indexOf(document.activeElement as HTMLElement)
    if (step === undefined || at < 0) return
    event.preventDefault()
    links[at + step]?.focus()
  }
  return (
    <div class={selected === undefined ? 'split' : 'split open'}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys move between the links in it. */}
      <div class="list" onKeyDown={move}>
        <div class="toolbar">
          <SearchField
            label="Filter requests"
            placeholder="Filter by path, status, or reason"
            value={text.value}
            onChange={(wanted) => {
              text.value = wanted
            }}
          />
          <select
            aria-label="Kind of requests"
            value={kind.value}
            onChange={(event) => {
              kind.value = event.currentTarget.value
            }}
          >
            {Object.keys(kinds).map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
          <span class="spacer" />
          <button type="button" disabled={all.length === 0} onClick={() => attempt(saveArchive)}>
            Save as HAR
          </button>
          <ConfirmButton
            label="Clear"
            question="Empty the journal?"
            disabled={all.length === 0}
            onConfirm={() => attempt(() => call('DELETE', '/requests'))}
          />
        </div>
        {message}
        {all.length === 0 ? (
          <NoRequests />
        ) : shown.length === 0 ? (
          <Empty title="No request matches">
            <p>
              {all.length.toLocaleString('en')} {all.length === 1 ? 'request is' : 'requests are'} hidden by
              the filter.
            </p>
          </Empty>
        ) : (
          <VirtualList
            label="Requests, newest first"
            items={shown}
            rowHeight={narrow.matches ? rowHeights.narrow : rowHeights.wide}
            keyOf={({ number }) => number}
          >
            {(request) => <Row request={request} isSelected={`${request.number}` === selected} />}
          </VirtualList>
        )}
      </div>
      {selected !== undefined && <RequestDetails number={selected} />}
    </div>
  )
}
