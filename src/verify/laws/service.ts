import type { Operation } from '../../contract/contract.ts'
import { type Exchange, isLimiting, isSuccess, readStatus } from '../../http/exchange.ts'
import { openIdle } from '../../http/open-socket.ts'
import { writeMessage } from '../../http/write-message.ts'
import { type Finding, toFinding } from '../../judge/finding.ts'
import { judgeExchange } from '../../judge/judge-exchange.ts'
import type { RuleId } from '../../judge/rules.ts'
import type { Draft } from '../../probes/draft.ts'
import type { Bench } from '../bench.ts'
import { judgeEcho } from '../judge-echo.ts'
import { makePlain } from '../plain.ts'
import { listSteps } from '../preparation.ts'

/** How many plain requests follow each other. */
const inARow = 30
const idleConnections = 8

/** Finds the operation whose plain request shows how the service is: one that creates, or that reads. */
export const findUsual = (bench: Bench, operations: readonly Operation[]): Operation | undefined =>
  operations.find((one) => one.effect.kind === 'create' && listSteps(bench, one).length === 0) ??
  operations.find(({ method }) => method === 'GET')

const canVary = new WeakMap<Bench, boolean>()

/** Makes a plain request with strings of its own, if the service accepts such. */
async function toVaried(bench: Bench, operation: Operation): Promise<Draft | string> {
  const varied = await makePlain(bench, operation, { isVaried: true })
  if (typeof varied === 'string') return varied
  const isAccepted = canVary.get(bench) ?? isSuccess(readStatus(await bench.send(varied)) ?? 0)
  canVary.set(bench, isAccepted)
  return makePlain(bench, operation, isAccepted ? { isVaried: true } : {})
}

/** Sends a plain request, which has to succeed as before. */
async function sendPlain(
  bench: Bench,
  operation: Operation,
  rule: RuleId,
  tried: string,
  before: readonly Exchange[] = [],
): Promise<Finding[]> {
  const plain = await toVaried(bench, operation)
  if (typeof plain === 'string') return []
  bench.ledger.count(rule)
  return judgePlain(bench, plain, await bench.send(plain), rule, tried, before)
}

async function judgePlain(
  bench: Bench,
  plain: Draft,
  exchange: Exchange,
  rule: RuleId,
  tried: string,
  before: readonly Exchange[],
): Promise<Finding[]> {
  const { operation } = plain
  const { outcome } = exchange
  if (outcome.kind === 'stopped') return []
  const status = readStatus(exchange)
  const about = { operation: operation.id, tried, exchanges: [...before, exchange] }
  if (status !== undefined && isSuccess(status)) {
    const expectation = { operation, kind: 'accept' as const, rule, place: operation.pointer, tried }
    const echoed = await judgeEcho(bench, plain, exchange, { ...expectation, change: (draft) => draft })
    // What other requests show, too, has another cause, unless that is that several come at once.
    const isOwn = (one: Finding): boolean => rule === 'requests-at-once' || !bench.ledger.has(one)
    const judged = [...judgeExchange(expectation, exchange), ...echoed].filter(isOwn)
    return judged.map(({ message }) => toFinding({ rule, place: operation.pointer, message }, about))
  }
  // A limit of requests is none of its mistakes.
  if (status === 409 || (outcome.kind === 'answer' && isLimiting(outcome.answer))) return []
  const message = outcome.kind === 'answer' ? `the response is ${status}` : outcome.message
  return [toFinding({ rule, place: operation.pointer, message }, about)]
}

/** Sends plain requests one after the other. */
async function judgeInARow(bench: Bench, operation: Operation): Promise<Finding[]> {
  bench.sender.reconnect()
  for (let count = 0; count < inARow; count++) {
    const findings = await sendPlain(
      bench,
      operation,
      'requests-in-a-row',
      `${inARow} plain requests in a row`,
    )
    if (findings.length > 0) return findings
  }
  return []
}

/** Sends plain requests all at once; fewer if the service can't take so many. */
async function judgeRequestsAtOnce(bench: Bench, operation: Operation, count: number): Promise<Finding[]> {
  const tried = `${count} plain requests at once`
  const drafts: Draft[] = []
  for (let at = 0; at < count; at++) {
    const plain = await toVaried(bench, operation)
    if (typeof plain === 'object') drafts.push(plain)
  }
  bench.ledger.count('requests-at-once')
  const exchanges = await Promise.all(drafts.map((draft) => bench.send(draft)))
  const isOverload = exchanges.some(({ outcome }) => outcome.kind === 'dropped' || outcome.kind === 'timeout')
  if (isOverload && bench.sender.slowDown()) return judgeRequestsAtOnce(bench, operation, 2)
  const found: Finding[] = []
  for (const [at, draft] of drafts.entries())
    found.push(...(await judgePlain(bench, draft, exchanges[at] as Exchange, 'requests-at-once', tried, [])))
  return found
}

/** Sends what disturbs a connection or a service, and a plain request after it. */
async function judgeAfter(
  bench: Bench,
  operation: Operation,
  rule: RuleId,
  tried: string,
  disturb: (plain: Draft) => Draft,
): Promise<Finding[]> {
  const plain = await makePlain(bench, operation)
  if (typeof plain === 'string') return []
  const first = await bench.send(disturb(plain))
  for (let count = 0; count < 2; count++) {
    const findings = await sendPlain(bench, operation, rule, tried, [first])
    if (findings.length > 0) return findings
  }
  return []
}

const cutOff =
  (toEnd: (bytes: Buffer) => number) =>
  (plain: Draft): Draft => ({
    ...plain,
    wire(request) {
      const bytes = writeMessage(request)
      return { pieces: [bytes.subarray(0, toEnd(bytes))], isCut: true }
    },
  })

