import { type Exchange, type HttpAnswer, readHeader } from '../http/exchange.ts'
import type { Verdict } from '../judge/finding.ts'
import type { RuleId } from '../judge/generated/rules.ts'
import { readJson } from '../judge/read-body.ts'
import { isContainer } from '../options/is-object.ts'
import { everyRequest } from '../reports/baseline.ts'
import type { Found, Tried } from './ledger.ts'
import type { BaselineEntry } from './report.ts'

/** Names the type of a JSON value. */
function toType(value: unknown): string {
  if (value === undefined) return 'missing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  if (isContainer(value)) return 'an object'
  return `a ${typeof value === 'bigint' ? 'number' : typeof value}`
}

/** Names what a body is, and the type of the value at a place in it. */
function describeBody({ body, isCut = false }: HttpAnswer, place: string): [body: string, value: string] {
  if (body.length === 0) return ['no body', '']
  const read = isCut ? { problem: 'it is cut' } : readJson(body)
  if ('problem' in read) return [/^\s*</.test(body.subarray(0, 100).toString()) ? 'markup' : 'text', '']
  const [, member] = /^\/response\/body\/([^/]+)$/.exec(place) ?? []
  if (member === undefined) return [toType(read.value), '']
  const { [member]: value } = Object(read.value) as Record<string, unknown>
  return [toType(read.value), `, ${toType(value)}`]
}

function describeOutcome({ outcome }: Exchange, place: string): string {
  if (outcome.kind !== 'answer') return `no answer (${outcome.kind})`
  const { answer } = outcome
  const type = readHeader(answer, 'content-type')?.split(';', 1)[0]?.trim().toLowerCase() ?? 'no type'
  const [body, value] = describeBody(answer, place)
  return `${answer.status}, ${type}, ${body}, at ${place}${value}`
}

/** Says what a finding has seen, in words that are the same in every run and for every request. */
export function describeSeen({ exchanges, place }: Pick<Verdict, 'exchanges' | 'place'>): string {
  const last = exchanges.at(-1)
  return last === undefined ? place : describeOutcome(last, place)
}

/** Names a request that shows a finding of a rule: a request that tests the rule by itself, others by what they test. */
function toName(rule: RuleId, { planned, kind, isDrawn = false }: Tried): string {
  // What a plain plant shows, every other request shows, too.
  if (planned === undefined || kind === 'plain') return everyRequest
  return isDrawn || planned.check === rule ? planned.name : planned.check
}

/** A finding, and the requests that an entry of a baseline names, or would have to name. */
export interface Named extends Found {
  seen: string
  names: readonly string[]
}

/** A part of a finding: the trials that one entry accepts, or none. */
interface Part {
  trials: Tried[]
  names: Set<string>
  /** The names of what the seed decides. */
  drawn: Set<string>
}

/** Divides a finding by the entries of a baseline that accept its requests. */
export function divide(found: Found, baseline: readonly BaselineEntry[]): Named[] {
  const { rule } = found
  const seen = describeSeen(found)
  const own = baseline.filter((entry) => entry.rule === rule && entry.seen === seen)
  const parts = new Map<BaselineEntry | undefined, Part>()
  for (const trial of found.trials) {
    const { isDrawn = false } = trial
    const name = toName(rule, trial)
    const [known = name] = [name, everyRequest].filter((one) =>
      own.some(({ requests }) => requests.includes(one)),
    )
    // No run sends all that a seed decides, so that others of the rule stand for it.
    const entry = own.find(({ requests }) => requests.includes(known)) ?? (isDrawn ? own[0] : undefined)
    const part = parts.get(entry) ?? { trials: [], names: new Set(), drawn: new Set() }
    parts.set(entry, part)
    part.trials.push(trial)
    if (entry === undefined || entry.requests.includes(known)) part[isDrawn ? 'drawn' : 'names'].add(known)
  }
  return [...parts].map(([entry, { trials, names, drawn }]): Named => {
    const [{ shown, ...first }, ...others] = trials as [Tried, ...Tried[]]
    const all = entry !== undefined || names.size === 0 ? [...names, ...drawn] : [...names]
    return {
      ...found,
      ...shown,
      trials: [first, ...others],
      seen,
      names: all.includes(everyRequest) ? [everyRequest] : all,
    }
  })
}
