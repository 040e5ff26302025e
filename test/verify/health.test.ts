import { expect, test, vi } from 'vitest'
import type { Exchange, HttpAnswer, HttpRequest } from '../../src/http/exchange.ts'
import type { Sender } from '../../src/http/sender.ts'
import { createHealth } from '../../src/verify/health.ts'
import { createTokenSource } from '../../src/verify/token-source.ts'

const toJwt = (exp: number): string =>
  [{ alg: 'none' }, { exp }, {}]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
const valid = toJwt(Math.floor(Date.now() / 1000) + 3600)

const toAnswer = (status: number): HttpAnswer => ({
  version: '1.1',
  status,
  headers: [],
  body: Buffer.alloc(0),
})

/** What a service does after it accepted a plant: it gets wrong credentials or a plant, and these are its statuses, of which the last one stays. 0 is no answer. */
interface Case {
  title: string
  token?: string | (() => string)
  /** Whether wrong credentials were sent before. */
  isProvoked?: boolean
  /** How often ids can become smaller. */
  sizes?: number
  statuses: readonly number[]
}

const isProvoked = true
const refused = { isProvoked, statuses: [401] }
const momentarily = { isProvoked, statuses: [401, 401, 401, 401, 200] }

const cases: Case[] = [
  { title: 'the connection is lost for good', statuses: [0] },
  { title: 'it answers 500 for good', statuses: [500] },
  { title: 'it answers 500 four times', statuses: [500, 500, 500, 500, 200] },
  { title: 'it answers 400 for good', statuses: [400] },
  { title: 'it answers 429 for good', statuses: [429] },
  { title: 'it answers 503 for good', statuses: [503] },
  { title: 'it answers 403 for good', isProvoked, statuses: [403] },
  { title: 'it refuses all ids but the smallest ones', sizes: 2, statuses: [...Array(9).fill(409), 200] },
  { title: 'it refuses ids of all sizes', sizes: 2, statuses: [409] },
  { title: 'it answers 401 for good after wrong credentials', ...refused },
  { title: 'it answers 401 for a moment after wrong credentials', ...momentarily },
  { title: 'it answers 401 without wrong credentials', statuses: [401] },
  { title: 'a JWT that expires in an hour is refused after wrong credentials', token: valid, ...refused },
  { title: 'a JWT that has expired is refused after wrong credentials', token: toJwt(1), ...refused },
  { title: 'a renewed token is refused after wrong credentials', token: () => 'renewable', ...refused },
]

/** Says how a run sees such a service. */
async function describe({ title, token = 'valid', isProvoked, sizes = 0, statuses }: Case): Promise<string> {
  // The time that passes doesn't depend on the machine.
  let clock = 0
  vi.spyOn(performance, 'now').mockImplementation(() => {
    clock += 400
    return clock
  })
  const { signal } = new AbortController()
  const source = await createTokenSource(token, signal)
  const left = [...statuses]
  let sent = 0
  const toRequest = (own: string): HttpRequest => ({
    method: 'POST',
    path: '/plants',
    headers: [{ name: 'Authorization', value: `Bearer ${own}` }],
    pieces: [],
  })
  function answer(request: HttpRequest, status: number): Exchange {
    const lost = { kind: 'dropped' as const, message: 'lost', reused: false }
    const outcome = status === 0 ? lost : { kind: 'answer' as const, answer: toAnswer(status) }
    return { request, outcome, duration: 0, number: ++sent }
  }
  const send = async (request: HttpRequest) =>
    answer(request, (left.length > 1 ? left.shift() : left[0]) ?? 0)
  const sender = {
    send,
    alone: (run: (own: typeof send) => unknown) => run(send),
    get sent() {
      return sent
    },
  } as unknown as Sender
  const health = createHealth({
    sender,
    token: source,
    maxStored: 0,
    createPlain: () => toRequest(source.current),
    narrow: () => sizes-- > 0,
    slowDown: () => false,
    record: () => {},
    signal,
    stop: () => {},
  })
  health.watch(answer(toRequest(source.current), 200))
  if (isProvoked) health.watch(answer(toRequest('wrong'), 401))
  await health.check({ from: sent, to: sent })
  const { reason, breakdown } = health
  const blamed = breakdown ? `\n  request ${breakdown.exchange.number}: ${breakdown.problem}` : ''
  return `${title}: ${reason?.kind ?? 'goes on'}${blamed}\n`
}

test('a service that stops working is to blame, if anything shows it, as recorded', async () => {
  const lines: string[] = []
  for (const one of cases) lines.push(await describe(one))
  // Whoever else asks for the time makes more of it pass.
  await expect(lines.join('').replaceAll(/\d+\.\d s/g, 'N s')).toMatchFileSnapshot('recordings/health.txt')
})
