import { checkRequest, type RequestProblem } from '../../contract/check-request.ts'
import type { Contract, MediaType, Operation, Response } from '../../contract/contract.ts'
import { isSuccess } from '../../http/exchange.ts'
import { listHops } from '../../http/hop-by-hop.ts'
import { isSame } from '../../json/is-same.ts'
import { getContractRule } from '../../judge/contract/rules.ts'
import { isContainer, isObject } from '../../options/is-object.ts'
import { describeProblem, describeValue, type Path } from '../../options/problems.ts'
import { findMatchers, testAll } from '../file/matching-rules.ts'
import { type PactInteraction, type PactMessage, readJson } from '../file/pact-interaction.ts'
import { readRecordState } from '../states.ts'
import { compareBody, type PactFinding } from './compare-body.ts'

const getAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((at, step) => (isContainer(at) ? at[step as never] : undefined), value)

/** What the generators of a request make in place of its examples, by their types. */
const generated: Readonly<Record<string, string>> = {
  RandomInt: 'integer',
  RandomDecimal: 'number',
  RandomBoolean: 'boolean',
  RandomString: 'string',
  RandomHexadecimal: 'string',
  Regex: 'string',
  Uuid: 'string',
  Date: 'string',
  Time: 'string',
  DateTime: 'string',
}

/** A request with its operation. */
interface Asked {
  operation: Operation
  value: unknown
  /** What the description forbids, and what it only doesn't mention. */
  problems: readonly PactFinding[]
  notes: readonly PactFinding[]
}

const toFinding = (
  kind: PactFinding['kind'],
  { rule, keyword, pointer, place, message }: RequestProblem,
): PactFinding => ({
  kind,
  place: `/request${place}`,
  problem: message,
  rule: rule === 'rejects-invalid-body' || rule === 'rejects-invalid-parameter' ? keyword : rule,
  pointer,
})

/** Finds what the body's generators and matchers send that the description forbids, although the example is right. */
function judgeGenerators({ rules, generators }: PactMessage, media: MediaType | undefined): PactFinding[] {
  if (media === undefined) return []
  const find = (
    steps: readonly string[],
    type: string | undefined,
    what: string,
    kind: PactFinding['kind'] = 'error',
  ): PactFinding[] => {
    const own = steps.map((step) => (step === '*' || /^\d+$/.test(step) ? 0 : step))
    const schema = own.reduce<MediaType['schema'] | undefined>((at, step) => at?.at(step), media.schema)
    const types = schema?.facts().types ?? []
    const isFit =
      type === undefined ||
      schema === undefined ||
      types.includes(type) ||
      (type === 'integer' && types.includes('number'))
    if (isFit) return []
    const place = `/request/body${steps.map((step) => `/${step}`).join('')}`
    const problem = `${what} allows a ${type}, but it must be ${types.join(' or ')}`
    return [{ kind, place, problem, rule: 'type', ...(schema && { pointer: schema.pointer }) }]
  }
  return [
    ...generators.body.flatMap(({ steps, list }) =>
      list.matchers.flatMap((one) =>
        find(steps, generated[String((one as { type?: unknown }).type)], 'the generator'),
      ),
    ),
    ...rules.body.flatMap(({ steps, list }) =>
      list.matchers.flatMap(({ match }) => {
        const isFraction = match === 'decimal' || match === 'number'
        const kind = match === 'decimal' ? 'error' : 'note'
        return find(steps, isFraction ? 'number' : undefined, 'the matcher', kind)
      }),
    ),
  ]
}

/** Lists the properties of a value that its schema doesn't name, although it names some. */
function findUnknown(value: unknown, schema: MediaType['schema'], path: Path = []): PactFinding[] {
  if (Array.isArray(value))
    return value.flatMap((one, at) => findUnknown(one, schema.at(at) ?? schema, [...path, at]))
  if (!isObject(value) || schema.facts().properties.length === 0) return []
  const kept = schema.as('request').project(value) as object
  return Object.entries(value).flatMap(([name, inner]): PactFinding[] => {
    const at = [...path, name]
    const own = schema.at(name)
    if (own !== undefined) return findUnknown(inner, own, at)
    if (Object.hasOwn(kept, name)) return []
    const where = `/${at.join('/')}`
    return [
      {
        kind: 'note',
        place: `/request/body${where}`,
        problem: `${where} is not described`,
        rule: 'properties',
        pointer: schema.pointer,
      },
    ]
  })
}

