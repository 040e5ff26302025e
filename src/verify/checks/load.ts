import { cutOff } from '../../http/cut-off.ts'
import type { RuleId } from '../../judge/generated/rules.ts'
import { isErrorBody } from '../../judge/read-body.ts'
import { createPlainPlant, createRequest, writePlant } from '../create-request.ts'
import { judgeCreated, judgeRefused, wasTaken } from '../judge-trial.ts'
import { type Check, isBrokenBy, type Session, type Trial, type Verdict } from '../trial.ts'
import { tryCreated, tryRefused } from './trials.ts'

const sameIdAtOnce = 8
const depth = 10_000

/** Sends a plain plant; one rule covers that it is answered, created and echoed. */
async function sendPlain(session: Session, rule: RuleId, options = {}): Promise<Verdict[]> {
  const plant = createPlainPlant(session)
  const exchange = await session.send(createRequest(session, writePlant(plant)), options)
  return judgeCreated(session, exchange, plant, { rule, textRule: rule, deliveryRule: rule })
}

/** Plain plants, one after another. */
export const requestsInARow: Check = {
  rule: 'requests-in-a-row',
  trials: ({ memory: { plan } }) =>
    [false, true].map((fresh) => ({
      kind: 'in a row',
      steps: plan.inARow,
      title: `${plan.inARow} plain plants in a row over ${fresh ? 'a connection each' : 'one connection'}`,
      async run(session: Session) {
        const verdicts: Verdict[] = []
        for (let count = 0; count < plan.inARow; count++) {
          verdicts.push(...(await sendPlain(session, 'requests-in-a-row', { fresh })))
        }
        return verdicts
      },
    })),
}

const sendAtOnce = async (session: Session, count: number): Promise<Verdict[]> =>
  (await Promise.all(Array.from({ length: count }, () => sendPlain(session, 'requests-at-once')))).flat()

/** One body of each kind that the service refuses. */
const refused = ['{"id":', '', '[]', '{}', '{"id":"one","name":1}', 'plant']

/** Plain plants, each on a connection right after a refusal. */
export const requestsAfterRefused: Check = {
  rule: 'requests-in-a-row',
  trials: () =>
    refused.map((body) => ({
      title: `a plain plant after the refused body ${JSON.stringify(body)}`,
      async run(session: Session) {
        await session.send(createRequest(session, body))
        return sendPlain(session, 'requests-in-a-row')
      },
    })),
}

const isOverload = (verdict: Verdict): boolean =>
  isBrokenBy(verdict, 'timeout') || isBrokenBy(verdict, 'dropped')

/** Plain plants all at the same time; fewer if the service is too slow for so many. */
export const requestsAtOnce: Check = {
  rule: 'requests-at-once',
  trials: ({ memory: { plan } }) => [
    {
      title: `${plan.atOnce} plain plants at once`,
      async run(session) {
        let verdicts = await sendAtOnce(session, plan.atOnce)
        while (verdicts.some(isOverload) && session.slowDown()) {
          verdicts = await sendAtOnce(session, plan.atOnce)
        }
        return verdicts
      },
    },
  ],
}

function judgeStored(session: Session, exchanges: Awaited<ReturnType<Session['send']>>[]): Verdict[] {
  const rule = 'stored-id-no-5xx'
  return exchanges.flatMap((exchange) => {
    const isTaken = exchange.outcome.kind === 'answer' && !isErrorBody(exchange.outcome.answer)
    if (wasTaken(exchange) && isTaken) return [{ rule, exchanges: [exchange] }]
    return judgeRefused(session, exchange, { rule, serverErrorRule: rule, deliveryRule: rule })
  })
}

/** Ids that are already stored, one after another and at once. */
export const storedIds: Check = {
  rule: 'stored-id-no-5xx',
  also: ['stored-id-at-once'],
  trials: () => [
    {
      title: 'the same plant twice, then another with its id',
      async run(session) {
        const plant = createPlainPlant(session)
        const other = { ...createPlainPlant(session), id: plant.id }
        const first = await session.send(createRequest(session, writePlant(plant)))
        if (!wasTaken(first)) return []
        const again = await session.send(createRequest(session, writePlant(plant)))
        return judgeStored(session, [again, await session.send(createRequest(session, writePlant(other)))])
      },
    },
    {
      title: `one id ${sameIdAtOnce} times at once`,
      async run(session) {
        const { id } = createPlainPlant(session)
        const exchanges = await Promise.all(
          Array.from({ length: sameIdAtOnce }, () =>
            session.send(createRequest(session, writePlant({ ...createPlainPlant(session), id }))),
          ),
        )
        const created = exchanges.filter(wasTaken)
        session.observe(
          'stored-id-at-once',
          `one id ${sameIdAtOnce} times at once`,
          `${created.length} of ${sameIdAtOnce} were created`,
        )
        const verdicts = judgeStored(session, exchanges)
        // If no plant was created, the id isn't stored.
        return created.length > 0 ? verdicts : verdicts.filter(({ problem }) => problem !== undefined)
      },
    },
  ],
}

const open = '['.repeat(depth)
const close = ']'.repeat(depth)
const objects = '{"a":'.repeat(depth)
const nesting = {
  rule: 'survives-deep-nesting',
  serverErrorRule: 'survives-deep-nesting',
  deliveryRule: 'survives-deep-nesting',
} as const

/** Bodies that are nested so deeply that a careless parser overflows its stack. */
export const deepNesting: Check = {
  rule: 'survives-deep-nesting',
  trials: () => [
    tryRefused(`${depth} brackets that do not close`, nesting, () => open),
    tryRefused(`${depth} nested arrays`, nesting, () => open + close),
    tryRefused(`${depth} braces that do not close`, nesting, () => objects),
    tryRefused(
      `${depth} nested arrays for a name`,
      nesting,
      ({ ids }) => `{"id":${ids.take()},"name":${open}${close}}`,
    ),
    tryCreated(
      `${depth} nested arrays in an extra member`,
      { rule: 'survives-deep-nesting', deliveryRule: 'survives-deep-nesting', openRule: 'unknown-members' },
      createPlainPlant,
      (_session, plant) => ({ body: `${writePlant(plant).slice(0, -1)},"more":${open}${close}}` }),
    ),
  ],
}

const tryCutOff = (title: string, toHead: (text: string) => string): Trial => ({
  title,
  async run(session) {
    const plant = createPlainPlant(session)
    const request = createRequest(session, writePlant(plant))
    await cutOff(session, request, toHead)
    return sendPlain(session, 'survives-cut-off-request')
  },
})

/** Clients that disconnect in the middle of a request. */
export const cutOffRequests: Check = {
  rule: 'survives-cut-off-request',
  trials: () => [
    tryCutOff('a connection without a request', () => ''),
    tryCutOff('a request cut off in its headers', (text) => text.slice(0, text.indexOf('\r\n') + 8)),
    tryCutOff('a request cut off before its body', (text) => text.slice(0, text.indexOf('\r\n\r\n') + 4)),
    tryCutOff('a request cut off in its body', (text) => text.slice(0, -8)),
  ],
}

export const stillAnswers: Check = {
  rule: 'still-answers',
  trials: () =>
    Array.from({ length: 3 }, () => ({
      title: 'a plain plant at the end',
      run: (session: Session) => sendPlain(session, 'still-answers'),
    })),
}
