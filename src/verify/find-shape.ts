import { type Exchange, readStatus, readText, wasTaken } from '../http/exchange.ts'
import { createPlainPlant } from '../probes/plain-plant.ts'
import type { SentPlant } from '../probes/source.ts'
import { sendPlant } from './send-ask.ts'
import type { Session } from './trial.ts'

/** What simple plants show about a service that refuses plain ones. */
export interface Shape {
  /** Whether the service accepts plants of some shape, which all plain plants then have. */
  isFound: boolean
  /** Why the user has to declare limits, as a sentence. */
  problem?: string
}

const maxShown = 200

/** Ids that even the smallest types hold. */
const smallId = 1000n

const styles = ['plain', 'modest', 'capital'] as const

const showAnswer = ({ outcome }: Exchange): string => {
  if (outcome.kind !== 'answer') return 'nothing'
  const text = readText(outcome.answer).replaceAll(/\s+/g, ' ').trim()
  return `${outcome.answer.status} ${text.length > maxShown ? `${text.slice(0, maxShown)}…` : text}`.trim()
}

const askFor = (problem: string, limits: string): Shape => ({
  isFound: false,
  problem: `${problem}. If that is intended, declare the limits: --limits limits.yaml with ${limits}`,
})

const examples = {
  id: 'id: { minimum: 1, maximum: 2147483647 }',
  name: 'name: { pattern: … }',
  tag: 'tag: { enum: […] }',
} as const

/** Names the member that a refusal is about, if the refusal names one or two members and not all three. */
function findNamed(text: string): keyof typeof examples | undefined {
  const named = (['id', 'name', 'tag'] as const).filter((member) =>
    new RegExp(`(?<![\\w-])${member}(?![\\w-])`, 'i').test(text),
  )
  return named.length < 3 ? named[0] : undefined
}

/** Tries plants of a few simple shapes on a service that refuses plain ones: names and tags in other letters, small ids, no tag. */
export async function findShape(session: Session, refused: Exchange): Promise<Shape> {
  const { memory, ids } = session
  const { outcome } = refused
  if (outcome.kind !== 'answer' || Math.floor((readStatus(refused) ?? 0) / 100) !== 4)
    return { isFound: false }
  let last = refused
  async function accepts(plant: SentPlant): Promise<boolean> {
    const exchange = await sendPlant(session, plant)
    if (wasTaken(exchange)) return true
    last = exchange
    return false
  }
  for (const bits of [62, 31]) {
    ids.narrow(bits)
    for (const style of styles.slice(1)) {
      memory.style = style
      if (await accepts(createPlainPlant(session))) return { isFound: true }
    }
  }
  for (const style of styles) {
    memory.style = style
    const bare = createPlainPlant(session, { hasTag: false })
    if (await accepts(bare)) {
      // The next id is a neighbor, so what differs is the tag.
      if (await accepts(createPlainPlant(session)))
        return askFor(
          `the service accepts some ids of the same size, but not others: it responds with ${showAnswer(last)}`,
          'id: { minimum: …, maximum: … }',
        )
      return askFor(
        `the service accepts plants without a tag, but not with a plain tag: it responds with ${showAnswer(last)}`,
        examples.tag,
      )
    }
    const id = session.random.between(1n, smallId)
    if (await accepts({ ...bare, id }))
      return askFor(
        `the service accepts ids up to ${smallId}, but not larger ones: it responds with ${showAnswer(last)}`,
        'id: { minimum: 1, maximum: … }',
      )
  }
  memory.style = 'plain'
  ids.narrow(62)
  const member = findNamed(outcome.answer.body.toString())
  if (member === undefined) return { isFound: false }
  return askFor(
    `the service refuses all plain plants, and its refusal names ${member}: ${showAnswer(refused)}`,
    examples[member],
  )
}
