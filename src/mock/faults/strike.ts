import type { MockResponse } from '../exchange.ts'
import { toLowerCase, writeOwnBody } from '../own-body.ts'
import type { ActiveFault, Delay, Fault } from './fault.ts'
import type { FaultLabel } from './fault-kinds.ts'

export interface Strike {
  fault?: FaultLabel | undefined
  response?: FaultResponse
  /** Milliseconds. */
  delay: number
  /** Names the hold that the request waits for after the delay. */
  hold?: string
  /** Waits until that ends; says what happens to the request then. */
  held?: () => Promise<Strike>
}

type FaultResponse = Pick<MockResponse, 'status' | 'headers' | 'body'> & {
  /** Whether the fault says nothing of the body: then it is the one that errors usually have. */
  isUsual?: true
}

/** A request without a fault. */
export const noStrike: Strike = { delay: 0 }

/** Whether a response with this status has no body (RFC 9110 section 6.4.1; a browser's `Response` refuses one for 205). */
const isEmpty = (status: number): boolean => [204, 205, 304].includes(status)

export const faultMessage = 'a fault asks for this response'

/** Makes the response of a fault with a status; undefined for other faults. */
function toFaultResponse({ status, headers, body }: Fault): FaultResponse | undefined {
  if (status === undefined) return undefined
  const own = toLowerCase(headers)
  const isUsual = status >= 400 && body === undefined && own['content-type'] === undefined
  return { status, ...writeOwnBody(isEmpty(status) ? '' : body, own), ...(isUsual && { isUsual }) }
}

/** Draws what a fault does to one request. */
export function toStrike(fault: ActiveFault, random: () => number): Strike {
  if (fault.chance !== undefined && random() >= fault.chance) return noStrike
  const response = toFaultResponse(fault)
  return {
    fault: response ? `${response.status}` : fault.fault,
    ...(response && { response }),
    ...(fault.hold && { hold: fault.hold }),
    delay: drawDelay(fault.delay, random),
  }
}

export function drawDelay(delay: Delay | undefined, random: () => number): number {
  if (delay === undefined) return 0
  if (typeof delay === 'number') return delay
  const [from, to] = delay
  return from + Math.floor(random() * (to - from + 1))
}

/** Waits as long as a strike says; returns the one that applies then. */
export async function waitForEnd(strike: Strike): Promise<Strike> {
  if (strike.delay > 0) await new Promise((resolve) => setTimeout(resolve, strike.delay))
  return strike.held === undefined ? strike : waitForEnd(await strike.held())
}
