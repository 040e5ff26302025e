import { jsonHeaders } from '../store/answers.ts'
import type { PlantAnswer } from '../store/exchange.ts'

/** A request to the control API that is refused. */
export class ControlError extends Error {
  override name = 'ControlError'
  readonly status: number
  readonly headers: Readonly<Record<string, string>>

  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message)
    this.status = status
    this.headers = headers
  }
}

/** Makes the answer to a request to the control API that is refused: an Error whose number is the status. */
export const refuseControl = (
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): PlantAnswer => ({
  status,
  headers: { ...jsonHeaders, ...headers },
  body: JSON.stringify({ error: status, message }),
})
