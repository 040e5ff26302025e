import { type Exchange, joinPieces, readStatus, wasTaken } from '../http/exchange.ts'
import { parseExactJson } from '../json/exact-json.ts'
import { isBroken, type Verdict } from '../judge/finding.ts'
import type { RuleId } from '../judge/generated/rules.ts'
import { readObject } from '../judge/read-body.ts'
import { getRule, isIn } from '../judge/rules.ts'
import type { Ask } from '../probes/ask.ts'
import { createPlainPlant } from '../probes/plain-plant.ts'
import type { Ledger } from './ledger.ts'
import { sendAsk } from './send-ask.ts'
import type { Session } from './trial.ts'

/** A failure, the verdicts of the same answer, and the means to find out more. */
interface Failed {
  found: Verdict
  verdicts: readonly Verdict[]
  session: Session
  /** The answers to simpler requests, by what they show, so that none is sent twice. */
  controls: Map<string, Promise<Exchange>>
}

/** The members of a body; none if it isn't a JSON object. */
export type Members = { name?: unknown; tag?: unknown } & Partial<Record<string, unknown>>

/** Rules that judge every answer, so that one answer can break both a rule and the one that it rests on. */
const ofAnswers: readonly RuleId[] = ['created-content-type', 'plant-echoes-name', 'plant-echoes-tag']

/** The ranges of ids that only one rule is about. */
const idsOf: Partial<Record<RuleId, readonly [from: bigint, to: bigint]>> = {
  'id-negative': [-(2n ** 31n), -2n],
  'id-over-int32': [2n ** 33n, 2n ** 52n],
  'id-over-2-53': [2n ** 54n, 2n ** 62n],
  'id-int64-max': [2n ** 62n, 2n ** 63n - 2n],
}

/** Changes that a service may make to every text. */
const changes: readonly ((text: string) => string)[] = [
  (text) => text.toLowerCase(),
  (text) => text.toUpperCase(),
  (text) => text.charAt(0).toUpperCase() + text.slice(1),
  (text) => text.charAt(0).toUpperCase() + text.slice(1).toLowerCase(),
]

export function readSent(exchange: Exchange): Members {
  try {
    return Object(parseExactJson(joinPieces(exchange.request).toString()))
  } catch {
    return {}
  }
}

export function readPlant({ outcome }: Exchange): Members {
  const body = outcome.kind === 'answer' ? readObject(outcome.answer) : { value: {} }
  return 'value' in body ? body.value : {}
}

/** A lower-case letter before an upper-case one reveals a service that changes the case of either. */
const mixCase = (text: string): string =>
  text.charAt(0).toLowerCase() + text.charAt(1).toUpperCase() + text.slice(2)

/** Replaces letters and digits of a token with others. */
const imitate = (token: string): string =>
  token.replaceAll(/\d|[a-z]|[A-Z]/g, (sign) => {
    const signs = /\d/.test(sign) ? '0123456789' : 'abcdefghijklmnopqrstuvwxyz'
    const other = signs.charAt(Math.floor(Math.random() * signs.length))
    return /[A-Z]/.test(sign) ? other.toUpperCase() : other
  })

