import { useSignal } from '@preact/signals'
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { examplePlant } from '../contract/example-plant.ts'
import { call, type RequestEvent } from './control-api.ts'
import { ConfirmButton, CopyButton, Empty, SearchField, Status, toDuration, useOutcome } from './controls.tsx'
import { createFilter, kinds, setKind, toText } from './filter.ts'
import { move, place, toHash } from './place.ts'
import { RequestDetails } from './request-details.tsx'
import { resend } from './send.tsx'
import { session } from './session.ts'
import { config, requests } from './state.ts'

/** The most requests that the list shows; a filter finds the others. */
const maxShown = 1000

const toTime = (time: string): string => {
  const date = new Date(time)
  return `${date.toTimeString().slice(0, 8)}.${`${date.getMilliseconds()}`.padStart(3, '0')}`
}

/** Names the plant of a request; what isn't the operation has its path, too. */
function toWhat({ method, path, plant }: RequestEvent): string {
  const { operation } = config.value ?? {}
  const { id, name } = plant ?? {}
  const isOperation = method === operation?.method && path === operation?.path
  const parts = [
    plant && (id === undefined ? 'no id' : toText(id)),
    plant && (name === undefined ? 'no name' : toText(name)),
  ]
  return [!isOperation && `${method} ${path}`, ...parts].filter(Boolean).join(' · ') || 'no plant'
}

function Row({
  request,
  isSelected,
  tabIndex,
}: {
  request: RequestEvent
  isSelected: boolean
  tabIndex: number
}) {
  const { number, time, status, duration, failure, fault, message = '', upstream } = request
  const reason = [fault && `fault ${fault}`, failure !== fault && failure].filter(Boolean).join(': ')
  const what = toWhat(request)
  return (
    <a
      class="row"
      href={toHash({ ...place.value, item: `${number}` })}
      aria-current={isSelected ? 'true' : undefined}
      tabIndex={tabIndex}
    >
      <span class="number">{number}</span>
      <span class="time">{toTime(time)}</span>
      <Status status={status} fault={fault} />
      <span class="what" title={what}>
        {what}
      </span>
      <span class="why" title={`${reason} ${message}`.trim() || undefined}>
        {upstream && <span class="tag">upstream</span>} {reason !== '' && <code>{reason}</code>} {message}
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
      {config.value?.isolate !== undefined && (
        <p>
          Each token has a store of its own. This is{' '}
          {session.store.value === '' ? 'that of requests without a valid token' : 'that of a token'}. To see
          another one, enter its token at the top.
        </p>
      )}
      <p>
        Send one from your client, <a href="#/send">from this page</a>, or from a terminal:
      </p>
      <pre class="body">{example}</pre>
      <CopyButton label="Copy the command" text={example} />
    </Empty>
  )
}

/** Lets the next requests fail as those to an overloaded service do. */
const fail = { status: 503, headers: { 'Retry-After': '1' }, requests: 3 }

