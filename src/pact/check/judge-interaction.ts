import type { Contract, MediaType, Response, Schema } from '../../contract/contract.ts'
import { isSuccess } from '../../http/exchange.ts'
import { listHops } from '../../http/hop-by-hop.ts'
import { isSame } from '../../json/is-same.ts'
import { describeProblem, describeValue, type Path } from '../../options/problems.ts'
import { accepts, findMatchers } from '../file/matching-rules.ts'
import type { PactInteraction, PactMessage } from '../file/pact-interaction.ts'
import { getAt } from '../get-at.ts'
import { readRecordState } from '../states.ts'
import { compareBody, type Known } from './compare-body.ts'
import { type Asked, judgeRequest } from './judge-request.ts'
import { type PactFinding, sayAt } from './pact-finding.ts'

/** Statuses by the names that Pact has for classes of them. */
const classes: Readonly<Record<string, (status: number) => boolean>> = {
  info: (status) => status < 200,
  success: isSuccess,
  redirect: (status) => status >= 300 && status < 400,
  clientError: (status) => status >= 400 && status < 500,
  serverError: (status) => status >= 500,
  nonError: (status) => status < 400,
  error: (status) => status >= 400,
}

/** Says which statuses an interaction accepts: its own, or those of a matcher. */
function toAccepts({ status, rules }: PactInteraction['response']): (one: number) => boolean {
  const { status: wanted } = rules.status[0]?.list.matchers.find(({ match }) => match === 'statusCode') ?? {}
  return Array.isArray(wanted)
    ? (one) => wanted.some((code) => Number(code) === one)
    : (classes[String(wanted)] ?? ((one) => one === status))
}

/** The statuses with which a service may reject a valid request, by what only it knows. */
const byState = new Set([401, 403, 404, 409, 410, 412, 423, 428])

/** Judges the expected status, if it isn't a documented one of this request. */
function judgeStatus(
  { response: expected, states }: PactInteraction,
  { operation, problems }: Asked,
  response: Response | undefined,
): PactFinding[] {
  const { status } = expected
  const { responses, pointer } = operation
  const isExpected = toAccepts(expected)
  const known = `the statuses are ${responses.all.map(({ name }) => name).join(', ')}`
  const at = sayAt('/response/status', `${pointer}/responses`)
  const say = (kind: PactFinding['kind'], problem: string) => at(kind, problem, 'documented-status')
  if (status < 400)
    return response !== undefined || responses.success === undefined
      ? []
      : say('error', `the status ${status} is not documented; ${known}`)
  if (status >= 500) {
    const isElsewhere = states.some((name) => readRecordState(name) === undefined)
    const isOpen = isElsewhere || response !== undefined || status === 503
    return say(isOpen ? 'note' : 'error', `no description promises the status ${status}`)
  }
  const isAny = isExpected(400) && isExpected(422) && isExpected(499)
  if (isAny && (problems.length > 0 || (status === 401 && operation.security.length > 0))) return []
  if (response === undefined)
    return say('note', `the consumer relies on ${status}, which is not documented; ${known}`)
  return problems.length > 0 || byState.has(status)
    ? []
    : say('note', `the consumer relies on ${status}, but the description doesn't forbid the request`)
}

/** Headers of the connection and the framing are another one for each client. */
const isOfConnection = (name: string): boolean => name === 'content-length' || listHops().has(name)

/** Judges an expected header by what the description says about it. */
function judgeHeader(name: string, value: string, { rules }: PactMessage, response: Response): PactFinding[] {
  const say = sayAt(`/response/headers/${name}`)
  const list = findMatchers(rules.header, [name], true)
  if (name === 'content-type') {
    if (response.media.length === 0) return []
    const media = response.pick(value)
    const at = ['response-content-type', `${response.pointer}/content`] as const
    const known = response.media.map((one) => one.name).join(' or ')
    if (media === undefined) return say('error', `the content type must be ${known}, got ${value}`, ...at)
    const [plain = ''] = media.contentType.split(';')
    const isEach = list
      ? [plain, `${plain}; charset=utf-8`].every((type) => accepts(list, value, type) !== false)
      : value.toLowerCase() === plain
    return isEach ? [] : say('note', `the consumer relies on ${value}, but its parameters may differ`, ...at)
  }
  const described = response.headers.find((one) => one.name.toLowerCase() === name)
  if (described === undefined)
    return say('note', `the header ${name} is not described`, 'response-headers', response.pointer)
  const { schema, pointer, isRequired } = described
  const [problem] = schema.check(described.read({ headers: { [name]: value } })?.value)
  if (problem !== undefined)
    return say('error', `the header ${name} ${describeProblem(problem)}`, problem.keyword, problem.pointer)
  if (!isRequired) return say('note', 'the header is optional', 'optional-response-headers', pointer)
  return list !== undefined || schema.facts().values?.length === 1
    ? []
    : say('note', `the consumer relies on ${describeValue(value)}`, 'response-headers', pointer)
}

