import type { HttpAnswer } from '../http/exchange.ts'
import { readObject } from '../judge/read-body.ts'
import type { SentPlant } from './trial.ts'

/** A shorter name is part of other words. */
const minOwn = 4

/** Characters of a refusal that are compared, so that a long message costs no more than a short one. */
const maxCompared = 2000

/** What tells one answer from the next: times, UUIDs and numbers of requests. */
const passing = /\d{4}-\d\d-\d\d[T ][\d:.]+(?:Z|[+-][\d:]+)?|(?=[\w-]*\d)[\da-f-]{8,}|\d{6,}/gi

/** Gives a refusal in a form that another one can be compared to: without what belongs to its own plant and its own time. */
export function toSignature(answer: HttpAnswer, { id, name, tag }: SentPlant): string {
  const body = readObject(answer)
  const { error, message } = 'value' in body ? body.value : {}
  const words = error === undefined && message === undefined ? answer.body.toString() : `${error} ${message}`
  const ofPlant = [name, ...(tag === undefined ? [] : [tag])]
  const text = ofPlant.reduce((rest, own) => (own.length < minOwn ? rest : rest.replaceAll(own, '@')), words)
  const compared = text.slice(0, maxCompared)
  const withoutId = compared.replaceAll(new RegExp(`(?<![\\d.-])${id}(?!\\d)`, 'g'), '#')
  return `${answer.status} ${withoutId.replaceAll(passing, '~')}`
}
