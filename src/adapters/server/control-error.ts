import type { MockResponse } from '../../mock/exchange.ts'
import { writeJson } from './write-json.ts'

/** A rejection of a request to the control API. */
export class ControlError extends Error {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>

  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message)
    this.status = status
    this.headers = headers
  }
}

/** Makes the response to a rejected request to the control API: an Error whose number is the status. */
export const toControlRejection = (
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): MockResponse => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: writeJson({ error: status, message }),
  reason: message,
})
