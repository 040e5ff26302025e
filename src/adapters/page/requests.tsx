import { useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { quote } from '../../http/quote.ts'
import { call, identity, type RequestEvent, readExample } from './control-api.ts'
import { Action, Alert, copy, Empty, Options, Status, toCount, toDuration, useRead } from './controls.tsx'
import { createFilter, findUnknown, kinds, setKind, toText } from './filter.ts'
import { move, place, toHash } from './place.ts'
import { RequestDetails } from './request-details.tsx'
import { findFirst, resend } from './send.tsx'
import { config, requests } from './state.ts'

/** The most requests that the list shows; a filter finds the others. */
const maxShown = 1000

/** Shows the time of day of an ISO date, with its milliseconds. */
const toTime = (time: string): string => new Date(time).toTimeString().slice(0, 8) + time.slice(19, 23)

function Row({ request, tabIndex }: { request: RequestEvent; tabIndex: number }) {
  const { number, time, status, duration, failure, fault, message = '', upstream } = request
  const { operation = '', method, path, key } = request
  const what = `${method} ${path}${key === undefined ? '' : ` · ${toText(key)}`}`
  const why = [fault && `fault ${fault}`, failure !== fault && failure].filter(Boolean).join(': ')
  return (
    <a
      class="row"
      href={toHash({ ...place.value, item: `${number}` })}
      aria-current={`${number}` === place.value.item ? 'true' : undefined}
      tabIndex={tabIndex}
    >
      <span class="number">{number}</span>
      <span class="time">{toTime(time)}</span>
      <Status status={status} fault={fault} />
      <span class="what" title={`${operation} ${what}`}>
        {what}
      </span>
      <span class="why" title={`${why} ${message}`.trim() || undefined}>
        {upstream && <span class="tag">upstream</span>} {why !== '' && <code>{why}</code>} {message}
      </span>
      <span class="duration">{toDuration(duration)}</span>
    </a>
  )
}

/** Writes the command to try first. */
async function readCommand(): Promise<string | undefined> {
  const first = findFirst()
  if (first === undefined) return undefined
  const { method, path, headers, body } = await readExample(first)
  const command = [
    `curl -i${location.protocol === 'https:' ? 'k' : ''} -X ${method} ${quote(`${location.origin}${path}`)}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`-d ${quote(body)}`]),
  ].join(' \\\n  ')
  if (config.peek()?.credentials.length === 0) return command
  return command.replaceAll(/'([^']*)local-token'/g, '"$1$$PLANT_STORE_TOKEN"')
}

function NoRequests() {
  const { found: command } = useRead(readCommand, config.value, identity.value)
  if (config.value?.journal === 0) return <Empty title="The journal is off" />
  return (
    <Empty title="No requests yet">
      {config.value?.isolate && <p>Each credential has a mock of its own. Enter one at the top to see it.</p>}
      <p>
        Send one from your client, <a href="#/send">from this page</a>, or from a terminal:
      </p>
      {command && <pre class="body">{command}</pre>}
      {command && <Action text="Copy the command" run={() => copy(command)} />}
    </Empty>
  )
}

const failNext = () => call('POST', '/faults', { status: 503, headers: { 'Retry-After': '1' }, requests: 3 })

function Toolbar({ shown }: { shown: number }) {
  const { query = '' } = place.value
  const all = requests.value.length
  return (
    <div class="toolbar">
      <input
        type="search"
        aria-label="Filter requests"
        placeholder="Filter: status:4xx method:POST"
        value={query}
        onInput={({ currentTarget }) => move({ query: currentTarget.value })}
      />
      <select
        aria-label="Kind of requests"
        value={Object.keys(kinds).find((kind) => query.includes(`is:${kind}`)) ?? ''}
        onChange={({ currentTarget }) => move({ query: setKind(query, currentTarget.value) })}
      >
        <option value="">all kinds</option>
        <Options names={Object.keys(kinds)} />
      </select>
      {query !== '' && (
        <span class="muted" role="status">
          {shown.toLocaleString('en')} of {all.toLocaleString('en')}
        </span>
      )}
      <span class="spacer" />
      <Action
        text="Fail the next 3"
        class="fail"
        title="Respond to the next 3 requests with 503 and Retry-After (f, Enter)"
        run={failNext}
      />
      <Action
        text="Clear"
        ask="Empty the journal?"
        disabled={all === 0}
        run={() => call('DELETE', '/requests')}
      />
    </div>
  )
}

const find = (selector: string) => document.querySelector<HTMLElement>(selector)

/** Lists the requests in the journal, newest first, and shows one of them. */
export function Requests() {
  const { item, query = '' } = place.value
  const all = requests.value
  /** The request that the keyboard is at, also after its details are closed. */
  const current = useRef(item)
  current.current = item ?? current.current
  /** Whether the keyboard has moved to another row. */
  const isMoved = useRef(false)
  /** Whether the person has scrolled since the request was chosen. */
  const hasScrolled = useRef(false)
  const shown = useMemo(() => all.filter(createFilter(query)).reverse(), [all, query])
  const ids = config.value?.operations.map(({ id }) => id)
  const at = shown.findIndex(({ number }) => `${number}` === current.current)

  useLayoutEffect(() => {
    hasScrolled.current = false
  }, [item])
  useLayoutEffect(() => {
    // The requests in the journal arrive one after the other.
    if (!hasScrolled.current) find('a.row[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [item, all])

  /** Shows a request, or none, and focuses the current row once it is there. */
  function show(request: RequestEvent | undefined): void {
    isMoved.current = true
    move({ item: request && `${request.number}` })
  }

  /** Acts on a key unless it belongs to a field or to the details. Keys that aren't in the list only move the focus. */
  function press(event: KeyboardEvent): void {
    const { key } = event
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
    const element = event.target as HTMLElement
    const isSearch = element.matches('input[type=search]')
    const isRow = element.matches('a.row')
    const last = shown.length - 1
    const to = { ArrowDown: Math.min(at + 1, last), ArrowUp: Math.max(at - 1, 0), Home: 0, End: last }[key]
    const request = shown[isSearch ? 0 : (to ?? -1)]
    if (key === 'Escape' && item !== undefined) show(undefined)
    else if (isSearch && key !== 'ArrowDown') return
    else if (!isSearch && element.matches('input, select, textarea')) return
    else if (key === '/') find('input[type=search]')?.focus()
    else if (key === 'f') find('.fail')?.focus()
    else if (key === 's') location.hash = toHash({ view: 'send' })
    else if (key === 'e' && item !== undefined) find('.resend')?.click()
    else if (key === 'Enter' && isRow) {
      element.click()
      find('.details')?.focus()
    } else if (request && (isSearch || isRow || element === document.body)) show(request)
    else return
    event.preventDefault()
  }
  useLayoutEffect(() => {
    if (isMoved.current) find('a.row[tabindex="0"]')?.focus()
    isMoved.current = false
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  })

  const more = shown.length - maxShown
  return (
    <div class={item === undefined ? 'split' : 'split open'}>
      <div class="list">
        <Toolbar shown={shown.length} />
        <Alert>{ids && findUnknown(query, all, ids)}</Alert>
        {all.length === 0 ? (
          <NoRequests />
        ) : shown.length === 0 ? (
          <Empty title="No request matches">The filter hides {toCount(all.length, 'request')}.</Empty>
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
                  <Row request={request} tabIndex={index === Math.max(0, at) ? 0 : -1} />
                </li>
              ))}
            </ul>
            {more > 0 && <p class="muted">… {more.toLocaleString('en')} more</p>}
          </section>
        )}
      </div>
      {item !== undefined && (
        <RequestDetails number={item} onClose={() => show(undefined)} onResend={resend} />
      )}
    </div>
  )
}