/** Makes the function that says how the value of a place in a success is known before the service responds. */
function createKnow(
  { states, request }: PactInteraction,
  { operation: { effect, method, body }, value, path: inPath }: Asked,
  schema: Schema,
): (path: Path) => Known {
  const byStates = states.length > 0 ? ({ kind: 'state' } as const) : undefined
  if (effect.kind === 'none') {
    const { name } = schema.facts()
    // A PUT replaces what it is about by what was sent (RFC 9110 section 9.3.4).
    const isPut = method === 'PUT' && name !== undefined && name === body?.media[0]?.schema.facts().name
    const isRead = method === 'GET' || method === 'HEAD'
    return (path) => {
      const sent = isPut ? getAt(value, path) : undefined
      return sent === undefined ? (isRead ? byStates : undefined) : { kind: 'sent', value: sent }
    }
  }
  const { responsePath = [], requestPath, kind, resource, keyParameter } = effect
  const isPathOpen = request.rules.path.length + request.generators.path.length > 0
  const isWritten = kind === 'create' || kind === 'replace' || kind === 'merge'
  return (path) => {
    const isInside = responsePath.every((step, at) => path[at] === step)
    const inner = isInside ? path.slice(responsePath.length) : []
    const at = [...requestPath, ...inner]
    const sent = isWritten && inner.length > 0 ? getAt(value, at) : undefined
    const own = inner.reduce<Schema | undefined>((found, step) => found?.at(step), schema)
    // A generator sends another value than the pact has.
    const isGenerated = request.generators.body.some(({ steps }) => isSame(steps, at.map(String)))
    if (sent !== undefined && !own?.facts().isReadOnly)
      return isGenerated ? { kind: 'state' } : { kind: 'sent', value: sent }
    if (keyParameter !== undefined && inner.length === 1 && inner[0] === resource.key.property)
      return isPathOpen ? { kind: 'state' } : { kind: 'sent', value: inPath[keyParameter] }
    // The key of a new record, and its times, are the service's.
    return kind === 'create' ? undefined : byStates
  }
}

const unchecked: readonly MediaType['kind'][] = ['xml', 'events', 'binary', 'multipart']

/** Judges the expected headers and body of a documented response. */
function judgeContent(
  { schemas }: Contract,
  interaction: PactInteraction,
  asked: Asked,
  response: Response,
): PactFinding[] {
  const { headers, body, rules, status } = interaction.response
  const ofHeaders = Object.entries(headers).flatMap(([name, value]) =>
    isOfConnection(name) ? [] : judgeHeader(name, value, interaction.response, response),
  )
  if (body === undefined || ofHeaders.some(({ kind }) => kind === 'error')) return ofHeaders
  const type = headers['content-type']
  const usual = response.media.find(({ kind }) => kind === 'json') ?? response.media[0]
  const media = type === undefined ? usual : response.pick(type)
  const at = sayAt('/response/body', (media ?? response).pointer)
  const say: typeof at = (...finding) => [...ofHeaders, ...at(...finding)]
  const isBodiless = status === 204 || status === 304
  if (media === undefined && body.bytes.length > 0)
    return say(isBodiless ? 'error' : 'note', 'no body is described', 'content')
  if (media === undefined) return ofHeaders
  if (body.problem !== undefined) return say('error', body.problem, 'response-body-schema')
  if (body.bytes.length === 0)
    return say('error', `the response has no body, but must be ${media.name}`, 'response-body-schema')
  let expected: unknown
  try {
    expected = media.parse(body.bytes, type)
  } catch (error) {
    return say('error', `the body is not ${media.name}: ${(error as Error).message}`, 'response-body-schema')
  }
  if (unchecked.includes(media.kind)) return ofHeaders
  const know = isSuccess(status) ? createKnow(interaction, asked, media.schema) : () => undefined
  const context = { rules, schemas, know, isSuccess: isSuccess(status) }
  return [...ofHeaders, ...compareBody(expected, media.schema, context)]
}

/** Judges an interaction by a description: nothing if it is promised, notes if it leans on what is open, errors if it contradicts. */
export function judgeInteraction(contract: Contract, interaction: PactInteraction): PactFinding[] {
  const { status } = interaction.response
  const asked = judgeRequest(contract, interaction)
  if (!('operation' in asked)) return [status < 400 ? asked : { ...asked, kind: 'note' }]
  const { operation, problems, notes } = asked
  if (status < 400 && problems.length > 0) return [...problems]
  const { successes, errors } = operation.responses
  const picked = operation.responses.pick(status)
  const isOther = picked?.name === 'default' && errors.includes(picked) && isSuccess(status)
  const isExpected = toAccepts(interaction.response)
  const other = status < 400 ? successes.find((one) => isExpected(one.status)) : undefined
  const response = picked === undefined || isOther ? other : picked
  const ofStatus = judgeStatus(interaction, asked, response)
  const isContent = response !== undefined && status < 500 && ofStatus.every(({ kind }) => kind === 'note')
  return [...notes, ...ofStatus, ...(isContent ? judgeContent(contract, interaction, asked, response) : [])]
}
