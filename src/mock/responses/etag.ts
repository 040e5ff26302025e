import { stringifyExactJson } from '../../json/exact-json.ts'
import { describeValue } from '../../options/problems.ts'
import { type MockRequest, readHeader } from '../exchange.ts'
import { Failure } from '../failure.ts'
import type { StoredRecord } from '../storage/mock-storage.ts'
import { hashText } from './pick-example.ts'

/** Makes the entity tag of a record, which changes with its value (RFC 9110 section 8.8.3). */
export function toEtag({ value }: Pick<StoredRecord, 'value'>): string {
  const text = stringifyExactJson(value)
  return `"${hashText(text).toString(16)}-${text.length.toString(16)}"`
}

/** Whether a list of entity tags has one; weak tags are compared like strong ones. */
const lists = (header: string, etag: string | undefined): boolean =>
  header.trim() === '*'
    ? etag !== undefined
    : header.split(',').some((one) => one.trim().replace(/^W\//, '') === etag)

/**
 * Checks If-Match and If-None-Match (RFC 9110 section 13.1).
 *
 * @param etag of the stored record; undefined if there is none
 */
export function checkPreconditions(
  { method, headers }: MockRequest,
  etag: string | undefined,
): Failure | 'not-modified' | undefined {
  const match = readHeader(headers, 'if-match')
  if (match !== undefined && !lists(match, etag))
    return new Failure(
      'precondition-failed',
      `the header If-Match must be ${etag ?? 'left out, as there is no such record'}, got ${describeValue(match)}`,
    )
  const none = readHeader(headers, 'if-none-match')
  if (none === undefined || !lists(none, etag)) return undefined
  if (method === 'GET' || method === 'HEAD') return 'not-modified'
  return new Failure(
    'precondition-failed',
    `the record is stored already, and If-None-Match is ${describeValue(none)}`,
  )
}
