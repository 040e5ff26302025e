import { stringifyExactJson } from '../../contract/exact-json.ts'
import { answerSchemas, operation } from '../../contract/generated/operation.ts'
import { isSuccess } from '../../http/exchange.ts'
import type { Finding, JudgedAnswer, JudgedRequest } from '../../judge/exchange.ts'
import { judgeExchange, type Known } from '../../judge/judge-exchange.ts'
import { getRule, isIn } from '../../judge/rules.ts'
import { isObject } from '../../options/is-object.ts'
import { findMatchers, findSample, isExact, isWide, type PactMatcher } from '../file/matchers.ts'
import { allowsStatus, expectsSuccess, type PactInteraction, toPointer } from '../file/pact-interaction.ts'
import type { PactFinding } from '../report.ts'
import { stateNames, toKnownState } from '../states/provider-states.ts'

type Example = { request: JudgedRequest; answer: JudgedAnswer }

/** Returns the status to judge: the one of the example, unless only another status that a matcher allows is documented. */
function chooseStatus({ response }: PactInteraction): number {
  const documented = Object.keys(answerSchemas).map(Number)
  return (
    [response.status, ...documented].find(
      (status) => documented.includes(status) && allowsStatus(response, status),
    ) ?? response.status
  )
}

function toExchange(interaction: PactInteraction): Example {
  const { request, response } = interaction
  const { method, path, query, body } = request
  const contentType = ['content-type', operation.contentType] as const
  return {
    request: {
      method,
      path,
      query,
      headers: request.headers.has('content-type') ? [...request.headers] : [...request.headers, contentType],
      body: Buffer.from(body?.text ?? ''),
    },
    answer: {
      status: chooseStatus(interaction),
      headers: [...response.headers],
      ...(response.body !== undefined && { body: Buffer.from(response.body.text) }),
    },
  }
}

/** Reads what the states of an interaction say about the token and the id. */
export function toKnown({ states }: PactInteraction): Known {
  const names = states.map((state) => toKnownState(state).name)
  return {
    isTokenInvalid: names.includes(stateNames.invalidToken),
    id: names.includes(stateNames.plant)
      ? 'stored'
      : names.length > 0 && names.every((name) => name === stateNames.noPlant)
        ? 'free'
        : undefined,
  }
}

/** Returns whether a finding only says that the answer has another text than the request. */
const isEcho = ({ rule, actual = '' }: Finding): boolean => isIn(rule, 'echoes') && actual.startsWith('"')

/** Returns whether a finding is about something that the pact requires from the provider or the consumer. */
function isHeldTo(finding: Finding, interaction: PactInteraction): boolean {
  const { rule, place } = finding
  const { response } = interaction
  if (place.startsWith('/request/')) return expectsSuccess(interaction) || getRule(rule).level === 'open'
  if (place.startsWith('/response/headers/')) return response.headers.has(place.split('/')[3] ?? '')
  if (!place.startsWith('/response/body')) return true
  // If there is a matcher, the example may differ from the text of the request.
  const matchers = findMatchers(response.matchers, place.split('/')[3] ?? '')
  return response.body !== undefined && (isExact(matchers) || !isEcho(finding))
}

function judge(interaction: PactInteraction, example: Example): Finding[] {
  const verdicts = judgeExchange(example.request, example.answer, toKnown(interaction))
  const found = verdicts.filter((verdict): verdict is Finding => verdict.problem !== undefined)
  const held = found.filter((finding) => isHeldTo(finding, interaction))
  // A wrong request with a success as its answer is one mistake of the pact, not two.
  const isRequest = held.some(({ place }) => place.startsWith('/request/'))
  return held.filter(
    ({ place }) => !isRequest || !isSuccess(example.answer.status) || place !== '/response/status',
  )
}

/** A finding, which is a note if the pact merely allows more values than its example. */
type Judged = Finding & { isNote?: boolean }

/** Judges what a matcher or a generator of a member allows besides the example: replaces it with another allowed value. */
function judgeMatcher(
  interaction: PactInteraction,
  { request, answer }: Example,
  side: 'request' | 'response',
  member: string,
  matcher: PactMatcher,
): Judged[] {
  const members = Object(interaction[side].body?.value) as Record<string, unknown>
  const isNote = side === 'request' && isWide(matcher, members[member])
  const sample = isNote ? { value: 1.5 } : findSample(matcher, members[member])
  if (sample === undefined) return []
  const body = Buffer.from(stringifyExactJson({ ...members, [member]: sample.value }))
  const changed =
    side === 'request' ? { answer, request: { ...request, body } } : { request, answer: { ...answer, body } }
  const verb = matcher.isGenerator ? 'makes' : 'allows'
  const what = `the ${matcher.isGenerator ? 'generator' : 'matcher'} ${matcher.name} ${verb}`
  return judge(interaction, changed)
    .filter(({ place }) => place === `/${side}/body/${member}`)
    .map((finding) => ({ ...finding, isNote, problem: `${what} other values: ${finding.problem}` }))
}

const judgeMatchers = (interaction: PactInteraction, example: Example): Judged[] =>
  (['request', 'response'] as const).flatMap((side) => {
    const { body, matchers } = interaction[side]
    return Object.keys(isObject(body?.value) ? body.value : {}).flatMap((member) =>
      findMatchers(matchers, member).flatMap((one) => judgeMatcher(interaction, example, side, member, one)),
    )
  })

function toFinding(
  interaction: PactInteraction,
  { rule: id, place, problem, expected, actual, isNote = false }: Judged,
): PactFinding {
  const rule = getRule(id)
  // The specification lists no other operation, so a pact can't rely on the success of one.
  const isPromised = /^\/request\/(?:path|method)$/.test(place) && expectsSuccess(interaction)
  const isOpen = rule.level === 'open' && !isPromised
  return {
    severity: isOpen || isNote ? 'note' : 'error',
    place: toPointer(interaction, place.split('/').slice(1)),
    problem,
    ...(expected !== undefined && { expected }),
    ...(actual !== undefined && { actual }),
    rule,
  }
}

/** Judges an interaction by the specification: its examples, then the other values that its matchers and generators allow. */
export function judgeInteraction(interaction: PactInteraction): PactFinding[] {
  const { otherKind, pointer } = interaction
  if (otherKind !== undefined) {
    const problem = `the interaction is ${otherKind}, and the specification has only requests over HTTP`
    return [{ severity: 'error', place: pointer, problem }]
  }
  const example = toExchange(interaction)
  const found = judge(interaction, example)
  const known = new Set(found.map(({ place }) => place).filter((place) => /^\/\w+\/body\/./.test(place)))
  const ofMatchers = judgeMatchers(interaction, example)
    .toSorted((one, other) => Number(one.isNote) - Number(other.isNote))
    .filter(({ place }) => !known.has(place) && known.add(place))
  return [...found, ...ofMatchers].map((finding) => toFinding(interaction, finding))
}
