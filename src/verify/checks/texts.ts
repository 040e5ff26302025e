import { readStatus, wasTaken } from '../../http/exchange.ts'
import type { RuleId } from '../../judge/generated/rules.ts'
import { values } from '../../judge/generated/values.ts'
import { createPlainPlant } from '../../probes/plain-plant.ts'
import { sendPlant } from '../create-request.ts'
import { type CreatedExpectation, judgeCreated } from '../judge-trial.ts'
import type { Check, Trial } from '../trial.ts'
import { tryCreated } from './trials.ts'

const lengths = [64, 100, 256, 300, 1000, 4096, 10_000, 70_000]

/** The expectation for texts: the service may refuse them, since the specification shows no patterns and limits, but must not change them. */
const keep = (rule: RuleId): CreatedExpectation => ({ rule, textRule: rule, openRule: 'text-limits' })

/** Shows a text in the title of a trial. */
export const describeText = (text: string): string =>
  text.length > 24 ? `of ${[...text].length} characters` : JSON.stringify(text)

/** Makes trials with each text as the name and as the tag. */
function tryTexts(
  rule: RuleId,
  texts: readonly string[],
  members = ['name', 'tag'],
  expectation = keep(rule),
): Trial[] {
  return texts.flatMap((text) =>
    members.map((member) => ({
      kind: describeText(text),
      ...tryCreated(`the ${member} ${describeText(text)}`, expectation, (session) => ({
        ...createPlainPlant(session),
        [member]: text,
      })),
    })),
  )
}

/** Makes trials with control characters; a service that fails on them breaks no rule about texts. */
const tryControls = (texts: readonly string[], members: string[]): Trial[] =>
  tryTexts('text-limits', texts, members, { ...keep('text-limits'), textRule: 'text-keeps-unicode' })

const escapes: Trial = tryCreated(
  'letters written as escapes',
  keep('text-keeps-unicode'),
  ({ ids }) => ({ id: ids.take(), name: 'Fern/é 🌱' }),
  (_session, { id }) => ({ body: `{"id":${id},"name":"Fern\\/\\u00E9 \\ud83c\\udf31"}` }),
)

/** Makes a trial that repeats texts of a stored plant, since the answer must be about the new plant. */
const tryRepeated = (what: string, members: readonly ('name' | 'tag')[]): Trial => ({
  title: `a new plant whose ${what} already stored`,
  async run(session) {
    const first = createPlainPlant(session)
    const before = await sendPlant(session, first)
    if (!wasTaken(before)) return []
    const plant = createPlainPlant(session)
    for (const member of members) plant[member] = first[member] ?? plant.name
    if (!session.inside.allows(plant)) return []
    const after = await sendPlant(session, plant)
    const status = readStatus(after) ?? 0
    session.memory.hasUniqueTexts ||= status >= 400 && status < 500
    const expectation = { openRule: 'repeated-texts', title: this.title } as const
    return judgeCreated(session, after, plant, expectation).map((verdict) => ({
      ...verdict,
      exchanges: [before, after],
    }))
  },
})

/** Texts of every kind, which the service must return unchanged. */
export const texts: readonly Check[] = [
  {
    rule: 'text-keeps-unicode',
    trials: () => [...tryTexts('text-keeps-unicode', values['text-keeps-unicode']), escapes],
  },
  ...(['text-keeps-white-space', 'text-keeps-markup', 'text-keeps-digits'] as const).map((rule) => ({
    rule,
    trials: () => tryTexts(rule, values[rule]),
  })),
  {
    rule: 'text-keeps-length',
    trials: ({ random }) =>
      tryTexts('text-keeps-length', [
        // Commands can repeat one letter. The others make the text new, since texts may have to be unique.
        ...lengths.map((length) => random.letters(8).padEnd(length, 'x')),
        '🌱'.repeat(300),
      ]),
  },
  {
    rule: 'plant-echoes-tag',
    also: ['plant-echoes-name', 'refused-body-no-5xx', 'repeated-texts'],
    trials: () => [
      tryRepeated('name is', ['name']),
      tryRepeated('tag is', ['tag']),
      tryRepeated('name and tag are', ['name', 'tag']),
    ],
  },
  { rule: 'text-keeps-empty', trials: () => tryTexts('text-keeps-empty', values['text-keeps-empty']) },
  {
    rule: 'text-limits',
    also: ['text-keeps-unicode'],
    trials: () => [
      ...tryControls(values['text-limits'], ['name']),
      ...tryControls(values['text-limits'].slice(0, 1), ['tag']),
    ],
  },
]
