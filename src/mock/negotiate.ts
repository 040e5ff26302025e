import type { MediaType } from '../contract/contract.ts'

/** A media range of a header Accept, and how much the client wants it, from 0 to 1. */
interface Range {
  type: string
  subtype: string
  quality: number
}

function readAccept(accept: string): Range[] {
  return accept.split(',').flatMap((part) => {
    const [name = '', ...parameters] = part.split(';').map((one) => one.trim().toLowerCase())
    const [type = '', subtype = ''] = name.split('/')
    if (type === '') return []
    const q = parameters.find((one) => /^q\s*=/.test(one))?.replace(/^q\s*=\s*/, '')
    const quality = q === undefined ? 1 : Math.min(Math.max(Number(q) || 0, 0), 1)
    return { type, subtype: subtype || '*', quality }
  })
}

/** How much a client wants a media type: the most specific range decides (RFC 9110 section 12.5.1). */
function rate(name: string, ranges: readonly Range[]): number {
  const [type, subtype] = name.split('/')
  const rank = (range: Range): number => {
    if (range.type === type && range.subtype === subtype) return 3
    if (range.type === type && range.subtype === '*') return 2
    return range.type === '*' ? 1 : 0
  }
  const [best] = ranges.filter((range) => rank(range) > 0).sort((one, other) => rank(other) - rank(one))
  return best?.quality ?? 0
}

/** What clients got, by what they asked for. */
const negotiated = new WeakMap<readonly MediaType[], Map<string, MediaType | undefined>>()

/** Clients send few values of Accept, but could send any number. */
const maxNegotiated = 100

/** Picks the media type that a client wants most; of equals JSON, and then the first one. Undefined if it wants none. */
export function negotiate(media: readonly MediaType[], accept = '*/*'): MediaType | undefined {
  const known = negotiated.get(media) ?? new Map<string, MediaType | undefined>()
  if (known.has(accept)) return known.get(accept)
  const picked = pick(media, accept)
  if (known.size < maxNegotiated) negotiated.set(media, known.set(accept, picked))
  return picked
}

function pick(media: readonly MediaType[], accept: string): MediaType | undefined {
  const usual = media.find(({ kind }) => kind === 'json') ?? media[0]
  const ranges = readAccept(accept)
  if (usual === undefined || ranges.length === 0) return usual
  let best: { entry: MediaType; quality: number } | undefined
  for (const entry of [usual, ...media]) {
    const quality = rate(entry.contentType.split(';')[0]?.trim().toLowerCase() ?? '', ranges)
    if (quality > (best?.quality ?? 0)) best = { entry, quality }
  }
  return best?.entry
}
