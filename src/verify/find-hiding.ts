import { parseExactJson } from '../contract/exact-json.ts'
import { type Exchange, joinPieces } from '../http/exchange.ts'
import type { RuleId } from '../judge/generated/rules.ts'
import { readObject } from '../judge/read-body.ts'
import { getRule, isIn } from '../judge/rules.ts'
import { createPlainPlant, createRequest, writePlant } from './create-request.ts'
import { wasTaken } from './judge-trial.ts'
import type { Ledger } from './ledger.ts'
import type { Broken, SentPlant, Session, Verdict } from './trial.ts'

/** A failure, the failures of the same run, and the means to find out more. */
interface Failed {
  found: Broken
  verdicts: readonly Verdict[]
  session: Session
  /** Answers to plain plants, by what they show, so that no plant is sent twice. */
  controls: Map<string, Promise<boolean>>
}

type Members = Partial<Record<string, unknown>>

/** Rules that judge every answer, so that one answer can break both a rule and the one that it rests on. */
const ofAnswers: ReadonlySet<RuleId> = new Set([
  'created-content-type',
  'plant-echoes-name',
  'plant-echoes-tag',
])

/** The ranges of ids that only one rule is about. */
const idsOf: Partial<Record<RuleId, readonly [from: bigint, to: bigint]>> = {
  'id-negative': [-(2n ** 31n), -2n],
  'id-over-int32': [2n ** 33n, 2n ** 52n],
  'id-over-2-53': [2n ** 54n, 2n ** 62n],
  'id-int64-max': [2n ** 62n, 2n ** 63n - 2n],
}

const send = (session: Session, plant: SentPlant): Promise<Exchange> =>
  session.send(createRequest(session, writePlant(plant)))

function readSent(exchange: Exchange): Members {
  try {
    return (parseExactJson(joinPieces(exchange.request).toString()) ?? {}) as Members
  } catch {
    return {}
  }
}

function readPlant({ outcome }: Exchange): Members {
  const body = outcome.kind === 'answer' ? readObject(outcome.answer) : { value: {} }
  return 'value' in body ? body.value : {}
}

/** Changes that a service may make to every text. */
const changes: readonly ((text: string) => string)[] = [
  (text) => text.toLowerCase(),
  (text) => text.toUpperCase(),
  (text) => text.charAt(0).toUpperCase() + text.slice(1),
  (text) => text.charAt(0).toUpperCase() + text.slice(1).toLowerCase(),
]

/** Returns whether the service changed a text only in the way in which it changes plain texts. */
async function isLikePlain(member: 'name' | 'tag', exchange: Exchange, session: Session): Promise<boolean> {
  const sent = readSent(exchange)[member]
  const got = readPlant(exchange)[member]
  const drawn = createPlainPlant(session)
  // A lower-case letter before an upper-case one reveals a service that changes the case of either.
  const text = drawn[member] ?? ''
  const mixed = {
    ...drawn,
    [member]: text.charAt(0).toLowerCase() + text.charAt(1).toUpperCase() + text.slice(2),
  }
  const isPlain = (session.memory.style ?? 'plain') === 'plain'
  const plant = isPlain && session.inside.allows(mixed) ? mixed : drawn
  const plain = plant[member] ?? ''
  const made = readPlant(await send(session, plant))[member]
  if (made === plain || typeof sent !== 'string') return false
  const known = changes.filter((change) => change(plain) === made)
  return known.length === 0 || made === got || known.some((change) => change(sent) === got)
}

async function areLikePlain(exchange: Exchange, session: Session): Promise<boolean> {
  const [sent, got] = [readSent(exchange), readPlant(exchange)]
  for (const member of ['name', 'tag'] as const) {
    const isChanged = sent[member] !== undefined && sent[member] !== got[member]
    if (isChanged && !(await isLikePlain(member, exchange, session))) return false
  }
  return true
}

const shape = (text: string): string =>
  text.replaceAll(/[a-z\d]/gi, (sign) => {
    const signs = /\d/.test(sign)
      ? '0123456789'
      : /[a-z]/.test(sign)
        ? 'abcdefghijklmnopqrstuvwxyz'
        : 'ABCDEFGH'
    return signs.charAt(Math.floor(Math.random() * signs.length))
  })

