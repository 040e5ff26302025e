import { stringifyExactJson } from '../json/exact-json.ts'
import { type AnswersOption, createFindRow } from '../store/answers.ts'
import { type FailureName, type Mistake, toParent } from '../store/failures.ts'
import type { Compared } from './compare-case.ts'
import { groupBy } from './group-by.ts'
import { readAnswer, type SeenAnswer } from './read-answer.ts'
import { markId, readSentId } from './varying.ts'

/** The answers to a case, and why the fake refused it. */
interface Answered {
  failure: FailureName | undefined
  /** The most exact row that can decide it. */
  row: FailureName | Mistake | undefined
  ours: SeenAnswer
  theirs: SeenAnswer
  topic: string
  /** The name of the plant that was stored before. */
  stored: string | undefined
}

/** The most rows of the table of answers that one hint names. */
const maxRows = 3

/** The most characters of a hint. */
const maxHint = 300

function read({ result, tries = [] }: Compared): Answered[] {
  const last = tries.at(-1)
  const [ours, theirs] = [last && readAnswer(last.ours), last && readAnswer(last.real)]
  if (last === undefined || ours === undefined || theirs === undefined) return []
  // Only a 200 and the refusal of a stored id know the id.
  const { failure, row } = last.ours
  const id = failure === undefined || failure === 'duplicate-key' ? readSentId(last.real) : undefined
  return [
    {
      failure,
      row,
      ours,
      theirs: markId(theirs, id) as SeenAnswer,
      topic: result.group,
      stored: last.real.ask.before?.[0]?.plant?.name,
    },
  ]
}

/** Finds the value of a list in which all are the same; undefined if they aren't. */
function findOnly<Value>(values: readonly Value[]): Value | undefined {
  const [first, ...others] = new Map(values.map((value) => [stringifyExactJson(value), value])).values()
  return others.length === 0 ? first : undefined
}

const isRefusal = (status: number): boolean => status >= 400 && status < 600

/** Says what a row has to be for a status; the fake's 400 is always an Error. */
function toStatusRow(theirs: readonly SeenAnswer[]): object | undefined {
  const status = findOnly(theirs.map((answer) => answer.status))
  if (status === undefined || !isRefusal(status)) return undefined
  const areErrors = theirs.every(({ isError }) => isError)
  if (status === 400 && !areErrors) return undefined
  const error = areErrors ? findOnly(theirs.map(({ members }) => members?.['error'])) : undefined
  return { status, ...(error !== undefined && { error }) }
}

/** Says what a row has to be so that a part of its answers is that of the service. */
function toRow([, part, name = '']: readonly string[], theirs: readonly SeenAnswer[]): object | undefined {
  if (part === 'status') return toStatusRow(theirs)
  const [first] = theirs
  if (first === undefined) return undefined
  if (part === 'headers') {
    // Whether a page may read an answer is no matter of its row.
    if (name === '') return undefined
    const { 'content-type': type, ...headers } = first.headers
    return { headers: name === 'content-type' && type !== undefined ? first.headers : headers }
  }
  if (name === '' || (!first.isError && first.status >= 300))
    return first.status === 400 ? undefined : { body: first.body }
  const value = findOnly(theirs.map(({ members }) => members?.[name] ?? null))
  if (name === 'error' || name === 'message') return value === undefined ? undefined : { [name]: value }
  const { error: _error, message: _message, name: _name, tag: _tag, ...members } = first.members ?? {}
  return { members }
}

const patternHint =
  'Declare the pattern of names or tags in a file such as limits.yaml, with name: { pattern: "^[A-Za-z]*$" }, and run plant-store learn again with --limits limits.yaml, or fix the service.'

/** Names the option with which the fake takes what it refuses, or the other way around. */
function suggestOption(answered: readonly Answered[]): object | undefined {
  const isTaken = answered.every(({ theirs }) => theirs.status < 300)
  const failure = findOnly(answered.map((one) => one.failure ?? null))
  if (isTaken && failure === 'duplicate-key') {
    const isKept = answered.every(({ theirs, stored }) => theirs.members?.['name'] === stored)
    return { onDuplicate: isKept ? 'keep' : 'replace' }
  }
  return undefined
}

/** Returns whether the service refuses texts that the fake accepts. */
const isOfTexts = (answered: readonly Answered[]): boolean =>
  answered.length > 0 &&
  answered.every(
    ({ theirs, ours, topic }) => isRefusal(theirs.status) && ours.status < 300 && topic === 'Texts',
  )

/** Says what to add to a 200; what is sent decides the members of its plant. */
const toCreated = (path: readonly string[], theirs: readonly SeenAnswer[]): object | undefined =>
  path[1] === 'status' || path.length < 3 || (path[1] === 'body' && /^(?:id|name|tag)$/.test(path[2] ?? ''))
    ? undefined
    : toRow(path, theirs)

/** Names the row to set for a refusal: that of all mistakes of a failure, unless there is only one or rows decide them. */
function nameRow({ failure, row }: Answered, answered: readonly Answered[], answers: object): string {
  const rows = new Set(answered.filter((one) => one.failure === failure).map((one) => one.row))
  const isDecided = [...rows].some((name) => {
    for (let at = name; at !== undefined && at !== failure; at = toParent(at as Mistake))
      if (at in answers) return true
    return false
  })
  return (rows.size === 1 || isDecided ? row : failure) ?? 'created'
}

/**
 * Says what to put into the configuration, so that the fake follows a service in what differs, or to learn again.
 *
 * @param place the place of the difference
 * @param answers the table of answers of the fake
 */
export function suggestLine(
  place: string,
  compared: readonly Compared[],
  answers: AnswersOption = 'http',
): string {
  const answered = compared.flatMap(read)
  const path = place.split('/').slice(1)
  const set = typeof answers === 'string' ? {} : answers
  const groups = groupBy(answered, (one) => nameRow(one, answered, set))
  if (path[1] === 'status' && isOfTexts(answered)) return patternHint
  const option = path[1] === 'status' ? suggestOption(answered) : undefined
  const rows = groups.flatMap((group) => {
    const [first] = group
    const name = first === undefined ? 'created' : nameRow(first, answered, set)
    const theirs = group.map((one) => one.theirs)
    const row = name === 'created' ? toCreated(path, theirs) : toRow(path, theirs)
    // A new row takes the place of the one that decided before.
    const before = name in set || name === 'created' ? {} : createFindRow(answers)(name as Mistake)
    return row === undefined ? [] : [[name, { ...before, ...row }] as const]
  })
  const isWhole = path.length > 1 && rows.length === groups.length && rows.length <= maxRows
  const line = option ?? (isWhole && rows.length > 0 ? { answers: Object.fromEntries(rows) } : undefined)
  const text = line === undefined ? '' : toFlow(line)
  return text === '' || text.length > maxHint
    ? 'Run plant-store learn again, or fix the service.'
    : `Put this into plant-store.yaml, or fix the service: ${text}`
}

/** Writes an object as YAML in one line. */
const toFlow = (line: object): string =>
  Object.entries(line)
    .map(([key, value]) => `${key}: ${stringifyExactJson(value)}`)
    .join(', ')
