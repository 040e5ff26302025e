import { Buffer } from 'node:buffer'
import type { HttpRequest } from './exchange.ts'
import { findUrlSecrets, maskHeader, maskUrl } from './mask.ts'
import { toNormalForm } from './normal-form.ts'

/** Shorter texts may occur in other texts by chance. */
const minSecret = 4

/** Finds what requests sent instead of the token: a part of a token, or another form of it, is as secret as the token. */
export const findSecrets = (requests: readonly HttpRequest[]): string[] =>
  requests
    .flatMap(({ headers }) => headers)
    .flatMap(({ value, shell }) => (shell === undefined ? [] : [value.replace(/^\S+ +/, ''), value]))

/** Lists the forms, without escapes, in which a service may repeat a secret: as it is, in hex, or in base64 at any place of a longer text. */
function toForms(secret: string): string[] {
  const bytes = Buffer.from(secret)
  const hex = bytes.toString('hex')
  const encoded = (['base64', 'base64url'] as const).flatMap((coding) => [
    // What is before and after it decides about its first and last characters.
    ...['', ' ', '  '].map((before) => {
      const text = Buffer.from(before + secret)
        .toString(coding)
        .replace(/(?<!=)=+$/, '')
      return text.slice([0, 2, 3][before.length], (before.length + bytes.length) % 3 === 0 ? undefined : -1)
    }),
    ...['', 'Bearer ', 'plant:'].map((before) => Buffer.from(before + secret).toString(coding)),
  ])
  const forms = [secret, bytes.toString('latin1'), hex, hex.toUpperCase(), ...encoded]
  return [...new Set(forms.map((form) => toNormalForm(form).text))].filter(
    ({ length }) => length >= minSecret,
  )
}

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
 * Creates a function that replaces secrets in a text with `***`, in every form in which a service may repeat them, and
 * also replaces a secret that an ellipsis cuts short.
 */
export function createMask(secrets: readonly string[]): (text: string) => string {
  const own = secrets.filter(({ length }) => length >= minSecret)
  const forms = [...new Set(own.flatMap(toForms))]
  return (original) => {
    const { text, toOriginal } = toNormalForm(original)
    const cut = text.includes(ellipsis) ? [...findCut(text, forms), ...findRests(text, forms)] : []
    const ranges = [...forms.flatMap((form) => findAll(text, form)), ...cut].map(
      ([from, to]): Range => [toOriginal(from), toOriginal(to)],
    )
    // What is before a secret may look like the beginning of an escape.
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
