import type { Contract } from '../contract/contract.ts'
import { cutQuery } from '../http/mask.ts'
import type { Awaitable } from './awaitable.ts'
import { sendCallbacks } from './callbacks/send-callbacks.ts'
import type { MockRequest, MockResponse } from './exchange.ts'
import { Failure } from './failure.ts'
import type { FaultTarget } from './faults/fault-state.ts'
import { noStrike, type Strike } from './faults/strike.ts'
import { type JournalRecord, maskHeaders } from './journal/journal-entry.ts'
import type { SharedState } from './shared-state.ts'

type Match = ReturnType<Contract['match']>

/** A request that a server forwards to another service. */
export interface PassedRequest {
  strike: Strike
  /** Keeps the exchange in the journal, without the body of the response. */
  finish(response: MockResponse): void
}

/** How a mock responds, whether replicas share its state or not. */
export interface RequestTools {
  /** Makes a request that the caller can't change later, with its body decoded. */
  receive(given: MockRequest): MockRequest
  match(request: MockRequest): Match
  reject(request: MockRequest, failure: Failure): MockResponse
  /** Responds as a fault and the latency say; drops the connection if a reset came meanwhile. */
  respondAfter(
    strike: Strike,
    request: MockRequest,
    match: Match,
    isCurrent: () => Awaitable<boolean>,
  ): MockResponse | Promise<MockResponse>
  toRecord(request: MockRequest, match?: Match): JournalRecord
  /** Completes the record of a request; returns the response as it is sent. */
  complete(record: JournalRecord, response: MockResponse): MockResponse
  /** Forgets what the mock knows of records, after another replica has reset them. */
  restart(): void
}

export const toFaultTarget = ({ path }: MockRequest, match?: Match): FaultTarget => ({
  path: cutQuery(path),
  operation: match?.kind === 'operation' ? match.operation.id : undefined,
})

/** Makes what handles the requests of a mock whose journal and faults are shared. */
export function createSharedRequests(
  shared: SharedState,
  { receive, match: findMatch, reject, respondAfter, toRecord, complete, restart }: RequestTools,
): {
  handle(request: MockRequest): Promise<MockResponse>
  rejectRequest(request: MockRequest, failure: Failure): Promise<MockResponse>
  passOn(request: MockRequest): Promise<PassedRequest>
  reset(): Promise<void>
} {
  let known: string | undefined
  /** Keeps a request in the journal, after it has taken its fault: who sees it there may rely on that. */
  async function begin(record: JournalRecord, target: FaultTarget) {
    let strike = noStrike
    let epoch = await shared.record(record, true)
    if (epoch === undefined) {
      strike = await shared.strike(target)
      epoch = await shared.record(record, false)
    }
    if (known !== undefined && epoch !== known) restart()
    known = epoch
    return { epoch, strike }
  }
  return {
    async handle(given) {
      const request = receive(given)
      const match = findMatch(request)
      const record = toRecord(request, match)
      try {
        const { epoch, strike } = await begin(record, toFaultTarget(request, match))
        const isCurrent = async (): Promise<boolean> => (await shared.readEpoch()) === epoch
        const made = await respondAfter(strike, request, match, isCurrent)
        const response = complete(record, { ...made, aborted: request.aborted?.() })
        await shared.settle(record)
        // The client has its response, whether the results arrive or not.
        sendCallbacks(response, request, record, (sent) => void shared.settle(sent).catch(() => {}))
        return response
      } catch (error) {
        const failure = new Failure('internal-error', `the mock failed: ${(error as Error).message}`)
        return complete(record, reject(request, failure))
      }
    },
    async rejectRequest(request, failure) {
      const record = toRecord(request)
      const response = complete(record, reject(request, failure))
      // A rejection is the same without the storage.
      await shared.record(record, false).catch(() => {})
      return response
    },
    async passOn(request) {
      const record = { ...toRecord({ ...request, body: '' }), upstream: true as const }
      const begun = await begin(record, toFaultTarget(request)).catch(() => undefined)
      return {
        strike: begun?.strike ?? { fault: 'internal-error', delay: 0 },
        finish({ status, headers, fault }) {
          if (begun === undefined) return
          complete(record, { status, headers: maskHeaders(headers), body: '', ...(fault && { fault }) })
          // The client has its response, whether this arrives or not.
          shared.settle(record).catch(() => {})
        },
      }
    },
    async reset() {
      await shared.reset()
      restart()
      known = undefined
    },
  }
}
