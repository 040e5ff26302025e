import { type HttpRequest, joinPieces, toPathBelow } from '../http/exchange.ts'
import type { Sender } from '../http/sender.ts'
import { createMock } from '../mock/create-mock.ts'
import { type Draft, writeDraft } from '../probes/draft.ts'
import type { Credentials } from '../verify/credentials.ts'
import { type DiffCase, nameCase } from './case.ts'
import { type DiffOptions, defaultConcurrency, type FollowOptions } from './options.ts'
import { type CaseResult, createSide, type Results, type Side } from './side.ts'

/** The service, and mocks with different options. */
export interface Sides {
  openMock(options: FollowOptions): Side
  openService(): Side
  /** Sends cases to a new mock, whose responses to the same cases are the same. */
  askMock(options: FollowOptions, cases: readonly DiffCase[]): Promise<Results>
  /** Sends cases to the service, several at the same time. */
  askService(cases: readonly DiffCase[]): Promise<Results>
}

export const createOwnMock = ({ contract, credentials = {} }: DiffOptions, own: FollowOptions) =>
  createMock({ contract, credentials, ...own, journal: 0, allowCallbacks: false })

/** Sends cases to sides, each of which takes the next one. */
async function ask(
  cases: readonly DiffCase[],
  sides: readonly Side[],
  onSeen?: (one: DiffCase) => void,
): Promise<Results> {
  const results = new Map<DiffCase, CaseResult>()
  const waiting = cases.values()
  const work = async (side: Side): Promise<void> => {
    for (const one of waiting) {
      const seen = await side.ask(one)
      if (seen !== undefined) results.set(one, seen)
      onSeen?.(one)
    }
  }
  await Promise.all(sides.map(work))
  return results
}

/** Makes the sides; the seed makes the values that the service gets other ones than in earlier runs. */
export function createSides(
  options: DiffOptions,
  { base, sender, identity, seed }: { base: URL; sender: Sender; identity: Credentials; seed: string },
): Sides {
  const { contract, concurrency = defaultConcurrency, onProgress } = options
  const write = (draft: Draft): HttpRequest =>
    writeDraft(draft, base, identity.write(draft.operation, draft.credentials ?? 'valid'), 'plant-store-diff')
  const openMock = (own: FollowOptions): Side => {
    const mock = createOwnMock(options, own)
    return createSide(contract, 'mock', async (draft) => {
      const request = write(draft)
      const { failure, ...response } = await mock.handle({
        method: request.method,
        path: request.path.slice(toPathBelow(base, '').length),
        headers: Object.fromEntries(request.headers.map(({ name, value }) => [name.toLowerCase(), value])),
        body: joinPieces(request),
      })
      const [headers, body] = [Object.entries(response.headers), Buffer.from(response.body as string)]
      const answer = { version: '1.1', status: response.status, headers, body }
      return { request, outcome: { kind: 'answer', answer }, duration: 0, failure }
    })
  }
  let opened = 0
  const openService = (): Side =>
    createSide(contract, `${seed} ${opened++}`, async (draft) => {
      const exchange = await sender.send(write(draft))
      // The service may have closed an idle connection meanwhile.
      return exchange.outcome.kind === 'dropped' ? sender.send(exchange.request, { fresh: true }) : exchange
    })
  let [done, most] = [0, 0]
  return {
    openMock,
    openService,
    askMock: (own, cases) => ask(cases, [openMock(own)]),
    askService(cases) {
      most = Math.max(most, cases.length)
      const services = Array.from({ length: concurrency }, openService)
      return ask(cases, services, (one) =>
        onProgress?.({ done: ++done, total: Math.max(done, most), title: nameCase(one) }),
      )
    },
  }
}
