import { type Exchange, wasTaken } from '../http/exchange.ts'
import { createPlainPlant, sendPlant } from './create-request.ts'
import type { Session } from './trial.ts'

/** What simple plants show of a service that refuses plain ones. */
export interface Shape {
  /** Whether the service accepts plants of some shape, which all plain plants then have. */
  isFound: boolean
  problem?: string
}

const maxShown = 200

/** Ids that even the smallest types hold. */
const smallId = 1000n

const isClientError = ({ outcome }: Exchange): boolean =>
  outcome.kind === 'answer' && outcome.answer.status >= 400 && outcome.answer.status < 500

const showAnswer = ({ outcome }: Exchange): string => {
  if (outcome.kind !== 'answer') return 'nothing'
  const text = outcome.answer.body.toString().replaceAll(/\s+/g, ' ').trim()
  return `${outcome.answer.status} ${text.length > maxShown ? `${text.slice(0, maxShown)}…` : text}`.trim()
}

const askFor = (limits: string): string =>
  `If that is intended, declare the limits: --limits limits.yaml with ${limits}`

const examples: Record<'id' | 'name' | 'tag', string> = {
  id: 'id: { minimum: 1, maximum: 2147483647 }',
  name: 'name: { pattern: … }',
  tag: 'tag: { enum: […] }',
}

/** Names the member that a refusal is about, if it names one or two and not all of them. */
function findNamed({ outcome }: Exchange): 'id' | 'name' | 'tag' | undefined {
  if (outcome.kind !== 'answer') return undefined
  const text = outcome.answer.body.toString()
  const named = (['id', 'name', 'tag'] as const).filter((member) =>
    new RegExp(`(?<![\\w-])${member}(?![\\w-])`, 'i').test(text),
  )
  return named.length < 3 ? named[0] : undefined
}

/** Tries plants of a few simple shapes on a service that refuses plain ones: names and tags in other letters, small ids, no tag. */
export async function findShape(session: Session, refused: Exchange): Promise<Shape> {
  const { memory, ids } = session
  if (!isClientError(refused)) return { isFound: false }
  for (const bits of [62, 31]) {
    ids.narrow(bits)
    for (const style of ['modest', 'capital'] as const) {
      memory.style = style
      if (wasTaken(await sendPlant(session, createPlainPlant(session)))) return { isFound: true }
    }
  }
  for (const style of ['plain', 'modest', 'capital'] as const) {
    memory.style = style
    const bare = createPlainPlant(session, { hasTag: false })
    if (wasTaken(await sendPlant(session, bare))) {
      const got = showAnswer(refused)
      return {
        isFound: false,
        problem: `plants without a tag are accepted, but none with a tag is: a plain tag gets ${got}. ${askFor(examples.tag)}`,
      }
    }
    const id = session.random.between(1n, smallId)
    if (wasTaken(await sendPlant(session, { ...bare, id }))) {
      const problem = `plants with ids up to ${smallId} are accepted, but plain ids get ${showAnswer(refused)}`
      return { isFound: false, problem: `${problem}. ${askFor('id: { minimum: 1, maximum: … }')}` }
    }
  }
  memory.style = 'plain'
  ids.narrow(62)
  const member = findNamed(refused)
  if (member === undefined) return { isFound: false }
  const problem = `no plain plant is accepted, and the refusal names ${member}: ${showAnswer(refused)}`
  return { isFound: false, problem: `${problem}. ${askFor(examples[member])}` }
}
