import { type Exchange, readHeader } from '../http/exchange.ts'
import { createSender } from '../http/sender.ts'
import type { Ask } from '../probes/ask.ts'
import { startServer } from '../server/start-server.ts'
import { type AnswersOption, createFindRow, createRefuse } from '../store/answers.ts'
import { type FailureName, type Mistake, rowNames, toFailure } from '../store/failures.ts'
import type { PlantStoreOptions } from '../store/options.ts'
import type { Session } from '../verify/trial.ts'
import { type Sent, sendAsk, toRequest } from './ask.ts'
import { withMarks } from './marks.ts'

/** The exchange of a request to a fake. */
export interface SentToFake extends Sent {
  /** Why the fake refused it. */
  failure?: FailureName
  /** The most exact row of the table of answers that can decide its answer. */
  row?: FailureName | Mistake
}

/** A fake on this machine. */
export interface Fake extends AsyncDisposable {
  send(ask: Ask): Promise<SentToFake>
}

const fakeToken = 'local-token'

/** The header with which the fake names the row of an answer; what is compared doesn't have it. */
const rowHeader = 'plant-store-row'

/** Lets every refusal name its row. */
function nameRows(answers: AnswersOption = 'http'): AnswersOption {
  const [findRow, refuse] = [createFindRow(answers), createRefuse(answers)]
  const rows = rowNames.map((name) => {
    const headers = { ...refuse(name).headers, [rowHeader]: name }
    return [name, { ...findRow(name), headers }] as const
  })
  return { ...(typeof answers === 'string' ? { preset: answers } : answers), ...Object.fromEntries(rows) }
}

/** Starts a fake that gets the same requests as a real service; it answers with marks in place of what varies. */
export async function startFake(options: PlantStoreOptions, { concurrency, signal }: Session): Promise<Fake> {
  const {
    latency: _latency,
    basePath: _basePath,
    seed: _seed,
    scenario: _scenario,
    answers,
    ...decisions
  } = options
  let row: FailureName | Mistake | undefined
  const server = await startServer({
    ...decisions,
    answers: nameRows(withMarks(answers)),
    tokens: [fakeToken],
    journal: 0,
    port: 0,
  })
  const base = new URL(server.url)
  const sender = createSender({ base, requestLimit: 60_000, concurrency, signal })
  async function sendOnce(ask: Ask): Promise<Exchange> {
    const exchange = await sender.send(toRequest(ask, base, fakeToken))
    const { outcome } = exchange
    row = undefined
    if (outcome.kind !== 'answer') return exchange
    const { answer } = outcome
    row = readHeader(answer, rowHeader) as typeof row
    const headers = answer.headers.filter(([name]) => name !== rowHeader)
    return { ...exchange, outcome: { ...outcome, answer: { ...answer, headers } } }
  }
  let before: Promise<unknown> = Promise.resolve()
  return {
    // One after another, so that each failure belongs to its request.
    send(ask) {
      const sending = before.then(async () => {
        const sent = await sendAsk(ask, sendOnce)
        return { ...sent, ...(row && { row, failure: toFailure(row) }) }
      })
      before = sending.catch(() => {})
      return sending
    },
    async [Symbol.asyncDispose]() {
      sender[Symbol.dispose]()
      server.closeNow()
      await server.close()
    },
  }
}