/** Makes a request that is simpler than one that failed. If a broken rule explains the failure, the simpler request fails in the same way. */
function simplify(ground: RuleId, { found }: Failed, failed: Exchange, session: Session): Ask | undefined {
  if (found.rule === 'survives-deep-nesting') {
    const body = joinPieces(failed.request).toString()
    return { body: body.replaceAll(/(\[|\]|\{"a":){100,}/g, (_run, part: string) => part.repeat(3)) }
  }
  const isTaken = wasTaken(failed)
  const drawn = createPlainPlant(session, { hasTag: 'tag' in readSent(failed) })
  if (ground === 'refuses-unissued-token' && isTaken) {
    return { plant: drawn, headers: { Authorization: `Bearer ${imitate(session.token)}` } }
  }
  const [from, to] = isTaken ? [] : (idsOf[ground] ?? [])
  if (from !== undefined && to !== undefined) {
    const id = session.ids.takeFrom(from, to)
    return id === undefined ? undefined : { plant: { ...drawn, id } }
  }
  if (ground === 'created-status' && !isTaken) return { plant: drawn }
  if (!isIn(ground, 'echoes') || !isTaken) return undefined
  const { name, tag } = drawn
  const mixed = { ...drawn, name: mixCase(name), ...(tag !== undefined && { tag: mixCase(tag) }) }
  const isFree = (session.memory.style ?? 'plain') === 'plain' && session.inside.allows(mixed)
  return { plant: isFree ? mixed : drawn }
}

/** Returns whether a service changed the texts of a plant only in the same way as those of a simpler one. */
function areChangedAlike(exchange: Exchange, simpler: Exchange): boolean {
  const [sent, got, plain, made] = [
    readSent(exchange),
    readPlant(exchange),
    readSent(simpler),
    readPlant(simpler),
  ]
  return (['name', 'tag'] as const).every((member) => {
    const [text, simple] = [sent[member], plain[member]]
    if (text === undefined || text === got[member]) return true
    if (made[member] === simple || typeof text !== 'string') return false
    const known = changes.filter((change) => change(String(simple)) === made[member])
    const isKnown = known.some((change) => change(text) === got[member])
    return known.length === 0 || made[member] === got[member] || isKnown
  })
}

/** Returns whether two requests ended in the same way. */
function endAlike(exchange: Exchange, simpler: Exchange): boolean {
  if (wasTaken(exchange)) return wasTaken(simpler) && areChangedAlike(exchange, simpler)
  const toClass = (one: Exchange): number => Math.floor((readStatus(one) ?? 0) / 100)
  return toClass(exchange) === toClass(simpler)
}

/** Returns whether a broken rule explains an answer that no simpler request can be compared with. */
function explainsAnyway(ground: RuleId, exchange: Exchange): boolean {
  if (!wasTaken(exchange)) return !isIn(ground, 'texts') && !isIn(ground, 'refuses')
  const [sent, got] = [readSent(exchange), readPlant(exchange)]
  const changed = ['name', 'tag']
    .filter((member) => sent[member] !== got[member])
    .map((member) => sent[member])
  const isChanged = (pattern: RegExp): boolean =>
    changed.some((text) => typeof text === 'string' && pattern.test(text))
  if (ground === 'plant-has-name') return typeof got['name'] !== 'string'
  if (ground === 'text-keeps-white-space') return isChanged(/^\s+$/)
  return ground !== 'text-keeps-unicode' || isChanged(/[^\0-\x7f]/)
}

async function explains(ground: RuleId, failed: Failed): Promise<boolean> {
  const { found, verdicts, session, controls } = failed
  const last = found.exchanges.at(-1)
  if (ofAnswers.includes(found.rule) || isIn(found.rule, 'errors'))
    return verdicts.some((verdict) => verdict.rule === ground && isBroken(verdict))
  if (last === undefined || (ground !== 'refuses-unissued-token' && last.outcome.kind !== 'answer'))
    return true
  if (ground === 'created-status' && wasTaken(last)) return false
  const ask = simplify(ground, failed, last, session)
  if (ask === undefined) return explainsAnyway(ground, last)
  const key = `${ground} ${found.rule === 'survives-deep-nesting' ? found.rule : 'tag' in readSent(last)} ${wasTaken(last)}`
  const control = controls.get(key) ?? sendAsk(session, ask)
  controls.set(key, control)
  return endAlike(last, await control)
}

/** Returns the broken rule that explains a failure, by the requests that show it. */
export async function findHiding(failed: Failed, ledger: Ledger): Promise<RuleId | undefined> {
  for (const ground of getRule(failed.found.rule).restsOn ?? [])
    if (ledger.isBroken(ground) && (await explains(ground, failed))) return ground
  return undefined
}
