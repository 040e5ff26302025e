import type { Exchange } from '../http/exchange.ts'
import { createSender } from '../http/sender.ts'
import type { Ask } from '../probes/ask.ts'
import { startServer } from '../server/start-server.ts'
import type { FailureName } from '../store/failures.ts'
import type { PlantStoreOptions } from '../store/options.ts'
import type { Session } from '../verify/trial.ts'
import { type Sent, sendAsk, toRequest } from './ask.ts'
import { withMarks } from './marks.ts'

/** The exchange of a request to a fake. */
export interface SentToFake extends Sent {
  /** Why the fake refused it. */
  failure?: FailureName
}

/** A fake on this machine. */
export interface Fake extends AsyncDisposable {
  send(ask: Ask): Promise<SentToFake>
}

const fakeToken = 'local-token'

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
  let failure: FailureName | undefined
  const server = await startServer({
    ...decisions,
    ...(answers && { answers: withMarks(answers) }),
    tokens: [fakeToken],
    journal: 0,
    port: 0,
    onRequest: (request) => {
      failure = request.failure
    },
  })
  const base = new URL(server.url)
  const sender = createSender({ base, requestLimit: 60_000, concurrency, signal })
  function sendOnce(ask: Ask): Promise<Exchange> {
    failure = undefined
    return sender.send(toRequest(ask, base, fakeToken))
  }
  let before: Promise<unknown> = Promise.resolve()
  return {
    // One after another, so that each failure belongs to its request.
    send(ask) {
      const sending = before.then(async () => {
        const sent = await sendAsk(ask, sendOnce)
        return { ...sent, ...(failure && { failure }) }
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
