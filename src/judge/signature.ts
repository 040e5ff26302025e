import type { HttpAnswer } from '../http/exchange.ts'
import { readObject } from './read-body.ts'

/** Shorter names and tags may be part of other words. */
const minOwn = 4

/** How many characters of a refusal are compared, so that long messages aren't slower. */
const maxCompared = 2000

/** What differs between answers: times, UUIDs and numbers of requests. */
const passing = /\d{4}-\d\d-\d\d[T ][\d:.]+(?:Z|[+-][\d:]+)?|(?<![\da-f-])(?=[a-f-]*\d)[\da-f-]{8,}|\d{6,}/gi

/** Converts a refusal to a form for comparisons: without the values of its plant and without times. */
export function toSignature(
  answer: HttpAnswer,
  { id, name = '', tag = '' }: { id: bigint; name?: string; tag?: string },
): string {
  const body = readObject(answer)
  const { error, message } = 'value' in body ? body.value : {}
  const isError = error !== undefined || message !== undefined
  const words = isError ? String(message) : answer.body.toString()
  const withoutTexts = [name, tag]
    .filter(({ length }) => length >= minOwn)
    .reduce((rest, own) => rest.replaceAll(own, '@'), words)
    .slice(0, maxCompared)
  const withoutId = withoutTexts.replaceAll(new RegExp(`(?<![\\w.-])${id}(?!\\w)`, 'g'), '#')
  // The number of the Error isn't the id, even if it is the same.
  return `${answer.status} ${`${isError ? `${String(error).slice(0, maxCompared)} ` : ''}${withoutId}`.replaceAll(passing, '~')}`
}
