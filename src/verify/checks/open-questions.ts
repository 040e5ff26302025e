import { createPlainPlant, createRequest, type RequestOptions, writePlant } from '../create-request.ts'
import { isSuccess, judgeDelivery } from '../judge/judge-answer.ts'
import { judgeCreated } from '../judge/judge-created.ts'
import { judgeRefusal } from '../judge/judge-refused.ts'
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
  ['a second name', ({ id, name }) => `{"id":${id},"name":"Moss","name":"${name}"}`],
  ['a second id', ({ id, name }, other) => `{"id":${other.id},"id":${id},"name":"${name}"}`],
]

/** Makes a trial of a valid plant, of which is only told how it is answered. */
const tellStatus = (
  openRule: string,
  title: string,
  toBody: (plant: SentPlant, other: SentPlant) => string,
  options: RequestOptions = {},
  isForBody = true,
): Trial => ({
  title,
  async run(session) {
    const plant = createPlainPlant(session, { hasTag: false })
    const body = toBody(plant, createPlainPlant(session))
    const exchange = await session.send(createRequest(session, body, options))
    const { outcome } = exchange
    session.observe(
      openRule,
      title,
      outcome.kind === 'answer' ? `answered ${outcome.answer.status}` : `not answered: ${outcome.message}`,
    )
    // Where plain plants fail, these fail with them.
    if (!isForBody || session.memory.isCreating !== true) return []
    const { answer, verdicts } = judgeDelivery(exchange)
    if (answer === undefined) return verdicts
    if (!isSuccess(answer.status)) return [...verdicts, ...judgeRefusal(exchange, answer)]
    // What a second member means is open, so its echo is too.
    if (openRule === 'repeated-members') return verdicts
    return judgeCreated(session, exchange, plant)
  },
})

/** What the specification leaves open: told, and blamed only for what holds for every answer. */
export const openQuestions: readonly Check[] = [
  {
    rule: 'unknown-members',
    trials: () =>
      extraMembers.map(([title, members]) =>
        tellStatus('unknown-members', title, (plant) => writePlant(plant).replace('}', `,${members}}`)),
      ),
  },
  {
    rule: 'repeated-members',
    trials: () => repeated.map(([title, write]) => tellStatus('repeated-members', title, write)),
  },
  {
    rule: 'byte-order-mark',
    trials: () => [
      tellStatus(
        'byte-order-mark',
        'a body behind a byte order mark',
        (plant) => `\ufeff${writePlant(plant)}`,
      ),
    ],
  },
  {
    rule: 'other-methods',
    trials: () =>
      ['GET', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'].map((method) =>
        tellStatus('other-methods', `${method} /plants`, () => '', { method }, false),
      ),
  },
  {
    rule: 'other-paths',
    trials: (session) =>
      ['/', '/1', '-of-nowhere'].map((more) =>
        tellStatus('other-paths', `POST /plants${more}`, writePlant, { path: session.path + more }, false),
      ),
  },
]

/** A body that is large; sent when little else is left, as a service may hang up on it. */
export const largeBody: Check = {
  rule: 'large-body',
  trials: () => [
    tellStatus(
      'large-body',
      'a body of 2,000,000 letters',
      (plant) => writePlant({ ...plant, name: 'F'.repeat(2_000_000) }),
      {},
      false,
    ),
  ],
}
