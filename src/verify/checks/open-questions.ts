import { isSuccess } from '../../http/exchange.ts'
import type { RuleId } from '../../judge/generated/rules.ts'
import { safeMethods } from '../../probes/ask.ts'
import { createPlainPlant, writePlant } from '../../probes/plain-plant.ts'
import type { SentPlant } from '../../probes/source.ts'
import { createRequest, type RequestOptions } from '../create-request.ts'
import { judgeCreated, judgeDelivery, judgeRefusal } from '../judge-trial.ts'
import type { Check, Session, Trial } from '../trial.ts'

const extraMembers: readonly [title: string, members: string][] = [
  ['an extra member', '"height":1.5'],
  ['an extra member that is null', '"height":null'],
  ['an extra number beyond all types', '"height":1e400'],
  ['an extra object', '"pot":{"size":[1,2]}'],
  ['the member __proto__', '"__proto__":{"name":"Moss"}'],
  ['the member constructor', '"constructor":{"prototype":{"name":"Moss"}}'],
  ['a member with an empty name', '"":""'],
]

const repeated: readonly [title: string, write: ToBody][] = [
  ['a second name', ({ id, name }) => `{"id":${id},"name":"Moss","name":${JSON.stringify(name)}}`],
  ['a second id', ({ id, name }, other) => `{"id":${other.id},"id":${id},"name":${JSON.stringify(name)}}`],
]

const largeName = 'F'.repeat(1_100_000)

type ToBody = (plant: SentPlant, other: SentPlant) => string

/** What to judge in addition to the status, which is only reported. */
interface ObserveOptions extends RequestOptions {
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
const observeStatus = (rule: RuleId, title: string, toBody: ToBody, given: ObserveOptions = {}): Trial => ({
  title,
  async run(session) {
    const { isForBody = true, isEchoOpen, isDeliveryOpen = false, name, ...options } = given
    const plain = createPlainPlant(session, { hasTag: false })
    const plant = name === undefined ? plain : { ...plain, name }
    if (name !== undefined && !session.inside.allows(plant)) return []
    const body = toBody(plant, createPlainPlant(session))
    const exchange = await session.send(createRequest(session, body, options))
    const { outcome } = exchange
    const note =
      outcome.kind === 'answer' ? `answered ${outcome.answer.status}` : `not answered: ${outcome.message}`
    session.observe(rule, title, note)
    // If plain plants fail, these fail for the same reason.
    if (!isForBody || session.memory.isCreating !== true) return []
    const { answer, verdicts } = judgeDelivery(exchange)
    if (answer === undefined) return isDeliveryOpen ? [] : verdicts
    if (!isSuccess(answer.status))
      return [...verdicts, ...judgeRefusal(exchange, answer, { isForHttpLayer: isDeliveryOpen })]
    if (isEchoOpen) return verdicts
    return judgeCreated(session, exchange, plant, name === undefined ? {} : { textRule: 'text-keeps-length' })
  },
})

/** Makes a check whose requests are only reported. */
const observe = (
  rule: RuleId,
  toCases: (session: Session) => (readonly [title: string, toBody: ToBody, options?: ObserveOptions])[],
): Check => ({
  rule,
  trials: (session) => toCases(session).map((one) => observeStatus(rule, ...one)),
})

/** Requests about what the specification leaves open. Their statuses are reported; only the rules for every answer judge them. */
export const openQuestions: readonly Check[] = [
  observe('unknown-members', () =>
    extraMembers.map(([title, members]) => [
      title,
      (plant) => writePlant(plant).replace(/}$/, `,${members}}`),
    ]),
  ),
  observe('repeated-members', () => repeated.map(([title, write]) => [title, write, { isEchoOpen: true }])),
  observe('text-limits', () => [
    [
      'a name with half of a surrogate pair',
      ({ id }) => `{"id":${id},"name":"Fe\\ud800rn"}`,
      { isEchoOpen: true },
    ],
  ]),
  observe('byte-order-mark', () => [
    ['a body after a byte order mark', (plant) => `\ufeff${writePlant(plant)}`],
  ]),
  observe('other-methods', () =>
    safeMethods.map((method) => [`${method} /plants`, () => '', { method, isForBody: false }]),
  ),
  observe('other-paths', ({ path }) =>
    ['/', '/1', '-of-nowhere'].map((more) => [
      `POST /plants${more}`,
      writePlant,
      { path: path + more, isForBody: false },
    ]),
  ),
]

/** A large body; sent near the end, since a service may close the connection. */
export const largeBody: Check = observe('large-body', () => [
  ['a body of 1,100,000 letters', writePlant, { isDeliveryOpen: true, name: largeName }],
])
