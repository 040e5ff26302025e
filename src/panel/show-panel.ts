import { showRequests } from '../matchers/journal.ts'
import type { FaultName } from '../store/failures.ts'
import type { ActiveFault, Fault } from '../store/faults.ts'
import type { PlantStore, ServedStore } from '../store/store-interface.ts'

const name = 'plant-store-panel'

const style = `
  :host { position: fixed; right: 8px; bottom: 8px; z-index: 2147483647; max-width: calc(100vw - 16px) }
  details { font: 13px system-ui; color: #1d2b22; background: #f5f8f4; border: 1px solid #567; border-radius: 6px; padding: 6px 10px }
  summary { cursor: pointer }
  pre { overflow: auto; max-height: 40vh; white-space: pre-wrap; overflow-wrap: anywhere }
  button, select { font: inherit; margin: 4px 4px 0 0 }
`

/** The faults to choose from. */
const choices: Readonly<Record<string, FaultName | Fault>> = {
  '401, invalid token': 'invalid-token',
  '409, stored id': 'duplicate-id',
  '429 with Retry-After': { status: 429, headers: { 'Retry-After': '1' } },
  '500': 'internal-error',
  '503 with Retry-After': { status: 503, headers: { 'Retry-After': '1' } },
  'lost connection': 'dropped-connection',
  'body that is cut off': 'cut-off-body',
  'body that is not JSON': 'not-json-body',
  'answer after 3 seconds': { delay: 3000 },
}

/** The most requests that the panel shows. */
const maxShown = 10

function create<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]>,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = Object.assign(document.createElement(tag), properties)
  element.append(...children)
  return element
}

const button = (label: string, onclick: () => unknown): HTMLButtonElement =>
  create('button', { type: 'button', onclick }, label)

/**
 * Shows a small panel in the corner of the page, with the last requests to a store and buttons that start faults. Import it
 * only in development, so that no production bundle contains it. Another call replaces the panel.
 *
 * @returns removes the panel
 *
 * @example
 * showPanel(handlers.store)
 */
export function showPanel(store: PlantStore): () => void {
  const { requests, faults } = store
  const choice = create(
    'select',
    { ariaLabel: 'Fault' },
    ...Object.keys(choices).map((label) => create('option', {}, label)),
  )
  const chosen = (): FaultName | Fault => choices[choice.value] ?? 'internal-error'
  const summary = create('summary', {})
  const active = create('ul', { ariaLabel: 'Active faults' })
  const last = create('pre', {})
  const host = document.createElement(name)
  const root = host.attachShadow({ mode: 'open' })
  // A strict Content-Security-Policy allows it, but no style element.
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(style)
  root.adoptedStyleSheets = [sheet]
  root.append(
    create(
      'details',
      {},
      summary,
      choice,
      button('Next request', () => faults.next(chosen())),
      button('Every request', () => faults.always(chosen())),
      button('Hold next', () => faults.hold()),
      button('Clear faults', () => faults.clear()),
      active,
      last,
      button('Empty journal', () => requests.clear()),
      button('Reset', () => store.reset()),
    ),
  )

  const showFault = ({ hold, ...fault }: ActiveFault): HTMLLIElement =>
    hold === undefined
      ? create('li', {}, JSON.stringify(fault))
      : create(
          'li',
          {},
          'hold ',
          button('Release', () => faults.release(hold)),
        )
  function update(): void {
    summary.textContent = `Plant store: ${requests.size} ${requests.size === 1 ? 'request' : 'requests'}`
    active.replaceChildren(...faults.list().map(showFault))
    last.textContent = showRequests(requests.after(requests.lastNumber - maxShown, maxShown)).join('\n')
  }
  // Every store has what a server watches.
  const unwatch = (store as ServedStore).changes.watch(update)
  document.querySelector(name)?.remove()
  document.body.append(host)
  update()
  return () => {
    unwatch()
    host.remove()
  }
}
