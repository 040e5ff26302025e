import { answerSchemas, operation } from '../../contract/generated/operation.ts'
import { type HttpAnswer, type HttpRequest, isSuccess } from '../../http/exchange.ts'
import { stringifyExactJson } from '../../json/exact-json.ts'
import { isBroken, type Verdict } from '../../judge/finding.ts'
import { judgeExchange, type Known } from '../../judge/judge-exchange.ts'
import { getRule } from '../../judge/rules.ts'
import { isObject } from '../../options/is-object.ts'
import type { ShownFinding } from '../../reports/report.ts'
import { findMatchers, findSample, isExact, isWide, type PactMatcher } from '../file/matchers.ts'
import { allowsStatus, expectsSuccess, type PactInteraction, toPointer } from '../file/pact-interaction.ts'
import { stateNames, toKnownState } from '../states/provider-states.ts'

type Example = { request: HttpRequest; answer: HttpAnswer }

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
  const headers = new Map([['content-type', operation.contentType], ...request.headers])
  const names = new URLSearchParams(query.map((name): [string, string] => [name, '']))
  return {
    request: {
      method,
      path: query.length === 0 ? path : `${path}?${names}`,
      headers: [...headers].map(([name, value]) => ({ name, value })),
      pieces: [Buffer.from(body?.text ?? '')],
    },
    answer: {
      version: '1.1',
      status: chooseStatus(interaction),
      headers: [...response.headers],
      body: Buffer.from(response.body?.text ?? ''),
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

/** Returns whether a finding is about something that the pact requires from the provider or the consumer. */
function isHeldTo({ rule, place }: Verdict, interaction: PactInteraction): boolean {
  const { response } = interaction
  if (place.startsWith('/request/')) return expectsSuccess(interaction) || getRule(rule).level === 'open'
  if (place.startsWith('/response/headers/')) return response.headers.has(place.split('/')[3] ?? '')
  return response.body !== undefined || !place.startsWith('/response/body')
}

function judge(interaction: PactInteraction, example: Example): Verdict[] {
  // If there is a matcher, the example may differ from the text of the request.
  const mayDiffer = (member: string) => !isExact(findMatchers(interaction.response.matchers, member))
  const known = { ...toKnown(interaction), mayDiffer }
  const found = judgeExchange(example.request, example.answer, known).filter(isBroken)
  const held = found.filter((verdict) => isHeldTo(verdict, interaction))
  // A wrong request with a success as its answer is one mistake of the pact, not two.
  const isRequest = held.some(({ place }) => place.startsWith('/request/'))
  return held.filter(
    ({ place }) => !isRequest || !isSuccess(example.answer.status) || place !== '/response/status',
  )
}

/** A verdict, which is a note if the pact merely allows more values than its example. */
type Judged = Verdict & { isNote?: boolean }

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
    side === 'request'
      ? { answer, request: { ...request, pieces: [body] } }
      : { request, answer: { ...answer, body } }
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

/** Places a verdict in the pact, and decides whether it fails the check. */
function toFinding(interaction: PactInteraction, { isNote = false, ...verdict }: Judged): ShownFinding {
  const { rule, place } = verdict
  // The specification lists no other operation, so a pact can't rely on the success of one.
  const isPromised = /^\/request\/(?:path|method)$/.test(place) && expectsSuccess(interaction)
  const isOpen = getRule(rule).level === 'open' && !isPromised
  return {
    ...verdict,
    kind: isOpen || isNote ? 'note' : 'error',
    place: toPointer(interaction, place.split('/').slice(1)),
    exchanges: [],
  }
}

/** Judges an interaction by the specification: its examples, then the other values that its matchers and generators allow. */
export function judgeInteraction(interaction: PactInteraction): ShownFinding[] {
  const { otherKind, pointer } = interaction
  if (otherKind !== undefined) {
    const problem = `the interaction is ${otherKind}, and the specification has only requests over HTTP`
    return [{ kind: 'error', place: pointer, problem, exchanges: [] }]
  }
  const example = toExchange(interaction)
  const found = judge(interaction, example)
  const known = new Set(found.map(({ place }) => place).filter((place) => /^\/\w+\/body\/./.test(place)))
  const ofMatchers = judgeMatchers(interaction, example)
    .toSorted((one, other) => Number(one.isNote) - Number(other.isNote))
    .filter(({ place }) => !known.has(place) && known.add(place))
  return [...found, ...ofMatchers].map((finding) => toFinding(interaction, finding))
}