/** Judges a request; undefined if no operation is asked. */
function judgeRequest(contract: Contract, { request }: PactInteraction): Asked | PactFinding {
  const { method, path, headers, body, bodyPointer: _pointer } = request
  const checked = checkRequest(contract, { method, path, headers, body: body?.bytes ?? '' })
  if (checked.kind !== 'operation') {
    const part = checked.kind === 'unknown-path' ? 'path' : 'method'
    const problem = `the description has no operation ${method} ${path.replace(/\?.*/s, '')}`
    return { kind: 'error', place: `/request/${part}`, problem, rule: checked.kind }
  }
  const { operation, unknown } = checked
  const media = operation.body?.pick(headers['content-type']) ?? operation.body?.media[0]
  const problems: PactFinding[] = []
  const notes: PactFinding[] = unknown.map((name) => ({
    kind: 'note',
    place: `/request/query/${name}`,
    problem: `the query parameter ${name} is not described`,
    rule: 'parameters',
    pointer: operation.pointer,
  }))
  for (const problem of checked.problems) {
    if (problem.rule !== 'unsupported-media-type') {
      problems.push(toFinding('error', problem))
      continue
    }
    // Many services read JSON whatever its type is called, or without a type.
    const own = { ...headers, 'content-type': media?.contentType ?? '' }
    const again = checkRequest(contract, { method, path, headers: own, body: body?.bytes ?? '' })
    const wrong = again.kind === 'operation' ? again.problems : []
    const isLenient =
      media?.kind === 'json' && wrong.length === 0 && getContractRule(problem.rule).level !== 'must'
    const at = headers['content-type'] === undefined ? { ...problem, place: '/headers' } : problem
    if (isLenient) notes.push(toFinding('note', at))
    else problems.push(toFinding('error', at), ...wrong.map((one) => toFinding('error', one)))
  }
  if (body?.problem !== undefined)
    problems.push({ kind: 'error', place: '/request/body', problem: body.problem, rule: 'malformed-body' })
  for (const one of judgeGenerators(request, media)) (one.kind === 'error' ? problems : notes).push(one)
  const value = readJson(body)?.value
  if (media?.kind === 'json' && problems.length === 0) notes.push(...findUnknown(value, media.schema))
  return { operation, value, problems, notes }
}

/** Says which statuses an interaction accepts: its own, or those of a matcher. */
function toAccepts({ status, rules }: PactInteraction['response']): (one: number) => boolean {
  const { status: wanted } = rules.status[0]?.list.matchers.find(({ match }) => match === 'statusCode') ?? {}
  if (Array.isArray(wanted)) return (one) => wanted.some((code) => Number(code) === one)
  const classes: Readonly<Record<string, (one: number) => boolean>> = {
    info: (one) => one < 200,
    success: isSuccess,
    redirect: (one) => one >= 300 && one < 400,
    clientError: (one) => one >= 400 && one < 500,
    serverError: (one) => one >= 500,
    nonError: (one) => one < 400,
    error: (one) => one >= 400,
  }
  return classes[String(wanted)] ?? ((one) => one === status)
}

/** The statuses with which a service may reject a valid request, by what only it knows. */
const byState = new Set([401, 403, 404, 409, 410, 412, 423, 428])

