import { operation } from '../contract/generated/operation.ts'
import { type Exchange, readHeader } from '../http/exchange.ts'
import type { Ask } from '../probes/ask.ts'
import { createPlainPlant } from '../probes/plain-plant.ts'
import type { Source } from '../probes/source.ts'

/** Origins of pages: that of a front end on a developer's machine, and any other. */
export const origins = ['http://localhost:3000', 'https://page.example']

/** The preflight of a page that creates a plant. */
export const toPreflight = (origin: string): Ask => ({
  method: 'OPTIONS',
  headers: {
    authorization: null,
    'content-type': null,
    origin,
    'access-control-request-method': operation.method,
    'access-control-request-headers': 'authorization,content-type',
  },
})

/** The request of a page that creates a plant. */
export const toPagePlant =
  (origin: string) =>
  (source: Source): Ask => ({ plant: createPlainPlant(source), headers: { origin } })

/** Says whether a page of an origin may read an answer. */
export const isReadable = ({ outcome }: Exchange, origin: string): boolean =>
  outcome.kind === 'answer' &&
  ['*', origin].includes(readHeader(outcome.answer, 'access-control-allow-origin') ?? '')
