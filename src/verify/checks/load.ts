import { type Exchange, wasTaken } from '../../http/exchange.ts'
import { openIdle } from '../../http/open-socket.ts'
import { isBroken, toVerdict, type Verdict, withExchanges } from '../../judge/finding.ts'
import type { RuleId } from '../../judge/generated/rules.ts'
import { isErrorBody } from '../../judge/read-body.ts'
import { createPlainPlant } from '../../probes/plain-plant.ts'
import type { SentPlant } from '../../probes/source.ts'
import { findStored } from '../find-stored.ts'
import { judge } from '../judge.ts'
import { sendAsk, sendPlant } from '../send-ask.ts'
import { type Check, isBrokenBy, type Session, type Trial } from '../trial.ts'
import { toMessage } from './messages-on-wire.ts'

const sameIdAtOnce = 8

/** How many plants in a row have a connection each, which other requests have, too. */
const mostFresh = 10

/** How many plants before the one that fails on a connection are shown. */
const maxBefore = 12

/** As many connections as a browser and a health check keep open; smaller pools of threads than this are common. */
const idleConnections = 8

/** Sends a plain plant; the rule is broken if it isn't answered, created, or echoed. */
async function sendPlain(
  session: Session,
  rule: RuleId,
  { fresh = false, texts = {} }: { fresh?: boolean; texts?: Partial<SentPlant> } = {},
): Promise<Verdict[]> {
  const plant = { ...createPlainPlant(session), ...texts }
  const exchange = await sendAsk(session, { plant }, { fresh })
  // The service may close a connection that is used again.
  if (exchange.outcome.kind === 'dropped' && exchange.outcome.reused)
    return sendPlain(session, rule, { fresh, texts })
  // Texts may have to be unique.
  const own = Object.keys(texts).length === 0 ? {} : ({ openRule: 'repeated-texts' } as const)
  return judge(session, exchange, { promise: 'plant', rule, textRule: rule, deliveryRule: rule, ...own })
}

/** Sends plain plants one after another over one connection, or over one connection each. */
const tryInARow = (steps: number, fresh: boolean): Trial => ({
  kind: 'in a row',
  steps,
  title: `${steps} plain plants in a row over ${fresh ? 'one connection each' : 'one connection'}`,
  async run(session) {
    const verdicts: Verdict[] = []
    const before: Exchange[] = []
    if (!fresh) session.reconnect()
    for (let count = 0; count < steps; count++) {
      const own = await sendPlain(session, 'requests-in-a-row', { fresh })
      const earlier = fresh || before.length > maxBefore ? [] : [...before]
      verdicts.push(
        ...own.map((one) => (isBroken(one) ? { ...one, exchanges: [...earlier, ...one.exchanges] } : one)),
      )
      before.push(...(own[0]?.exchanges ?? []))
    }
    return verdicts
  },
})

export const requestsInARow: Check = {
  rule: 'requests-in-a-row',
  trials: ({ memory: { plan } }) => [
    tryInARow(plan.inARow, false),
    tryInARow(Math.min(plan.inARow, mostFresh), true),
  ],
}

const besideIdle: RuleId = 'answers-beside-idle-connections'

/** Sends a plain plant while other connections have sent only the beginning of a request, or nothing. */
const tryBeside = (what: string, toBeginnings: (bytes: Buffer) => readonly (Buffer | string)[]): Trial => ({
  title: `a plain plant while ${what}`,
  async run(session) {
    using _idle = await openIdle(session, toBeginnings(toMessage({}, session).bytes))
    const verdicts = await sendPlain(session, besideIdle, { fresh: true })
    return verdicts.flatMap((one) => {
      // The service may limit connections and requests, but one that it doesn't refuse needs an answer.
      if (isBrokenBy(one, 'timeout'))
        return { ...one, problem: `connections that wait block other ones: ${one.problem}` }
      return isBroken(one) ? [] : one
    })
  },
})

/** Requests beside connections that wait, which browsers open in advance. */
export const idleConnectionsBeside: Check = {
  rule: besideIdle,
  trials: () => [
    tryBeside(`${idleConnections} connections are idle`, () => Array<string>(idleConnections).fill('')),
    tryBeside('two requests wait for their rest', (bytes) => [bytes.subarray(0, 20), bytes.subarray(0, -5)]),
  ],
}

/** Plain plants all at the same time; fewer if the service is too slow for so many. */
export const requestsAtOnce: Check = {
  rule: 'requests-at-once',
  trials: ({ memory: { plan } }) => [
    {
      title: `${plan.atOnce} plain plants at once, ${sameIdAtOnce} of them with the same tag and as many with the same name`,
      async run(session) {
        for (;;) {
          // Some of them have the same tag, which may have a row of its own that they wait for, or the same name.
          const { name, tag } = createPlainPlant(session)
          const shared = [tag === undefined ? {} : { tag }, { name }]
          const sent = Array.from({ length: plan.atOnce }, (_, at) =>
            sendPlain(session, 'requests-at-once', { texts: shared[Math.floor(at / sameIdAtOnce)] ?? {} }),
          )
          const answered = await Promise.all(sent)
          const ofOwnTexts = answered.slice(2 * sameIdAtOnce).flat()
          // If any plants fail, those with the same texts fail for the same reason.
          const verdicts = ofOwnTexts.some(isBroken) ? ofOwnTexts : answered.flat()
          const isOverload = verdicts.some((one) => isBrokenBy(one, 'timeout') || isBrokenBy(one, 'dropped'))
          if (!isOverload || !session.slowDown()) return verdicts
        }
      },
    },
  ],
}