/** Judges the expected status, if it isn't a documented one of this request. */
function judgeStatus(
  interaction: PactInteraction,
  { operation, problems }: Asked,
  response: Response | undefined,
): PactFinding[] {
  const {
    response: { status },
    states,
  } = interaction
  const { responses, pointer } = operation
  const accepts = toAccepts(interaction.response)
  const place = '/response/status'
  const rest = { place, rule: 'documented-status', pointer: `${pointer}/responses` }
  const known = responses.all.map(({ name }) => name).join(', ')
  const note = (problem: string): PactFinding[] => [{ kind: 'note', problem, ...rest }]
  const error = (problem: string): PactFinding[] => [{ kind: 'error', problem, ...rest }]
  if (status < 400) {
    if (response !== undefined || responses.success === undefined) return []
    const isOther = responses.successes.some((one) => accepts(one.status))
    return isOther ? [] : error(`the status ${status} is not documented; the statuses are ${known}`)
  }
  if (status >= 500) {
    const isElsewhere = states.some((name) => readRecordState(name) === undefined)
    const problem = `no description promises the status ${status}`
    return isElsewhere || response?.name === `${status}` || status === 503 ? note(problem) : error(problem)
  }
  const isAny = accepts(400) && accepts(422) && accepts(499)
  if (isAny && (problems.length > 0 || operation.security.length === 0 || status === 401))
    return problems.length > 0 || status === 401
      ? []
      : note(`the description doesn't say why the request is rejected`)
  if (response === undefined)
    return note(`the consumer relies on ${status}, which is not documented; the statuses are ${known}`)
  return problems.length > 0 || byState.has(status)
    ? []
    : note(`the consumer relies on ${status}, but the description doesn't forbid the request`)
}

const isOfConnection = (name: string): boolean => name === 'content-length' || listHops().has(name)

/** Judges an expected header by what the description says about it. */
function judgeHeader(name: string, value: string, { rules }: PactMessage, response: Response): PactFinding[] {
  const place = `/response/headers/${name}`
  const list = findMatchers(rules.header, [name], true)
  if (name === 'content-type') {
    const media = response.pick(value)
    const known = response.media.map((one) => one.name).join(' or ')
    if (response.media.length === 0) return []
    const pointer = `${response.pointer}/content`
    if (media === undefined)
      return [
        {
          kind: 'error',
          place,
          problem: `the content type must be ${known}, got ${value}`,
          rule: 'response-content-type',
          pointer,
        },
      ]
    const usual = [media.contentType, `${media.contentType.split(';')[0]}; charset=utf-8`]
    const isEach = usual.map((type) =>
      list
        ? testAll(list, value, type)
        : type.toLowerCase() === value.toLowerCase() || value.toLowerCase() === media.name,
    )
    return isEach.includes(false)
      ? [
          {
            kind: 'note',
            place,
            problem: `the consumer relies on ${value}, but its parameters may differ`,
            rule: 'response-content-type',
            pointer,
          },
        ]
      : []
  }
  const described = response.headers.find((one) => one.name.toLowerCase() === name)
  if (described === undefined)
    return [
      {
        kind: 'note',
        place,
        problem: `the header ${name} is not described`,
        rule: 'response-headers',
        pointer: response.pointer,
      },
    ]
  const { schema, pointer, isRequired } = described
  const [problem] = schema.check(described.read({ headers: { [name]: value } })?.value)
  if (problem !== undefined)
    return [
      {
        kind: 'error',
        place,
        problem: `the header ${name} ${describeProblem(problem)}`,
        rule: problem.keyword,
        pointer: problem.pointer,
      },
    ]
  const isOpen = list === undefined && schema.facts().values?.length !== 1
  if (isRequired && !isOpen) return []
  const problemOf = isRequired ? `the consumer relies on ${describeValue(value)}` : 'the header is optional'
  return [
    {
      kind: 'note',
      place,
      problem: problemOf,
      rule: isRequired ? 'response-headers' : 'optional-response-headers',
      pointer,
    },
  ]
}