const long = (plain: Draft): Draft => ({ ...plain, bytes: JSON.stringify({ more: 'x'.repeat(1_100_000) }) })

/** A request with another one as its body, which nobody must take for one (RFC 9112 section 6.3). */
const hiding: Readonly<Record<string, (hidden: string) => Partial<Draft>>> = {
  'a body without credentials': (bytes) => ({ credentials: 'none', bytes }),
  'a body with another content type': (bytes) => ({ bytes, contentType: 'text/plain' }),
  'a body for an unknown path': (bytes) => ({ bytes, path: '/no-such-path-here' }),
  'a body of GET': (bytes) => ({ bytes, method: 'GET' }),
  'a malformed body': (bytes) => ({ bytes }),
}

/** The runs whose service doesn't respond to requests that don't wait for the response before. */
const lacksPipelining = new WeakSet<Bench>()

async function judgeHidden(bench: Bench, operation: Operation, tried: string): Promise<Finding[]> {
  if (lacksPipelining.has(bench)) return []
  const [outer, plain] = [await makePlain(bench, operation), await toVaried(bench, operation)]
  const { [tried]: toDraft } = hiding
  if (typeof outer === 'string' || typeof plain === 'string' || toDraft === undefined) return []
  const hidden = writeMessage(bench.write(outer)).toString('latin1')
  const [first, second] = await bench.sendTogether([{ ...outer, ...toDraft(hidden) }, plain])
  if (second?.outcome.kind === 'timeout') lacksPipelining.add(bench)
  if (first?.outcome.kind !== 'answer' || second?.outcome.kind !== 'answer') return []
  bench.ledger.count('requests-in-a-row')
  return judgePlain(bench, plain, second, 'requests-in-a-row', `a plain request after one that is ${tried}`, [
    first,
  ])
}

export function listServiceLaws(bench: Bench, operation: Operation): (() => Promise<Finding[]>)[] {
  const after = (rule: RuleId, tried: string, disturb: (plain: Draft) => Draft) => () =>
    judgeAfter(bench, operation, rule, tried, disturb)
  const hasBody = operation.body !== undefined
  const { isProtocol } = bench.options
  return [
    () => judgeAfterwards(bench, operation),
    () => judgeInARow(bench, operation),
    () => judgeRequestsAtOnce(bench, operation, bench.options.atOnce),
    ...(hasBody
      ? [
          after('requests-in-a-row', 'a plain request after a malformed body', (plain) => ({
            ...plain,
            bytes: '{',
          })),
          after('requests-in-a-row', 'a plain request after one without credentials', (plain) => ({
            ...plain,
            credentials: 'none',
          })),
          after(
            'cut-off-request',
            'a plain request after one that is cut off in its body',
            cutOff((bytes) => bytes.length - 5),
          ),
          after(
            'cut-off-request',
            'a plain request after one that is cut off in its head',
            cutOff(() => 40),
          ),
          after('still-responds', 'a plain request after a body of 1,100,000 letters', long),
        ]
      : []),
    ...(hasBody ? Object.keys(hiding).map((tried) => () => judgeHidden(bench, operation, tried)) : []),
    ...(isProtocol
      ? [
          () =>
            judgeIdle(bench, operation, 'eight connections are idle', () =>
              Array<string>(idleConnections).fill(''),
            ),
          () =>
            judgeIdle(bench, operation, 'two requests wait for their rest', (bytes) => [
              bytes.subarray(0, 20),
              bytes.subarray(0, -5),
            ]),
        ]
      : []),
  ]
}

async function judgeIdle(
  bench: Bench,
  operation: Operation,
  what: string,
  toBeginnings: (bytes: Buffer) => readonly (Buffer | string)[],
): Promise<Finding[]> {
  const plain = await makePlain(bench, operation)
  if (typeof plain === 'string') return []
  const { base, signal, access } = bench
  using _idle = await openIdle(
    { base, signal, ...(access && { access }) },
    toBeginnings(writeMessage(bench.write(plain))),
  )
  bench.sender.reconnect()
  const findings = await sendPlain(bench, operation, 'idle-connections', `a plain request while ${what}`)
  return findings.filter(({ exchanges }) => exchanges.at(-1)?.outcome.kind === 'timeout')
}

/** Sends a request without credentials that was accepted with them, with the cookies that came back: nothing remembers who it was. */
async function judgeAfterwards(bench: Bench, operation: Operation): Promise<Finding[]> {
  const plain = await makePlain(bench, operation)
  if (typeof plain === 'string' || !bench.credentials.protects(operation)) return []
  const first = await bench.send(plain)
  if (!isSuccess(readStatus(first) ?? 0) || first.outcome.kind !== 'answer') return []
  const cookies = first.outcome.answer.headers.flatMap(([name, value]) =>
    name === 'set-cookie' ? [value.split(';', 1)[0] ?? ''] : [],
  )
  const found: Finding[] = []
  for (const cookie of ['', ...(cookies.length > 0 ? [cookies.join('; ')] : [])]) {
    const fresh = cookie === '' ? plain : await makePlain(bench, operation)
    if (typeof fresh === 'string') continue
    const bare: Draft = { ...fresh, credentials: 'none', ...(cookie !== '' && { headers: { cookie } }) }
    const tried =
      cookie === ''
        ? 'an accepted request again, without credentials'
        : 'the cookies of an accepted request, without credentials'
    bench.ledger.count('requires-credentials')
    const exchange = await bench.send(bare)
    found.push(
      ...judgeExchange(
        {
          operation,
          kind: 'reject',
          rule: 'requires-credentials',
          reason: 'credentials',
          place: `${operation.pointer}/security`,
          tried,
        },
        exchange,
        [first],
      ),
    )
  }
  return found
}
