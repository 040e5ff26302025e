import { parseExactJson } from '../contract/exact-json.ts'
import { describeValue } from '../contract/problems.ts'
import type { HttpAnswer } from '../http/exchange.ts'
import type { SentPlant } from '../verify/trial.ts'

/** A JSON object as it was read, or why the bytes are none. */
export type ReadBody = { value: Record<string, unknown> } | { problem: string }

/** Reads the body of an answer strictly: UTF-8, JSON, one object. */
export function readBody({ body, isMiscoded = false }: HttpAnswer): ReadBody {
  if (isMiscoded) return { problem: 'the body is not in the coding that its Content-Encoding names' }
  if (body.length === 0) return { problem: 'the body is empty' }
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body)
  } catch {
    return { problem: 'the body is not UTF-8' }
  }
  try {
    const value = parseExactJson(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return { value: value as Record<string, unknown> }
    }
    return { problem: `the body must be an object, got ${describeValue(value)}` }
  } catch (error) {
    return { problem: `the body is not JSON: ${(error as Error).message}` }
  }
}

/** A shorter name is part of other words. */
const minOwn = 4

/** What tells one answer from the next: times, UUIDs and numbers of requests. */
const passing = /\d{4}-\d\d-\d\d[T ][\d:.]+(?:Z|[+-][\d:]+)?|(?=[\w-]*\d)[\da-f-]{8,}|\d{6,}/gi

/** Gives a refusal in a form that another one can be compared to: without what belongs to its own plant and its own time. */
export function toSignature(answer: HttpAnswer, { id, name, tag }: SentPlant): string {
  const body = readBody(answer)
  const { error, message } = 'value' in body ? body.value : {}
  const words = error === undefined && message === undefined ? answer.body.toString() : `${error} ${message}`
  const ofPlant = [name, ...(tag === undefined ? [] : [tag])]
  const text = ofPlant.reduce((rest, own) => (own.length < minOwn ? rest : rest.replaceAll(own, '@')), words)
  const withoutId = text.replaceAll(new RegExp(`(?<![\\d.-])${id}(?!\\d)`, 'g'), '#')
  return `${answer.status} ${withoutId.replaceAll(passing, '~')}`
}
