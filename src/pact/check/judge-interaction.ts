import type { Contract, MediaType, Response, Schema } from '../../contract/contract.ts'
import { schemaAt } from '../../contract/schema-at.ts'
import { isSuccess } from '../../http/exchange.ts'
import { listHops } from '../../http/hop-by-hop.ts'
import { getAt } from '../../json/at-path.ts'
import { isSame } from '../../json/is-same.ts'
import { pickResponse, readResponse } from '../../judge/judge-response.ts'
import { describeProblem, describeValue, type Path } from '../../options/problems.ts'
import type { ShownFinding } from '../../reports/report.ts'
import { acceptsValue, findMatchers } from '../file/matching-rules.ts'
import type { PactInteraction } from '../file/pact-interaction.ts'
import { byState, readRecordState } from '../states.ts'
import { compareBody, type ValueSource } from './compare-body.ts'
import { type JudgedRequest, judgeRequest } from './judge-request.ts'
import { sayAt } from './say-at.ts'

/** The first digits of the statuses by the names that Pact has for classes of them. */
const classes: Readonly<Record<string, string>> = {
  info: '1',
  success: '2',
  redirect: '3',
  clientError: '4',
  serverError: '5',
  nonError: '123',
  error: '45',
}

function acceptsStatus({ status, rules }: PactInteraction['response'], one: number): boolean {
  const { status: wanted } = rules.status[0]?.matchers.find(({ match }) => match === 'statusCode') ?? {}
  if (Array.isArray(wanted)) return wanted.some((code) => Number(code) === one)
  return classes[String(wanted)]?.includes(String(one).charAt(0)) ?? one === status
}

/** Judges the expected status, if it isn't a documented one of this request. */
function judgeStatus(
  { response: expected, states }: PactInteraction,
  { operation: { responses, pointer, security }, problems }: JudgedRequest,
  response: Response | undefined,
): ShownFinding[] {
  const { status } = expected
  const say = (kind: ShownFinding['kind'], problem: string) =>
    sayAt('/response/status', `${pointer}/responses`)(kind, problem, 'documented-status')
  const known = `which is not documented; the statuses are ${responses.all.map(({ name }) => name).join(', ')}`
  if (status < 400)
    return response !== undefined || responses.success === undefined
      ? []
      : say('error', `the consumer relies on ${status}, ${known}`)
  if (status >= 500) {
    const isOfKit = states.every((name) => readRecordState(name) !== undefined)
    const isWrong = isOfKit && response === undefined && status !== 503
    return say(isWrong ? 'error' : 'note', `no description promises the status ${status}`)
  }
  const isAny = [400, 422, 499].every((one) => acceptsStatus(expected, one))
  if (isAny && (problems.length > 0 || (status === 401 && security.length > 0))) return []
  if (response === undefined) return say('note', `the consumer relies on ${status}, ${known}`)
  return problems.length > 0 || byState.has(status)
    ? []
    : say('note', `the consumer relies on ${status}, but the description doesn't forbid the request`)
}

function judgeHeader(
  name: string,
  value: string,
  { rules }: PactInteraction['response'],
  response: Response,
): ShownFinding[] {
  const say = sayAt(`/response/headers/${name}`, response.pointer)
  const list = findMatchers(rules.header, [name])
  if (name === 'content-type') {
    const known = response.media.map((one) => one.name).join(' or ')
    const media = response.pick(value)
    if (known !== '' && media === undefined)
      return say('error', `the content type must be ${known}, got ${value}`, 'response-content-type')
    const isEach = list ? acceptsValue(list, value, `${media?.name}; charset=utf-8`) : !value.includes(';')
    const isOpen = media !== undefined && isEach === false
    return isOpen ? say('note', `the consumer relies on ${value}, but its parameters may differ`) : []
  }
  const described = response.headers.find((one) => one.name.toLowerCase() === name)
  if (described === undefined) return say('note', `the header ${name} is not described`, 'response-headers')
  const { schema, pointer, isRequired } = described
  const [problem] = schema.check(described.read({ headers: { [name]: value } })?.value)
  if (problem !== undefined)
    return say('error', `the header ${name} ${describeProblem(problem)}`, problem.keyword, problem.pointer)
  if (!isRequired) return say('note', 'the header is optional', 'optional-response-headers', pointer)
  const isOpen = list === undefined && schema.facts().values?.length !== 1
  return isOpen
    ? say('note', `the consumer relies on ${describeValue(value)}`, 'response-headers', pointer)
    : []
}