/** Returns whether the service accepts a token that looks like the valid one but that nobody issued. */
async function isAnyTokenTaken(session: Session): Promise<boolean> {
  const authorization = { value: `Bearer ${shape(session.token)}` }
  return wasTaken(
    await session.send(createRequest(session, writePlant(createPlainPlant(session)), { authorization })),
  )
}

/** Returns whether a body that is nested like the failing one, but not deeply, fails too. */
async function failsShallow(exchange: Exchange, session: Session): Promise<boolean> {
  const shallow = joinPieces(exchange.request)
    .toString()
    .replaceAll(/(\[|\]|\{"a":){100,}/g, (_run, part: string) => part.repeat(3))
  const { outcome } = await session.send(createRequest(session, shallow))
  if (outcome.kind !== 'answer' || exchange.outcome.kind !== 'answer') return outcome.kind !== 'answer'
  const toClass = (status: number) => Math.floor(status / 100)
  return toClass(outcome.answer.status) === toClass(exchange.outcome.answer.status)
}

/** Returns whether a broken rule explains why an answer isn't a success. */
function explainsRefusal(
  ground: RuleId,
  exchange: Exchange,
  { session, controls }: Failed,
): Promise<boolean> {
  const hasTag = 'tag' in readSent(exchange)
  const [from, to] = idsOf[ground] ?? []
  const id = from === undefined || to === undefined ? undefined : session.ids.takeFrom(from, to)
  if (ground !== 'created-is-200' && id === undefined)
    return Promise.resolve(!isIn(ground, 'texts') && !isIn(ground, 'refuses'))
  const key = `${ground} ${hasTag}`
  const plant = createPlainPlant(session, { hasTag })
  const isRefused = async () => !wasTaken(await send(session, id === undefined ? plant : { ...plant, id }))
  const control = controls.get(key) ?? isRefused()
  controls.set(key, control)
  return control
}

/** Returns whether a broken rule explains the body of an answer with a 2xx status. */
async function explainsBody(ground: RuleId, exchange: Exchange, session: Session): Promise<boolean> {
  const [sent, got] = [readSent(exchange), readPlant(exchange)]
  const changed = [
    sent['name'] === got['name'] ? '' : sent['name'],
    sent['tag'] === got['tag'] ? '' : sent['tag'],
  ]
  switch (ground) {
    case 'created-is-200':
      return false
    case 'plant-has-name':
      return typeof got['name'] !== 'string'
    case 'plant-echoes-name':
    case 'plant-echoes-tag':
      return areLikePlain(exchange, session)
    case 'text-keeps-white-space':
      return changed.some((text) => typeof text === 'string' && text !== '' && text.trim() === '')
    case 'text-keeps-unicode':
      return changed.some((text) => typeof text === 'string' && /[^\0-\x7f]/.test(text))
    default:
      return true
  }
}

async function explains(ground: RuleId, failed: Failed): Promise<boolean> {
  const { found, verdicts, session } = failed
  const { rule, exchanges } = found
  const last = exchanges.at(-1)
  if (ofAnswers.has(rule) || isIn(rule, 'errors')) {
    return verdicts.some(
      (verdict) =>
        verdict.rule === ground && verdict.problem !== undefined && verdict.exchanges.at(-1) === last,
    )
  }
  if (last === undefined || (ground !== 'refuses-unissued-token' && last.outcome.kind !== 'answer'))
    return true
  if (rule === 'survives-deep-nesting') return failsShallow(last, session)
  if (!wasTaken(last)) return explainsRefusal(ground, last, failed)
  if (ground === 'refuses-unissued-token') return isAnyTokenTaken(session)
  return explainsBody(ground, last, session)
}

/** Returns the broken rule that explains a failure, by the requests that show it; undefined if there is none. */
export async function findHiding(failed: Failed, { findings }: Ledger): Promise<RuleId | undefined> {
  for (const ground of getRule(failed.found.rule).restsOn ?? []) {
    if (findings.has(ground) && (await explains(ground, failed))) return ground
  }
  return undefined
}
