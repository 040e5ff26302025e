import { type Signal, signal } from '@preact/signals'

export const viewNames = ['requests', 'records', 'faults', 'send'] as const

/** What the page shows, as in `#/requests/12?q=status:4xx`. */
export interface Place {
  view: (typeof viewNames)[number]
  /** The request or the resource that is shown. */
  item?: string | undefined
  query?: string
}

/** Writes the part of the URL after the page. */
export function toHash({ view, item, query = '' }: Place): string {
  const path = item === undefined ? view : `${view}/${encodeURIComponent(item)}`
  return `#/${path}${query === '' ? '' : `?${new URLSearchParams({ q: query })}`}`
}

function readPlace(): Place {
  const [path = '', query = ''] = location.hash.replace(/^#\/?/, '').split(/\?(.*)/s)
  const [name, item] = path.split('/')
  const view = viewNames.find((one) => one === name) ?? 'requests'
  // It decodes anything.
  const decoded = item === undefined ? null : new URLSearchParams(`item=${item}`).get('item')
  return { view, item: decoded ?? undefined, query: new URLSearchParams(query).get('q') ?? '' }
}

/** What the page shows; the URL is its only source. */
export const place: Signal<Place> = signal(readPlace())

addEventListener('hashchange', () => {
  place.value = readPlace()
})

/** Goes to another place, without an entry in the history. */
export function move(change: Partial<Place>): void {
  history.replaceState(null, '', toHash({ ...place.peek(), ...change }))
  place.value = readPlace()
}