/** Makes the function that says how the value of a place in a success is known before the service responds. */
function createFindSource(
  { states, request }: PactInteraction,
  { operation: { effect, method, body }, value, path: inPath }: JudgedRequest,
  schema: Schema,
): (path: Path) => ValueSource {
  const isNone = effect.kind === 'none'
  const { name } = schema.facts()
  // A PUT replaces what it is about by what was sent (RFC 9110 section 9.3.4).
  const isPut = method === 'PUT' && name !== undefined && name === body?.media[0]?.schema.facts().name
  const isWritten = isNone ? isPut : /^(?:create|replace|merge)$/.test(effect.kind)
  const { requestPath, responsePath = [], keyParameter = '' } = isNone ? { requestPath: [] } : effect
  const key = isNone || keyParameter === '' ? undefined : [effect.resource.key.property]
  const hasStates = states.length > 0 && (!isNone || method === 'GET')
  const isPathOpen = request.rules.path.length + request.generators.path.length > 0
  return (path) => {
    const isInside = responsePath.every((step, at) => path[at] === step)
    const inner = isInside ? path.slice(responsePath.length) : []
    const at = [...requestPath, ...inner]
    const sent = isWritten && inner.length > 0 ? getAt(value, at) : undefined
    // A generator sends another value than the pact has.
    const isGenerated = request.generators.body.some(({ steps }) => isSame(steps, at.map(String)))
    if (sent !== undefined && !schemaAt(schema, inner)?.facts().isReadOnly)
      return isGenerated ? { kind: 'state' } : { kind: 'sent', value: sent }
    if (key !== undefined && isSame(inner, key))
      return isPathOpen ? { kind: 'state' } : { kind: 'sent', value: inPath[keyParameter] }
    // The key of a new record, and its times, are the service's.
    return hasStates && effect.kind !== 'create' ? { kind: 'state' } : undefined
  }
}

const unchecked: readonly MediaType['kind'][] = ['xml', 'events', 'binary', 'multipart']

function judgeBody(
  { schemas }: Contract,
  interaction: PactInteraction,
  asked: JudgedRequest,
  response: Response,
): ShownFinding[] {
  const { headers, body, rules, status } = interaction.response
  if (body === undefined) return []
  const { 'content-type': type } = headers
  const usual = response.media.find(({ kind }) => kind === 'json') ?? response.media[0]
  const media = type === undefined ? usual : response.pick(type)
  const say = sayAt('/response/body', (media ?? response).pointer)
  const isEmpty = body.bytes.length === 0
  if (media === undefined)
    return isEmpty ? [] : say(status === 204 ? 'error' : 'note', 'no body is described', 'content')
  const read = readResponse({ body: body.bytes, headers: type ? [['content-type', type]] : [] }, media)
  const problem = body.problem ?? (isEmpty ? 'the body is missing' : 'problem' in read && read.problem)
  if (problem) return say('error', `the body must be ${media.name}: ${problem}`, 'response-body-schema')
  if (!('value' in read) || unchecked.includes(media.kind)) return []
  const findSource = isSuccess(status) ? createFindSource(interaction, asked, media.schema) : () => undefined
  return compareBody(read.value, media.schema, {
    rules,
    schemas,
    findSource,
    isSuccess: isSuccess(status),
  })
}

/** Judges an interaction by a description: nothing if it is promised, notes if it leans on what is open, errors if it contradicts. */
export function judgeInteraction(contract: Contract, interaction: PactInteraction): ShownFinding[] {
  const { status, headers } = interaction.response
  const asked = judgeRequest(contract, interaction)
  if (Array.isArray(asked)) return asked.map((one) => (status < 400 ? one : { ...one, kind: 'note' }))
  const { problems, notes } = asked
  if (status < 400 && problems.length > 0) return [...problems]
  const { successes } = asked.operation.responses
  const accepted = successes.find((one) => status < 400 && acceptsStatus(interaction.response, one.status))
  const response = pickResponse(asked.operation, status) ?? accepted
  const ofStatus = judgeStatus(interaction, asked, response)
  const hasError = (findings: readonly ShownFinding[]): boolean =>
    findings.some(({ kind }) => kind === 'error')
  if (response === undefined || status >= 500 || hasError(ofStatus)) return [...notes, ...ofStatus]
  // Headers of the connection and the framing are another one for each client.
  const ofHeaders = Object.entries(headers).flatMap(([name, value]) =>
    name === 'content-length' || listHops().has(name)
      ? []
      : judgeHeader(name, value, interaction.response, response),
  )
  const ofBody = hasError(ofHeaders) ? [] : judgeBody(contract, interaction, asked, response)
  return [...notes, ...ofStatus, ...ofHeaders, ...ofBody]
}
