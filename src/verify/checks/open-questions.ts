import { isSuccess } from '../../judge/exchange.ts'
import type { RuleId } from '../../judge/generated/rules.ts'
import { createPlainPlant, createRequest, type RequestOptions, writePlant } from '../create-request.ts'
import { judgeCreated, judgeDelivery, judgeRefusal } from '../judge-trial.ts'
import type { Check, SentPlant, Trial } from '../trial.ts'

const extraMembers: readonly [title: string, members: string][] = [
  ['an extra member', '"height":1.5'],
  ['an extra member null', '"height":null'],
  ['an extra object', '"pot":{"size":[1,2]}'],
  ['the member __proto__', '"__proto__":{"name":"Moss"}'],
  ['the member constructor', '"constructor":{"prototype":{"name":"Moss"}}'],
  ['a member without a name', '"":""'],
]

const repeated: readonly [title: string, write: (plant: SentPlant, other: SentPlant) => string][] = [
  ['a second name', ({ id, name }) => `{"id":${id},"name":"Moss","name":${JSON.stringify(name)}}`],
  ['a second id', ({ id, name }, other) => `{"id":${other.id},"id":${id},"name":${JSON.stringify(name)}}`],
]

/** What to judge in addition to the status, which is only reported. */
interface Told {
  /** Whether to judge the answer like one to a body; false for another method or path. */
  isForBody?: boolean
  /** Whether the content of the answer is open, too. */
  isEchoOpen?: boolean
  /** Whether the service may close the connection. */
  isDeliveryOpen?: boolean
  /** The name, if it isn't that of a plain plant. */
  name?: string
}

/** Makes a trial of a request whose status is only reported. */
const tellStatus = (
  openRule: RuleId,
  title: string,
  toBody: (plant: SentPlant, other: SentPlant) => string,
  options: RequestOptions = {},
  { isForBody = true, isEchoOpen = false, isDeliveryOpen = false, name }: Told = {},
): Trial => ({
  title,
  async run(session) {
    const plant = createPlainPlant(session, { hasTag: false })
    if (name !== undefined && !session.inside.allows({ ...plant, name })) return []
    const body = toBody(plant, createPlainPlant(session))
    const exchange = await session.send(createRequest(session, body, options))
    const { outcome } = exchange
    session.observe(
      openRule,
      title,
      outcome.kind === 'answer' ? `answered ${outcome.answer.status}` : `not answered: ${outcome.message}`,
    )
    // If plain plants fail, these fail for the same reason.
    if (!isForBody || session.memory.isCreating !== true) return []
    const { answer, verdicts } = judgeDelivery(exchange)
    if (answer === undefined) return isDeliveryOpen ? [] : verdicts
    if (!isSuccess(answer.status)) {
      const isForHttpLayer = isDeliveryOpen
      return [...verdicts, ...judgeRefusal(exchange, answer, { isForHttpLayer })]
    }
    if (isEchoOpen) return verdicts
    return name === undefined
      ? judgeCreated(session, exchange, plant)
      : judgeCreated(session, exchange, { ...plant, name }, { textRule: 'text-keeps-length' })
  },
})

/** What the specification leaves open: reported, and judged only by the rules for every answer. */
export const openQuestions: readonly Check[] = [
  {
    rule: 'unknown-members',
    trials: () =>
      extraMembers.map(([title, members]) =>
        tellStatus('unknown-members', title, (plant) => writePlant(plant).replace(/}$/, `,${members}}`)),
      ),
  },
  {
    rule: 'repeated-members',
    trials: () =>
      repeated.map(([title, write]) =>
        tellStatus('repeated-members', title, write, {}, { isEchoOpen: true }),
      ),
  },
  {
    rule: 'text-limits',
    trials: () => [
      tellStatus(
        'text-limits',
        'a name with half of a surrogate pair',
        ({ id }) => `{"id":${id},"name":"Fe\\ud800rn"}`,
        {},
        { isEchoOpen: true },
      ),
    ],
  },
  {
    rule: 'byte-order-mark',
    trials: () => [
      tellStatus(
        'byte-order-mark',
        'a body after a byte order mark',
        (plant) => `\ufeff${writePlant(plant)}`,
      ),
    ],
  },
  {
    rule: 'other-methods',
    trials: () =>
      ['GET', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'].map((method) =>
        tellStatus('other-methods', `${method} /plants`, () => '', { method }, { isForBody: false }),
      ),
  },
  {
    rule: 'other-paths',
    trials: (session) =>
      ['/', '/1', '-of-nowhere'].map((more) =>
        tellStatus(
          'other-paths',
          `POST /plants${more}`,
          writePlant,
          { path: session.path + more },
          { isForBody: false },
        ),
      ),
  },
]

const largeName = 'F'.repeat(1_100_000)

/** A large body; sent near the end, since a service may close the connection. */
export const largeBody: Check = {
  rule: 'large-body',
  trials: () => [
    tellStatus(
      'large-body',
      'a body of 1,100,000 letters',
      (plant) => writePlant({ ...plant, name: largeName }),
      {},
      { isDeliveryOpen: true, name: largeName },
    ),
  ],
}
