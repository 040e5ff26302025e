import type { RuleId } from '../judge/generated/rules.ts'
import { values } from '../judge/generated/values.ts'
import type { Expectation, Promised } from '../judge/judge-answer.ts'
import type { Ask, FieldValue } from './ask.ts'
import { addOthers, createPlainPlant, type Members, writeMembers, writePlant } from './plain-plant.ts'
import type { SentPlant, Source } from './source.ts'

/** A decision of the fake about what the specification leaves open. `standards` are those that no option changes. */
type Decision =
  | `missing-${'credentials' | 'body' | 'id' | 'name'}`
  | `invalid-${'credentials' | 'body' | 'id' | 'name' | 'tag'}`
  | `malformed-${'request' | 'body'}`
  | `unknown-${'path' | 'member'}`
  | `unsupported-${'media-type' | 'encoding'}`
  | `ignores-${'byte-order-mark' | 'content-encoding'}`
  | 'checks-empty-body-type'
  | 'duplicate-key'
  | 'headers-too-large'
  | 'method-not-allowed'
  | `exact-${'scheme' | 'space'}`
  | 'not-an-object'
  | 'reads-first-authorization'
  | 'standards'

/** What is known about the answer to a probe. */
interface Facts extends Expectation {
  /** The decision that it shows. */
  shows?: Decision
  /** A name that it shares with others that fail by the same mistake; the title by default. */
  kind?: string
  /** How the requests before it have to be answered; otherwise it shows nothing. */
  before?: 'plant' | 'refusal'
  /** A rule that explains a failure if it is broken, too. */
  restsOn?: RuleId
  /** Whether somebody else may have stored the id. */
  mayBeStored?: boolean
  /** Whether the seed of a run decides what is special about it, such as an id of a range. */
  isDrawn?: boolean
  /** What it sends in one request, each by itself: sent in its place if the service doesn't do what the probe promises. */
  parts?: readonly Probe[]
}

/** Makes a request, anew each time; undefined if nothing that is allowed can show what the probe is about. */
export type ToAsk = (source: Source) => Ask | undefined

/** A request to send, and what is known about its answer. Without a rule, it only shows a decision. */
export interface Probe extends Facts {
  title: string
  toAsk: ToAsk
}

/** A line of a table of probes, with what only it shows, or other facts of its own. */
export type Row = readonly [title: string, toAsk: ToAsk, own?: Decision | Partial<Facts> | undefined]

/** The probes about a rule. */
export interface ProbeGroup {
  rule: RuleId
  /** Other rules that only these probes show. */
  also?: readonly RuleId[]
  /** How many of them a run sends, drawn with its seed; all by default. */
  drawn?: number
  /** Whether a run sends fewer of them to a slow service. */
  isWide?: boolean
  probes(source: Source): readonly Probe[]
}

/** Lets a run draw some of the probes of a group that enumerates a whole dimension. */
export const draw = (drawn: number, group: ProbeGroup): ProbeGroup => ({ ...group, drawn, isWide: true })

/** Lets a run send all probes of a group, but fewer to a slow service. */
export const widen = (group: ProbeGroup): ProbeGroup => ({ ...group, isWide: true })

type Rows = readonly Row[] | ((source: Source) => readonly Row[])

export const toProbes = (rows: readonly Row[], facts: Facts): Probe[] =>
  rows.map(([title, toAsk, own]) => ({
    title,
    toAsk,
    ...facts,
    ...(typeof own === 'string' ? { shows: own } : own),
  }))

const createGroup =
  (promise: Promised) =>
  (rule: RuleId, rows: Rows, facts: Partial<Facts> = {}): ProbeGroup => {
    const toOwn = (own: readonly Row[]): Probe[] => toProbes(own, { rule, promise, ...facts })
    if (typeof rows === 'function') return { rule, probes: (source) => toOwn(rows(source)) }
    // A run lists most groups hundreds of times, to draw pairs.
    const probes = toOwn(rows)
    return { rule, probes: () => probes }
  }

/** Makes a group of plants that the service creates. */
export const create = createGroup('plant')

/** Makes a group of requests that the service refuses. */
export const refuse = createGroup('refusal')

/** Makes a group of requests that the specification says nothing about. */
export const leaveOpen = createGroup('open')

/** Makes a group of requests that the specification says nothing about, but that create no plant. */
export const createNothing = createGroup('nothing')

/** Sends a plain plant in another way. */
export const plain =
  (more: Omit<Ask, 'plant' | 'body'> = {}, options?: { hasTag: boolean }): ToAsk =>
  (source) => ({ plant: createPlainPlant(source, options), ...more })

/** Sends a plain plant with a header of its own; null leaves it out. */
export const withHeader = (name: string, value: FieldValue | readonly FieldValue[] | null): ToAsk =>
  plain({ headers: { [name]: value } })

/** Changes the body of a plain plant; undefined means that no allowed id makes it possible. */
export const change =
  (
    toBody: (body: string, plant: SentPlant, source: Source) => string | Buffer | undefined,
    more: Ask & { hasTag?: boolean } = {},
  ): ToAsk =>
  (source) => {
    const { hasTag = true, ...ask } = more
    const plant = createPlainPlant(source, { hasTag })
    const body = toBody(writePlant(plant), plant, source)
    return body === undefined ? undefined : { plant, body, ...ask }
  }

/** Sends a body that needs no plant. */
export const send =
  (body: string, more: Ask = {}): ToAsk =>
  () => ({ body, ...more })

/** Changes members of a plain plant. */
export const edit = (toChanges: (id: string, name: string) => Members): ToAsk =>
  change((_body, plant) => {
    const { id, name, tag = '' } = plant
    const members = { id: String(id), name: JSON.stringify(name), tag: JSON.stringify(tag) }
    return addOthers(writeMembers({ ...members, ...toChanges(members.id, members.name) }), plant)
  })

/** The rules whose bodies are templates, filled in from a plain plant. */
type TemplateRule = {
  [Rule in keyof typeof values]: (typeof values)[Rule] extends readonly string[] ? never : Rule
}[keyof typeof values]

/** Makes a row of each template. */
export const toTemplates = (rule: TemplateRule, hasTag = true): Row[] =>
  Object.entries(values[rule]).map(([title, template]) => [
    title,
    change(
      (_body, plant) => {
        const { id, name, tag = '' } = plant
        const digits = id < 0n ? -id : id
        const parts = { id, sign: id < 0n ? '-' : '', digits, hex: digits.toString(16), name, tag }
        const body = template.replaceAll(
          /\$(id|sign|digits|hex|name|tag)/g,
          (_whole, part: keyof typeof parts) => JSON.stringify(String(parts[part])).slice(1, -1),
        )
        return addOthers(body, plant)
      },
      { hasTag },
    ),
  ])

/** Inserts a text after the first character of the name. */
export const insertIntoName = (body: string, text: string): string =>
  body.replace(/(?<="name":"(?:[^"\\]|\\u....|\\[^u]))/, () => text)
