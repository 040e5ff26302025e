import type { Operation } from '../contract/contract.ts'
import { type Access, addAccess } from '../http/access.ts'
import { type Exchange, type HttpRequest, readStatus } from '../http/exchange.ts'
import type { Sender } from '../http/sender.ts'
import { writeMessage } from '../http/write-message.ts'
import { type Finding, toFinding } from '../judge/finding.ts'
import { type Draft, writeDraft } from '../probes/draft.ts'
import type { Probe } from '../probes/probe.ts'
import type { Health } from './condition.ts'
import type { Coverage } from './coverage.ts'
import type { Credentials } from './credentials.ts'
import type { RequestMaker } from './known-record.ts'
import type { Ledger } from './ledger.ts'

/** What the user says about values of parameters, and which operations may be sent. */
interface BenchOptions {
  /** Whether what only unusual clients send is sent, too. */
  isProtocol: boolean
  /** Says whether a probe can show anything about the chosen rules. */
  isSent(probe: Probe): boolean
  /** Whether each request waits for the one before. */
  hasOrder: boolean
  /** How many requests a law sends at once. */
  atOnce: number
  invalidToken: string | undefined
  otherToken: string | undefined
  operations: readonly Operation[]
  /** Those that the user named, which may change what others have created. */
  named: ReadonlySet<Operation>
}

export interface Bench extends RequestMaker {
  options: RequestMaker['options'] & BenchOptions
  seed: number
  credentials: Credentials
  coverage: Coverage
  ledger: Ledger
  health: Health
  /** How creations with a key that is taken are rejected. */
  taken: Map<Operation, string>
  sender: Sender
  /** The strings at the top of the bodies that were sent. */
  sentStrings: Set<string>
  /** Writes a request with all that every request has. */
  write(draft: Draft): HttpRequest
  /** Sends requests one after the other over one connection, without waiting for responses. */
  sendTogether(drafts: readonly Draft[]): Promise<Exchange[]>
  /** Gives an operation more probes. */
  grant(operation: Operation, count: number): void
  access: Access | undefined
  /** How many more probes an operation gets. */
  left(operation: Operation): number
  /** Counts a probe of an operation. */
  spend(operation: Operation): void
  /** The base address with the base path of the description. */
  base: URL
  signal: AbortSignal
}

/** How many probes an operation gets at most. */
const withBody = 250
const withoutBody = 60

/** Makes a finding of a request that got no response, but one when it was sent again. */
const toLost = (operation: Operation, exchange: Exchange, message: string): Finding =>
  toFinding(
    { rule: 'responds', place: operation.pointer, message },
    { operation: operation.id, tried: 'a request', exchanges: [exchange] },
  )

type BenchSending = Pick<Bench, 'send' | 'left' | 'spend' | 'write' | 'sendTogether' | 'grant'>

/** Makes what sends drafts, counts them, and notes what came back. */
export function createSend(toBench: () => Bench, maxRequests: number): BenchSending {
  const spent = new Map<Operation, number>()
  /** Whether a new token was rejected, too. */
  let isRejected = false

  const toRequest = ({ base, credentials }: Bench, draft: Draft): HttpRequest =>
    writeDraft(draft, base, credentials.write(draft.operation, draft.credentials ?? 'valid'))

  function write(draft: Draft): HttpRequest {
    const bench = toBench()
    const request = toRequest(bench, draft)
    return bench.access ? addAccess(request, bench.access) : request
  }

  /** Sends bytes as no client writes them. */
  async function sendWire(draft: Draft, wire: NonNullable<Draft['wire']>): Promise<Exchange> {
    const { sender } = toBench()
    const request = { ...write(draft), isRaw: true as const }
    const bytes = wire(request)
    const [exchange] = await sender.sendBytes(bytes.isCut ? [] : [request], bytes)
    return exchange ?? { request, outcome: { kind: 'stopped', message: '', reused: false }, duration: 0 }
  }

  async function sendRequest(draft: Draft): Promise<Exchange> {
    const bench = toBench()
    const request = toRequest(bench, draft)
    const exchange = await bench.sender.send(request)
    // A service may close a connection that is used again, on which clients send a request once more.
    const isClosed = exchange.outcome.kind === 'dropped' && exchange.outcome.reused
    return isClosed ? bench.sender.send(request, { fresh: true }) : exchange
  }

  /** Sends a request, and again with a new token if that of a run has expired. */
  async function sendAllowed(draft: Draft): Promise<Exchange> {
    const { credentials } = toBench()
    const used = credentials.token
    const exchange = await sendRequest(draft)
    const isValid = (draft.credentials ?? 'valid') === 'valid'
    if (!isValid || isRejected || readStatus(exchange) !== 401 || !(await credentials.renew(used)))
      return exchange
    const again = await sendRequest(draft)
    isRejected = readStatus(again) === 401
    return again
  }

  function note(draft: Draft, exchange: Exchange): void {
    const { operation } = draft
    const { coverage, ledger, sentStrings, records } = toBench()
    coverage.add(operation, exchange)
    for (const earlier of exchange.earlier ?? [])
      if (earlier.outcome.kind !== 'answer')
        ledger.addOnce(toLost(operation, earlier, earlier.outcome.message))
    for (const one of Object.values(Object(draft.body?.value)))
      if (typeof one === 'string' && one.length > 2) sentStrings.add(one)
    records.note(draft, exchange)
  }

  /** Notes a request to the operation itself, and not to an unknown path or method. */
  function noteOwn(draft: Draft | undefined, exchange: Exchange): void {
    if (draft === undefined || exchange.outcome.kind === 'stopped') return
    const { path, method, operation } = draft
    if (path === undefined && (method ?? operation.method) === operation.method) note(draft, exchange)
  }

  return {
    write,
    async sendTogether(drafts) {
      const requests = drafts.map(write)
      const pieces = [Buffer.concat(requests.map((request) => writeMessage(request)))]
      const exchanges = await toBench().sender.sendBytes(
        requests.map((request) => ({ ...request, isRaw: true as const })),
        { pieces },
      )
      for (const [at, exchange] of exchanges.entries()) noteOwn(drafts[at], exchange)
      return exchanges
    },
    async send(draft) {
      const { wire } = draft
      const exchange = await (wire === undefined ? sendAllowed(draft) : sendWire(draft, wire))
      noteOwn(draft, exchange)
      return exchange
    },
    left(operation) {
      const bench = toBench()
      const isNamed = bench.options.named.has(operation)
      const most = isNamed ? Number.POSITIVE_INFINITY : operation.body === undefined ? withoutBody : withBody
      return Math.max(0, Math.min(most - (spent.get(operation) ?? 0), maxRequests - bench.sender.sent))
    },
    grant: (operation, count) => void spent.set(operation, (spent.get(operation) ?? 0) - count),
    spend: (operation) => void spent.set(operation, (spent.get(operation) ?? 0) + 1),
  }
}
