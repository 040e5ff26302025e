import { Buffer } from 'node:buffer'
import type { HttpRequest } from './exchange.ts'
import { maskHeader, maskUrl } from './mask.ts'

/** Shorter texts may occur in other texts by chance. */
const minSecret = 4

/** Finds what requests sent instead of the token: a part of a token, or another form of it, is as secret as the token. */
export const findSecrets = (requests: readonly HttpRequest[]): string[] =>
  requests
    .flatMap(({ headers }) => headers)
    .flatMap(({ value, shell }) => (shell === undefined ? [] : [value.replace(/^\S+ +/, ''), value]))

/** Returns how many characters of a secret are left at the cut of a text; 0 if they may be there by chance. */
function findRest(forms: readonly string[], isLeft: (form: string, size: number) => boolean): number {
  const sizes = forms.map((form) => {
    let size = form.length
    while (size >= minSecret && !isLeft(form, size)) size--
    return size < minSecret ? 0 : size
  })
  return Math.max(0, ...sizes)
}

/** Masks the beginning of a secret at the end of a truncated text. */
function maskEnd(text: string, forms: readonly string[]): string {
  const size = findRest(forms, (form, size) => text.endsWith(form.slice(0, size)))
  return size === 0 ? text : `${text.slice(0, -size)}***`
}

/** Masks the end of a secret at the start of a text whose beginning is cut off. */
function maskStart(text: string, forms: readonly string[]): string {
  const size = findRest(forms, (form, size) => text.startsWith(form.slice(-size)))
  return size === 0 ? text : `***${text.slice(size)}`
}

/**
 * Creates a function that replaces secrets in a text with `***`, in every form in which a service may repeat them, and
 * also replaces a secret that an ellipsis cuts short.
 */
export function createMask(secrets: readonly string[]): (text: string) => string {
  const forms = secrets
    .flatMap((secret) => [
      secret,
      encodeURIComponent(secret),
      secret.replaceAll('/', '\\/'),
      JSON.stringify(secret).slice(1, -1),
      Buffer.from(`plant:${secret}`).toString('base64'),
    ])
    .filter((form) => form.length >= minSecret)
    .toSorted((one, other) => other.length - one.length)
  return (text) => {
    const masked = forms.reduce((rest, form) => rest.replaceAll(form, '***'), text)
    const parts = masked.split('…')
    return parts
      .map((part, at) => (at < parts.length - 1 ? maskEnd(part, forms) : part))
      .map((part, at) => (at > 0 ? maskStart(part, forms) : part))
      .join('…')
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
