import { maskUrl } from '../http/mask.ts'
import type { Strike } from '../mock/faults/strike.ts'
import { breakAnswer, replaceAnswer } from '../mock/faults/struck-response.ts'
import { type JournalRecord, maskHeaders } from '../mock/journal/journal-entry.ts'
import { parseSentMembers } from '../mock/journal/sent-members.ts'
import type { Refuse } from '../store/answers.ts'
import { refuseDuplicate } from '../store/create-plant.ts'
import { noAnswer, type PlantAnswer, type PlantRequest } from '../store/exchange.ts'
import type { FaultName } from '../store/failures.ts'
import type { Reading } from '../store/read-request.ts'
import type { StoredPlant } from '../store/stored-plant.ts'
import { readPlant } from './namespace.ts'

/** How a store answers. */
export interface Answers {
  refuse: Refuse
  accept(plant: StoredPlant): PlantAnswer
}

/** A request before its outcome is known; the script writes the outcome in front of it, or `w` while it waits. */
export interface SentRecord {
  request: PlantRequest
  /** The body as text. */
  text: string
  /** When it arrived, by `performance.now()`. */
  start: number
  reading: Reading
  /** The answer of the upstream; one with the status 0 while there is none. */
  answer?: PlantAnswer
}

/** Writes a record for Redis, with credentials masked. The duration ends here, before the step in Redis. */
export const encodeRecord = ({ request, text, start, reading, answer }: SentRecord): string =>
  JSON.stringify([
    performance.timeOrigin + start,
    performance.now() - start,
    request.method,
    maskUrl(request.path),
    maskHeaders(request.headers),
    request.aborted?.() ? [text] : text,
    ...(reading.failure === undefined ? [] : [reading.failure, reading.detail, answer]),
  ])

/** Writes a fault as the script answers it: its name, or its answer as JSON. */
export const writeStruck = ({ fault, answer }: Pick<Strike, 'fault' | 'answer'>): string =>
  answer === undefined ? (fault ?? '') : JSON.stringify(answer)

/** Reads a fault that the script answered; empty for none. */
function readStruck(text: string): Pick<Strike, 'fault' | 'answer'> {
  if (!text.startsWith('{')) return text === '' ? {} : { fault: text as FaultName }
  const answer = JSON.parse(text)
  return { fault: `${answer.status}`, answer }
}

/** Makes the answer from an outcome: `c` or `d`, whether the id was free, or `k` with the plant that was kept, and the fault after it. */
export function toAnswer(
  outcome: string,
  reading: Reading,
  method: string,
  { refuse, accept }: Answers,
): PlantAnswer {
  const [kept, ...rest] = outcome[0] === 'k' ? outcome.slice(1).split('\t') : []
  const struck = readStruck(kept === undefined ? outcome.slice(1) : rest.join('\t'))
  const usually = (): PlantAnswer => {
    if (reading.failure !== undefined) return refuse(reading.failure, reading.detail)
    if (outcome[0] === 'd') return refuseDuplicate(refuse, reading.plant)
    return accept(kept === undefined ? reading.plant : readPlant(kept))
  }
  const answer = replaceAnswer(struck, refuse) ?? breakAnswer(usually(), struck.fault)
  // RFC 9110 section 9.3.2: an answer to HEAD has no body.
  return method === 'HEAD' ? { ...answer, body: '' } : answer
}

function decode(entry: string, number: number, answers: Answers): JournalRecord {
  const end = entry.indexOf('\n')
  const [time, duration, method, path, headers, text, failure, detail, upstreamAnswer] = JSON.parse(
    entry.slice(end + 1),
  )
  // If the client has left, the body is in a list.
  const [body, aborted] = typeof text === 'string' ? [text] : [text[0], true as const]
  const start = time - performance.timeOrigin
  const outcome = entry.slice(0, end)
  const waits = outcome === 'w'
  const request = { number, start, end: waits ? undefined : start + duration, method, path, headers, body }
  if (upstreamAnswer) return { ...request, answer: waits ? undefined : upstreamAnswer, upstream: true }
  const reading: Reading = failure
    ? { failure, ...(detail && { detail }) }
    : { plant: readPlant(body.replace(/^\ufeff/, '')) }
  const members = reading.failure === undefined ? reading.plant : parseSentMembers(body)
  const answer = waits ? undefined : { ...toAnswer(outcome, reading, method, answers), aborted }
  return { ...request, members, answer }
}

/**
 * Reads an entry of the journal. Its answer follows from the outcome, because every replica answers alike.
 *
 * An entry that can't be read, such as one that a replica with other options wrote, must not hide the others.
 */
export function decodeRecord(entry: string, number: number, answers: Answers): JournalRecord {
  try {
    return decode(entry, number, answers)
  } catch {
    return { number, start: 0, end: 0, method: '?', path: '?', headers: {}, body: '', answer: noAnswer }
  }
}
