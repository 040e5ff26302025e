import type { Contract, Operation } from '../../contract/contract.ts'
import type { Exchange } from '../../http/exchange.ts'
import type { Sender } from '../../http/sender.ts'
import { type Draft, writeDraft } from '../../probes/contract/draft.ts'
import type { Random } from '../../probes/random.ts'
import type { Coverage } from './coverage.ts'
import type { Credentials } from './credentials.ts'
import type { Records } from './known-record.ts'
import type { Ledger } from './ledger.ts'

/** What the user says about values of parameters, and which operations may be sent. */
interface BenchOptions {
  params: Readonly<Record<string, string>>
  isSafe: boolean
  invalidToken: string | undefined
  /** The operations to judge. */
  operations: readonly Operation[]
  /** Those that the user named, which may change what others have created. */
  named: ReadonlySet<Operation>
}

/** What everything that sends requests shares. */
export interface Bench {
  contract: Contract
  options: BenchOptions
  seed: number
  random: Random
  credentials: Credentials
  coverage: Coverage
  ledger: Ledger
  records: Records
  /** Sends a request as it is. */
  send(draft: Draft): Promise<Exchange>
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

/** Makes what sends drafts, counts them, and notes what came back. */
export function createSend(
  sender: Sender,
  base: URL,
  { coverage, credentials }: { coverage: Coverage; credentials: Credentials },
  maxRequests: number,
  toRecords: () => Records,
): Pick<Bench, 'send' | 'left' | 'spend'> {
  const spent = new Map<Operation, number>()
  return {
    async send(draft) {
      const { operation } = draft
      const parts = credentials.write(operation, draft.credentials ?? 'valid')
      const exchange = await sender.send(writeDraft(draft, base, parts))
      const isOwn = draft.path === undefined && (draft.method ?? operation.method) === operation.method
      if (isOwn) {
        coverage.add(operation, exchange)
        toRecords().note(draft, exchange)
      }
      return exchange
    },
    left(operation) {
      const most = operation.body === undefined ? withoutBody : withBody
      return Math.max(0, Math.min(most - (spent.get(operation) ?? 0), maxRequests - sender.sent))
    },
    spend: (operation) => void spent.set(operation, (spent.get(operation) ?? 0) + 1),
  }
}
