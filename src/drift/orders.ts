import type { Ask } from '../probes/ask.ts'
import { withRandomToken } from '../probes/credentials.ts'
import { createPlainPlant, writePlant } from '../probes/plain-plant.ts'
import type { ToAsk } from '../probes/probe.ts'
import type { Source } from '../probes/source.ts'
import type { CheckedPart } from '../store/read-request.ts'

/** A mistake in a part of a request. */
type Mistake = readonly [title: string, part: CheckedPart, toAsk: (source: Source) => Ask]

/** Mistakes in the order in which the fake looks for them. */
const mistakes: readonly Mistake[] = [
  ['another path', 'path', () => ({ path: '/plants-of-nowhere' })],
  ['GET', 'method', () => ({ method: 'GET', body: '' })],
  ['no Authorization', 'credentials', () => ({ headers: { Authorization: null } })],
  ['a random token', 'credentials', (source) => ({ headers: withRandomToken(source)?.headers ?? {} })],
  ['the content type text/plain', 'type', () => ({ headers: { 'Content-Type': 'text/plain' } })],
  ['a body that is too large', 'size', () => ({})],
  ['half a body', 'body', () => ({ body: '{"id":' })],
  ['no name', 'body', ({ ids }) => ({ body: `{"id":${ids.take()}}` })],
]

/** A request with two mistakes in different parts, which shows what a service looks at first. */
export type Order = readonly [title: string, toAsk: ToAsk, parts: readonly [CheckedPart, CheckedPart]]

/** Lists every pair of mistakes whose order can be observed; only those with a body over a limit if there is one. */
export const listOrders = (maxBody?: number): Order[] =>
  mistakes.flatMap(([first, part, toFirst], index) =>
    mistakes.slice(index + 1).flatMap(([second, otherPart, toSecond]): Order[] => {
      const parts = [part, otherPart] as const
      const isOfSize = parts.includes('size')
      // A GET has no body that could be wrong.
      const isBare = part === 'method' && (isOfSize || otherPart === 'body')
      if (part === otherPart || isBare || isOfSize !== (maxBody !== undefined)) return []
      const toAsk: ToAsk = (source) => {
        const [one, other] = [toFirst(source), toSecond(source)]
        const body = String(other.body ?? one.body ?? writePlant(createPlainPlant(source)))
        const headers = { ...one.headers, ...other.headers }
        return { ...one, ...other, body: maxBody === undefined ? body : body.padEnd(maxBody + 1), headers }
      }
      return [[`${first} and ${second}`, toAsk, parts]]
    }),
  )
