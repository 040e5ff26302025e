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
  ['half a body', 'body', () => ({ body: '{"id":' })],
  ['no name', 'body', ({ ids }) => ({ body: `{"id":${ids.take()}}` })],
]

/** Requests with two mistakes in different parts, each of which shows what a service looks at first. */
export const orders: readonly (readonly [
  title: string,
  toAsk: ToAsk,
  parts: readonly [CheckedPart, CheckedPart],
])[] = mistakes.flatMap(([first, part, toFirst], index) =>
  mistakes.slice(index + 1).flatMap(([second, otherPart, toSecond]) => {
    // A GET has no body that could be wrong.
    if (part === otherPart || (part === 'method' && otherPart === 'body')) return []
    const toAsk: ToAsk = (source) => {
      const [one, other] = [toFirst(source), toSecond(source)]
      const body = other.body ?? one.body ?? writePlant(createPlainPlant(source))
      return { ...one, ...other, body, headers: { ...one.headers, ...other.headers } }
    }
    return [[`${first} and ${second}`, toAsk, [part, otherPart]] as const]
  }),
)
