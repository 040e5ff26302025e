import { describe, test } from 'vitest'
import { type RuleId, rules } from '../../src/judge/generated/rules.ts'
import { isIn } from '../../src/judge/rules.ts'
import { type Overrides, startBackend } from './backends/create-backend.ts'
import { mistakes } from './backends/mistakes.ts'
import { type Answer, correct, toJsonAnswer } from './backends/parts.ts'
import { judge } from './judge.ts'

/** Ways to hide the evidence of a mistake. */
const hide = {
  'no plant comes back': ({ status }: Answer) => status < 300 && { status: 204, headers: {}, body: '' },
  'every plant is refused': ({ status }: Answer) => status < 300 && toJsonAnswer(403, '{"detail":"no"}'),
  'every plant gets an Error': ({ status }: Answer) =>
    status < 300 && toJsonAnswer(200, '{"error":1,"message":"no"}'),
  'no refusal is a 400': (answer: Answer) => answer.status === 400 && { ...answer, status: 422 },
  'no refusal is a 401': (answer: Answer) => answer.status === 401 && { ...answer, status: 403 },
} as const satisfies Record<string, (answer: Answer) => Answer | false>

/** Rules that need the Plant of an answer. */
const needBody: readonly RuleId[] = [
  'accepts-body-in-pieces',
  'accepts-any-json-form',
  'requests-in-a-row',
  'requests-at-once',
  'survives-cut-off-request',
  'still-answers',
]

/** Rules about every answer, so that only missing answers hide them. */
export const ofEveryAnswer: readonly RuleId[] = [
  'refusal-is-not-200',
  'refused-body-no-5xx',
  'refused-credentials-no-5xx',
  'refusal-hides-internals',
  'refusal-hides-token',
  'answers-every-request',
  'answers-beside-idle-connections',
  'survives-deep-nesting',
]

/** Returns the ways that hide the evidence of a rule. */
function findWays(rule: RuleId): (keyof typeof hide)[] {
  if (ofEveryAnswer.includes(rule)) return []
  if (rule === 'challenge-on-401') return ['no refusal is a 401']
  if (isIn(rule, 'errors')) return ['no refusal is a 400']
  if (isIn(rule, 'refuses') || rule === 'stored-id-no-5xx') return ['every plant is refused']
  const isOfBody = isIn(rule, 'created') || isIn(rule, 'texts') || needBody.includes(rule)
  return [
    ...(isOfBody ? (['no plant comes back'] as const) : []),
    'every plant is refused',
    'every plant gets an Error',
  ]
}

const hideIn = (backend: Overrides, way: keyof typeof hide): Overrides => ({
  ...backend,
  send(answer, exchange) {
    const { send = correct.send } = backend
    return send(hide[way](answer) || answer, exchange)
  },
})

/** Every rule with each way to hide its evidence, each with another mistake. */
export const hiddenCases = rules.flatMap(({ id: rule }) => {
  const own = mistakes.filter((mistake) => mistake.rule === rule)
  return findWays(rule).flatMap((way, index) => {
    const { title, backend, limits } = own[index % own.length] ?? {}
    return backend === undefined ? [] : [{ rule, title, way, limits, backend: hideIn(backend, way) }]
  })
})

/** Judges backends that hide the evidence of a mistake. */
export function describeHidden(cases: typeof hiddenCases): void {
  describe.concurrent('a rule is not reported as kept if the backend hides the evidence', () => {
    test.for(cases)('$rule: $title: $way', async ({ rule, backend, limits }, { expect }) => {
      await using server = await startBackend(backend)
      const report = await judge(server.url, 500, {
        only: [rule],
        level: 'should',
        ...(limits && { limits }),
      })
      expect(report.cases[0]?.status).not.toBe('passed')
      expect(report.outcome).not.toBe('passed')
    })
  })
}