/** Lists the requests in the journal, newest first, and shows one of them. */
export function Requests() {
  const { attempt, message } = useOutcome()
  const { item, query } = place.value
  const view = useRef<HTMLDivElement>(null)
  /** The row that the keyboard is at, also after its details are closed. */
  const current = useSignal(Number(item))
  const all = requests.value
  const shown = useMemo(() => all.filter(createFilter(query)).reverse(), [all, query])
  const find = (selector: string) => view.current?.querySelector<HTMLElement>(selector)

  /** The row that the Tab key reaches. */
  const stop = Math.max(
    0,
    shown.findIndex(({ number }) => number === current.value),
  )

  /** Whether the person has scrolled since the request was chosen. */
  const hasScrolled = useRef(false)
  useLayoutEffect(() => {
    hasScrolled.current = false
    if (item !== undefined) current.value = Number(item)
  }, [item])
  useLayoutEffect(() => {
    // The requests in the journal arrive one after the other.
    if (!hasScrolled.current) find('a.row[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [item, all])

  /** Focuses the current row once it is there; where the details cover the list, focuses these. */
  const isMoved = useSignal(false)
  useLayoutEffect(() => {
    if (!isMoved.value) return
    isMoved.value = false
    find('a.row[tabindex="0"]')?.focus()
  }, [isMoved.value])
  function select(at: number): void {
    const request = shown[Math.max(0, Math.min(shown.length - 1, at))]
    if (request === undefined) return
    current.value = request.number
    move({ item: `${request.number}` })
    isMoved.value = true
  }
  function close(): void {
    move({ item: undefined })
    isMoved.value = true
  }

  /** Acts on a key unless it belongs to a field or to the details. Keys that aren't in the list only move the focus. */
  function press(event: KeyboardEvent): void {
    const { key, target } = event
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
    const element = target as HTMLElement
    const isSearch = element.matches('input[type=search]')
    if (key === 'Escape' && item !== undefined && !element.closest('.confirm')) close()
    else if (isSearch && key !== 'ArrowDown') return
    else if (!isSearch && element.matches('input, select, textarea')) return
    else if (key === '/') find('input[type=search]')?.focus()
    else if (key === 'f') find('.fail')?.focus()
    else if (key === 's') location.hash = toHash({ view: 'send', query: '' })
    else if (key === 'e' && item !== undefined) find('.resend')?.click()
    else if (key === 'Enter' && element.matches('a.row')) {
      element.click()
      find('.details')?.focus()
    } else {
      const at = shown.findIndex(({ number }) => number === current.value)
      const to = { ArrowDown: at + 1, ArrowUp: Math.max(0, at - 1), Home: 0, End: shown.length - 1 }[key]
      if (to === undefined || !(isSearch || element === document.body || element.matches('a.row'))) return
      select(isSearch ? 0 : to)
    }
    event.preventDefault()
  }
  useLayoutEffect(() => {
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  })

  return (
    <div class={item === undefined ? 'split' : 'split open'} ref={view}>
      <div class="list">
        <div class="toolbar">
          <SearchField
            label="Filter requests"
            placeholder="Filter: fern or status:4xx"
            value={query}
            onChange={(query) => move({ query })}
          />
          <select
            aria-label="Kind of requests"
            value={Object.keys(kinds).find((kind) => query.includes(`is:${kind}`)) ?? ''}
            onChange={(event) => move({ query: setKind(query, event.currentTarget.value) })}
          >
            <option value="">all kinds</option>
            {Object.keys(kinds).map((kind) => (
              <option key={kind}>{kind}</option>
            ))}
          </select>
          {query !== '' && (
            <span class="muted" role="status">
              {shown.length.toLocaleString('en')} of {all.length.toLocaleString('en')}
            </span>
          )}
          <span class="spacer" />
          <button
            type="button"
            class="fail"
            title="Answer the next 3 requests with 503 and Retry-After (f, Enter)"
            onClick={() => attempt(() => call('POST', '/faults', JSON.stringify(fail)))}
          >
            Fail the next 3
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
              The filter hides{' '}
              {all.length === 1 ? 'the only request' : `all ${all.length.toLocaleString('en')} requests`}.
            </p>
            <button type="button" onClick={() => move({ query: '' })}>
              Show all
            </button>
          </Empty>
        ) : (
          <section
            class="scroll"
            aria-label="Requests, newest first"
            onWheel={() => {
              hasScrolled.current = true
            }}
          >
            <ul>
              {shown.slice(0, maxShown).map((request, index) => (
                <li key={request.number}>
                  <Row
                    request={request}
                    isSelected={`${request.number}` === item}
                    tabIndex={index === stop ? 0 : -1}
                  />
                </li>
              ))}
            </ul>
            {shown.length > maxShown && (
              <p class="muted">… {(shown.length - maxShown).toLocaleString('en')} more</p>
            )}
          </section>
        )}
      </div>
      {item !== undefined && <RequestDetails number={item} onClose={close} onResend={resend} />}
    </div>
  )
}