/** Judges the expected headers and body of a documented response. */
function judgeContent(
  contract: Contract,
  interaction: PactInteraction,
  asked: Asked,
  response: Response,
): PactFinding[] {
  const { response: expected, states, request } = interaction
  const { headers, body, rules } = expected
  const found = Object.entries(headers)
    .filter(
      ([name]) =>
        !isOfConnection(name) &&
        (name !== 'content-type' || expected.headerNames.has(name) || body !== undefined),
    )
    .flatMap(([name, value]) => judgeHeader(name, value, expected, response))
  if (body === undefined || found.some(({ kind }) => kind === 'error')) return found
  const media = response.pick(headers['content-type']) ?? response.media[0]
  const place = '/response/body'
  if (media === undefined)
    return body.bytes.length === 0
      ? found
      : [
          ...found,
          {
            kind: 'note',
            place,
            problem: 'no body is described',
            rule: 'content',
            pointer: response.pointer,
          },
        ]
  const fail = (problem: string, rule: string): PactFinding[] => [
    ...found,
    { kind: 'error', place, problem, rule, pointer: media.pointer },
  ]
  if (body.problem !== undefined) return fail(body.problem, 'parse')
  if (body.bytes.length === 0)
    return fail(`the response has no body, but must be ${media.name}`, 'response-body-schema')
  if (media.kind === 'xml' || media.kind === 'binary' || media.kind === 'multipart') return found
  let value: unknown
  try {
    value = media.parse(body.bytes, headers['content-type'])
  } catch (error) {
    return fail(`the body is not ${media.name}: ${(error as Error).message}`, 'parse')
  }
  const { effect } = asked.operation
  const sentAt =
    effect.kind === 'create' || effect.kind === 'replace' || effect.kind === 'merge' ? effect : undefined
  const ofKey = effect.kind === 'none' ? '' : effect.resource.key.property
  const isRead = asked.operation.method === 'GET' || asked.operation.method === 'HEAD'
  const know = (path: Path) => {
    if (!isSuccess(expected.status)) return undefined
    if (effect.kind === 'none') return isRead && states.length > 0 ? ({ kind: 'state' } as const) : undefined
    const { responsePath = [] } = effect
    const inner = responsePath.every((step, at) => path[at] === step)
      ? path.slice(responsePath.length)
      : undefined
    if (sentAt !== undefined && inner !== undefined && inner.length > 0) {
      const sent = getAt(asked.value, [...sentAt.requestPath, ...inner])
      const isGenerated = request.generators.body.some(({ steps }) =>
        isSame(steps, [...sentAt.requestPath, ...inner].map(String)),
      )
      const { isReadOnly = false } =
        inner.reduce<MediaType['schema'] | undefined>((at, step) => at?.at(step), media.schema)?.facts() ?? {}
      if (sent !== undefined && !isReadOnly)
        return { kind: 'sent', value: sent, isExact: !isGenerated } as const
    }
    // The key of a new record, and its times, are the service's.
    const isNew = effect.kind === 'create'
    const isKey = inner?.length === 1 && inner[0] === ofKey && effect.keyParameter !== undefined
    return (states.length > 0 && !isNew) || isKey ? ({ kind: 'state' } as const) : undefined
  }
  const { schemas } = contract
  return [
    ...found,
    ...compareBody(value, media.schema, { rules, schemas, know, isSuccess: isSuccess(expected.status) }),
  ]
}

/** Judges an interaction by a description: nothing if it is promised, notes if it leans on what is open, errors if it contradicts. */
export function judgeInteraction(contract: Contract, interaction: PactInteraction): PactFinding[] {
  const { status } = interaction.response
  const asked = judgeRequest(contract, interaction)
  if (!('operation' in asked)) return [status < 400 ? asked : { ...asked, kind: 'note' }]
  const { operation, problems, notes } = asked
  if (status < 400 && problems.length > 0) return [...problems]
  const picked = operation.responses.pick(status)
  const isOther =
    picked?.name === 'default' && operation.responses.errors.includes(picked) && isSuccess(status)
  const accepts = toAccepts(interaction.response)
  const response =
    picked === undefined || isOther
      ? operation.responses.successes.find((one) => status < 400 && accepts(one.status))
      : picked
  const ofStatus = judgeStatus(interaction, asked, response)
  const isContent = response !== undefined && status < 500 && ofStatus.every(({ kind }) => kind === 'note')
  return [...notes, ...ofStatus, ...(isContent ? judgeContent(contract, interaction, asked, response) : [])]
}
