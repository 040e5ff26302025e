import { parseExactJson } from '../../contract/exact-json.ts'
import { describeValue } from '../../contract/problems.ts'
import type { HttpAnswer } from '../http/exchange.ts'
import type { SentPlant } from '../trial.ts'

/** A JSON object as it was read, or why the bytes are none. */
export type ReadBody = { value: Record<string, unknown> } | { problem: string }

/** Reads the body of an answer strictly: UTF-8, JSON, one object. */
export function readBody({ body }: HttpAnswer): ReadBody {
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

/** Gives a refusal in a form that another one can be compared to: without what belongs to its own plant. */
export function toSignature({ status, body }: HttpAnswer, { id, name, tag }: SentPlant): string {
  const ofPlant = [name, ...(tag === undefined ? [] : [tag])]
  const text = ofPlant.reduce(
    (rest, own) => (own.length < minOwn ? rest : rest.replaceAll(own, '@')),
    body.toString(),
  )
  return `${status} ${text.replaceAll(new RegExp(`(?<![\\d.-])${id}(?!\\d)`, 'g'), '#')}`
}