/** Judges the answer to a plant whose id is stored; a success has the texts of the request or, since that is open, stored ones. */
function judgeStored(
  session: Session,
  plant: SentPlant,
  exchange: Exchange,
  stored: readonly SentPlant[],
): Verdict[] {
  const rule = 'stored-id-no-5xx'
  const isPlant = exchange.outcome.kind === 'answer' && !isErrorBody(exchange.outcome.answer)
  if (!wasTaken(exchange) || !isPlant)
    return judge(session, exchange, { promise: 'refusal', rule, deliveryRule: rule, isStored: true })
  const verdicts = judge(session, exchange, {
    promise: 'plant',
    plant: { ...plant, ...findStored(exchange, plant, stored) },
    textRule: (text) => (text.includes('"') ? 'text-keeps-markup' : undefined),
  })
  // The status of such a success is open, too, and other trials are about markup.
  const ofPlant = verdicts.filter((one) => one.rule !== 'created-status' && one.rule !== 'text-keeps-markup')
  return [...withExchanges([toVerdict(rule, '/response/status')], exchange), ...ofPlant]
}

/** Ids that are already stored, one after another and at once. */
export const storedIds: Check = {
  rule: 'stored-id-no-5xx',
  also: ['stored-id-at-once', 'plant-echoes-name', 'plant-echoes-tag'],
  trials: () => [
    {
      title: 'the same plant twice, then another with its id',
      async run(session) {
        const plant = createPlainPlant(session)
        const first = await sendPlant(session, plant)
        if (!wasTaken(first)) return []
        const quoted = { ...createPlainPlant(session), id: plant.id, name: 'Fern "Moss"' }
        const verdicts: Verdict[] = []
        for (const sent of [plant, session.inside.allows(quoted) ? quoted : plant])
          verdicts.push(...judgeStored(session, sent, await sendPlant(session, sent), [plant]))
        return verdicts.map((verdict) => ({ ...verdict, exchanges: [first, ...verdict.exchanges] }))
      },
    },
    {
      title: `one id ${sameIdAtOnce} times at once`,
      async run(session) {
        const { id } = createPlainPlant(session)
        // Each is sent twice, as by clients that get no answer.
        const plants = Array.from({ length: sameIdAtOnce / 2 }, () => ({
          ...createPlainPlant(session),
          id,
        })).flatMap((plant) => [plant, plant])
        const sent = await Promise.all(
          plants.map(async (plant) => ({ plant, exchange: await sendPlant(session, plant) })),
        )
        const taken = sent.filter(({ exchange }) => wasTaken(exchange))
        const { length } = taken.filter(
          ({ plant, exchange }) => Object.keys(findStored(exchange, plant, plants)).length > 0,
        )
        const others = length === 0 ? '' : `, ${length} of them with the name or tag of another request`
        const note = `${taken.length} of ${sameIdAtOnce} requests succeeded${others}`
        session.observe('stored-id-at-once', `one id ${sameIdAtOnce} times at once`, note)
        const verdicts = sent.flatMap(({ plant, exchange }) =>
          judgeStored(session, plant, exchange, plants).map((verdict) => ({
            ...verdict,
            exchanges: [
              ...(wasTaken(exchange) ? [] : taken.slice(0, 1).map((one) => one.exchange)),
              ...verdict.exchanges,
            ],
          })),
        )
        // If no plant was created, the id isn't stored.
        return taken.length > 0 ? verdicts : verdicts.filter(isBroken)
      },
    },
  ],
}

const tryCutOff = (title: string, toHead: (text: string) => string): Trial => ({
  title: `a plain plant after ${title}`,
  async run(session) {
    // If the service is already down, the trial can't test this request.
    if (!wasTaken(await sendPlant(session, createPlainPlant(session)))) return []
    const head = toHead(toMessage({}, session).bytes.toString('latin1'))
    await session.sendBytes([], { pieces: [Buffer.from(head, 'latin1')] })
    return sendPlain(session, 'survives-cut-off-request', { fresh: true })
  },
})

/** Clients that disconnect, or wait, in the middle of a request. */
export const cutOffRequests: Check = {
  rule: 'survives-cut-off-request',
  trials: () => [
    tryCutOff('a connection without a request', () => ''),
    tryCutOff('a request cut off in its headers', (text) => text.slice(0, text.indexOf('\r\n') + 8)),
    tryCutOff('a request cut off before its body', (text) => text.slice(0, text.indexOf('\r\n\r\n') + 4)),
    tryCutOff('a request cut off in its body', (text) => text.slice(0, -8)),
  ],
}
