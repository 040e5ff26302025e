import type { EnvelopeField, List } from '../../contract/contract.ts'
import { setAt } from '../../json/at-path.ts'
import type { Page } from '../effects/context.ts'
import { toCursor } from '../effects/list.ts'
import type { Call } from '../exchange.ts'
import { readHeader } from '../exchange.ts'

function toTarget(
  { request, query }: Call,
  changed: Readonly<Record<string, string>>,
  isAbsolute: boolean,
): string {
  const parameters = new URLSearchParams(query)
  for (const [name, value] of Object.entries(changed)) parameters.set(name, value)
  const target = `${request.path.replace(/\?.*/s, '')}?${parameters}`
  return isAbsolute ? `http://${readHeader(request.headers, 'host') ?? 'localhost'}${target}` : target
}

/** Returns the parameters of the page that starts somewhere; undefined if the query can't ask for it. */
function toParameters(
  { paging, firstPage }: List,
  start: number,
  limit: number,
): Record<string, string> | undefined {
  if (paging.cursor !== undefined) return { [paging.cursor]: toCursor(start) }
  if (paging.page !== undefined) return { [paging.page]: `${firstPage + Math.floor(start / limit)}` }
  if (paging.offset !== undefined) return { [paging.offset]: `${start}` }
  return paging.after === undefined ? undefined : { [paging.after]: toCursor(start) }
}

/** Returns the start of another page; undefined if there is none. */
function findStart(page: Page, kind: 'next' | 'previous'): number | undefined {
  const { offset, limit } = page
  if (limit === undefined || limit === 0) return undefined
  if (kind === 'next') return offset + limit < page.total ? offset + limit : undefined
  return offset > 0 ? Math.max(0, offset - limit) : undefined
}

/** Returns the addresses of the other pages, for the header Link (RFC 8288). */
export function listLinks(call: Call, list: List, page: Page): { rel: string; target: string }[] {
  return (['next', 'previous'] as const).flatMap((kind) => {
    const start = findStart(page, kind)
    const changed = start === undefined ? undefined : toParameters(list, start, page.limit ?? 1)
    return changed === undefined
      ? []
      : [{ rel: kind === 'next' ? 'next' : 'prev', target: toTarget(call, changed, false) }]
  })
}

/** Returns what a property of the envelope says; undefined if there is nothing to say. */
function toValue({ kind, schema, path }: EnvelopeField, call: Call, list: List, page: Page): unknown {
  const { items, offset, limit } = page
  switch (kind) {
    case 'total':
      return page.total
    case 'count':
      return items.length
    case 'limit':
      return limit ?? items.length
    case 'offset':
      return offset
    case 'page':
      return list.firstPage + (limit === undefined || limit === 0 ? 0 : Math.floor(offset / limit))
    case 'pages':
      return limit === undefined || limit === 0 ? 1 : Math.max(1, Math.ceil(page.total / limit))
    case 'hasMore':
      return offset + items.length < page.total
    case 'next':
    case 'previous': {
      const start = findStart(page, kind)
      const changed = start === undefined ? undefined : toParameters(list, start, limit ?? 1)
      if (changed === undefined) return null
      const isLink = /url|uri|link|href/i.test(path.join('/')) || schema.facts().format?.startsWith('uri')
      const [value] = Object.values(changed)
      if (schema.facts().types.includes('string'))
        return isLink || list.paging.cursor === undefined
          ? toTarget(call, changed, schema.facts().format === 'uri' || isLink === true)
          : value
      return Number(value)
    }
  }
}

export function fillEnvelope(body: unknown, call: Call, list: List, page: Page): unknown {
  let filled = body
  for (const field of list.envelope) {
    const value = toValue(field, call, list, page)
    const { schema, path } = field
    const fitting = [value, typeof value === 'number' ? `${value}` : value].find(
      (one) => schema.check(one).length === 0,
    )
    if (fitting !== undefined) filled = setAt(filled, path, fitting)
  }
  return filled
}
