import { Buffer } from 'node:buffer'
import type { HttpRequest } from './exchange.ts'
import { findUrlSecrets, maskHeader, maskUrl } from './mask.ts'

/** Shorter texts may occur in other texts by chance. */
const minSecret = 4

/** Finds what requests sent instead of the token: a part of a token, or another form of it, is as secret as the token. */
export const findSecrets = (requests: readonly HttpRequest[]): string[] =>
  requests
    .flatMap(({ headers }) => headers)
    .flatMap(({ value, shell }) => (shell === undefined ? [] : [value.replace(/^\S+ +/, ''), value]))

/** A run of letters, an escape of a URL or of JSON, or the beginning of none. */
const parts = /[^%\\]+|%([\da-f]{2})|\\u([\da-f]{4})|\\(["\\/])|./gis

/** Decodes each escape once, and a `+` to a space, as forms encode it; also returns where each code unit begins in the original. */
function decode(original: string): { text: string; toOriginal(at: number): number } {
  if (!/[%\\]/.test(original)) return { text: original.replaceAll('+', ' '), toOriginal: (at) => at }
  const starts: number[] = []
  let text = ''
  for (const { 0: whole, 1: byte, 2: unit, 3: quoted, index } of original.matchAll(parts)) {
    const digits = byte ?? unit
    const letter = digits === undefined ? quoted : String.fromCharCode(Number.parseInt(digits, 16))
    for (let at = 0; at < (letter ?? whole).length; at++) starts.push(index + at)
    text += letter ?? whole
  }
  return { text: text.replaceAll('+', ' '), toOriginal: (at) => starts[at] ?? original.length }
}

/** Lists the forms of a secret in a decoded text: its letters, or the bytes of UTF-8 that were encoded each by itself. */
const toForms = (secret: string): string[] =>
  [secret, Buffer.from(secret).toString('latin1')].map((form) => form.replaceAll('+', ' '))

/** A part of a text, from its first index to that after its last one. */
type Range = readonly [from: number, to: number]

function findAll(text: string, form: string): Range[] {
  const found: Range[] = []
  for (let at = text.indexOf(form); at !== -1; at = text.indexOf(form, at + form.length))
    found.push([at, at + form.length])
  return found
}

const ellipsis = '…'

/** Finds beginnings of forms in front of ellipses. Shorter ones may be there by chance. */
function findCut(text: string, forms: readonly string[]): Range[] {
  const ends = findAll(text, ellipsis)
  return ends.flatMap(([end], index) =>
    forms.flatMap((form): Range[] => {
      let at = Math.max(ends[index - 1]?.[1] ?? 0, end - form.length + 1)
      while (at < end && !form.startsWith(text.slice(at, end))) at++
      return end - at < minSecret ? [] : [[at, end]]
    }),
  )
}

const reverse = (text: string): string => text.split('').reverse().join('')

/** Finds ends of forms after ellipses. */
function findRests(text: string, forms: readonly string[]): Range[] {
  return findCut(reverse(text), forms.map(reverse)).map(([from, to]) => [
    text.length - to,
    text.length - from,
  ])
}

/** Replaces parts of a text with `***`; of those that overlap, all at once. */
function replaceRanges(text: string, ranges: readonly Range[]): string {
  let masked = ''
  let end = 0
  for (const [from, to] of ranges.toSorted(([one], [other]) => one - other)) {
    if (from >= end) masked += `${text.slice(end, from)}***`
    end = Math.max(end, to)
  }
  return masked + text.slice(end)
}

/**
 * Creates a function that replaces secrets in a text with `***`: as they are, percent-encoded, and with escapes of JSON.
 * It also replaces a secret that an ellipsis cuts short.
 */
export function createMask(secrets: readonly string[]): (text: string) => string {
  const own = secrets.filter(({ length }) => length >= minSecret)
  const forms = [...new Set(own.flatMap(toForms))]
  return (original) => {
    const { text, toOriginal } = decode(original)
    const cut = text.includes(ellipsis) ? [...findCut(text, forms), ...findRests(text, forms)] : []
    const ranges = [...forms.flatMap((form) => findAll(text, form)), ...cut].map(
      ([from, to]): Range => [toOriginal(from), toOriginal(to)],
    )
    // The secret itself may look like an escape, together with what is before it.
    return replaceRanges(original, [...ranges, ...own.flatMap((secret) => findAll(original, secret))])
  }
}

/** Masks all texts in a JSON value, which may have bigints; masks names of members only with `maskName`. */
export function maskTexts(
  value: unknown,
  mask: (text: string) => string,
  maskName = (name: string): string => name,
): unknown {
  if (typeof value === 'string') return mask(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => maskTexts(item, mask, maskName))
  const masked = Object.entries(value).map(
    ([name, member]) => [maskName(name), maskTexts(member, mask, maskName)] as const,
  )
  return Object.fromEntries(masked)
}

/** Masks the credentials of a request that the kit did not make; a bearer token becomes `$PLANT_STORE_TOKEN`. */
export const maskRequest = (request: HttpRequest): HttpRequest => ({
  ...request,
  path: maskUrl(request.path),
  headers: request.headers.map(({ name, value }) => {
    const masked = maskHeader(name, value)
    if (masked === value) return { name, value }
    const shell = masked.replaceAll(/[\\"$`]/g, '\\$&').replace(/^(bearer) \*{3}$/i, '$1 $PLANT_STORE_TOKEN')
    return { name, value, shell }
  }),
})

/** Shorter cookies may be about anything, such as `theme=dark`. */
const minCookie = 8

function findHeaderSecrets({ name, value }: HttpRequest['headers'][number]): string[] {
  if (maskHeader(name, value) === value) return []
  const [, pair = ''] = /^basic +(\S+)/i.exec(value) ?? []
  const user = Buffer.from(pair, 'base64').toString()
  const cookies =
    name.toLowerCase() === 'cookie' ? value.split(/; */).map((one) => one.replace(/^[^=]*=/, '')) : []
  return [
    value,
    value.replace(/^\S+ +/, ''),
    user,
    user.replace(/^[^:]*:/, ''),
    ...cookies.filter(({ length }) => length >= minCookie),
    ...findUrlSecrets(value),
  ]
}

/** Lists the credentials of a request that the kit did not make. */
export const findCredentials = ({ path, headers }: HttpRequest): string[] => [
  ...findUrlSecrets(path),
  ...headers.flatMap(findHeaderSecrets),
]
