import { memberExamples } from '../../contract/generated/members.ts'
import { operation } from '../../contract/generated/operation.ts'
import { lazy } from '../../contract/lazy.ts'
import type { NewPlant } from '../../contract/schemas.ts'
import { type HttpAnswer, type HttpRequest, isSuccess } from '../../http/exchange.ts'
import { parseExactJson, stringifyExactJson } from '../../json/exact-json.ts'
import { createMock, type Mock, type MockRequest, type MockResponse } from '../../mock/create-mock.ts'
import type { ShownFinding } from '../../reports/report.ts'
import { type Pact, type PactInteraction, toPointer } from '../file/pact-interaction.ts'
import { withToken } from '../provider/ask-service.ts'
import { toNote } from '../report.ts'
import { stateNames } from '../states/provider-states.ts'
import type { VerifiedInteraction } from '../verifier/run-verifier.ts'
import { oblige } from './oblige.ts'
import { createVariants, moreHeaders, type VariantName } from './variants.ts'

/** Matches what accepts JSON. */
const acceptsJson = /\*\/\*|application\/(?:json|\*)/i

/** Reads a request of Pact's verifier, with this token in the place of another one, and notes why a service may refuse it although the variants take it. */
function readSent(
  incoming: HttpRequest,
  interaction: PactInteraction,
  token: string | undefined,
): { request: HttpRequest; doubts: ShownFinding[] } {
  const headers = incoming.headers.map(({ name, value }) => ({ name: name.toLowerCase(), value }))
  const find = (wanted: string): string | undefined => headers.find(({ name }) => name === wanted)?.value
  const place = (...steps: string[]): string => toPointer(interaction, ['request', 'headers', ...steps])
  const doubts: ShownFinding[] = []
  if (!acceptsJson.test(find('accept') ?? '*/*'))
    doubts.push(toNote(`a service may answer only with ${operation.contentType}`, place('accept')))
  if (incoming.pieces.length > 0 && find('content-type') === undefined) {
    doubts.push(toNote('a service may refuse a body without a content type', place()))
    headers.push({ name: 'content-type', value: operation.contentType })
  }
  const request = { ...incoming, headers }
  return { request: token === undefined ? request : withToken(request, token), doubts }
}

/** An interaction that Pact's verifier verifies against a variant. */
export interface VariantTrial {
  readonly key: string
  readonly pact: Pact
  readonly interaction: PactInteraction
  readonly variant: VariantName
  /** What the verifier says about it, usually once. */
  results: VerifiedInteraction[]
  /** Why the verifier could not read its pact. */
  failure?: string | undefined
  /** The last request. */
  asked?: HttpRequest
  doubts?: readonly ShownFinding[]
}

const variants = lazy(createVariants)

/** Makes the mock of a variant, in the states of an interaction. */
function createVariant(name: VariantName, { states, known }: PactInteraction, token: string): Mock {
  const stored = states.flatMap(({ own }) => (own?.name === stateNames.plant ? [own] : []))
  const seed = new Map<bigint, NewPlant>()
  for (const { id, params } of stored) {
    if (id === undefined || BigInt.asIntN(64, id) !== id) continue
    seed.set(id, { ...(memberExamples as NewPlant), id, name: String(params['name'] ?? 'Stored') })
  }
  // A state may name another valid token than the one in the pact.
  const credentials = known.isTokenInvalid && { credentials: [token] }
  return createMock({
    ...variants()[name],
    seed: { plants: [...seed.values()] },
    ...credentials,
    journal: 0,
  })
}

/** Adds a property and headers to what a strict variant responds with, since a service may. */
function extend({ status, headers, body, ...rest }: MockResponse): MockResponse {
  const text = stringifyExactJson({ links: { self: '/plants' }, ...(parseExactJson(String(body)) as object) })
  return { ...rest, status, headers: { ...headers, ...moreHeaders }, body: text }
}

/** Asks a variant, with a mock of its own for the interaction, and keeps in the trial what it was asked. */
export async function askVariant(
  trial: VariantTrial,
  incoming: HttpRequest,
  token: string,
): Promise<HttpAnswer> {
  const { variant, interaction } = trial
  const { known, response } = interaction
  const { request, doubts } = readSent(incoming, interaction, known.isTokenInvalid ? undefined : token)
  Object.assign(trial, { asked: request, doubts })
  // The mock responds to `Prefer: code=400` with a 400 and to `Accept: text/html` with a 406, unlike other services.
  const headers = {
    ...Object.fromEntries(request.headers.map((one) => [one.name, one.value])),
    prefer: undefined,
    accept: undefined,
  }
  const plain: MockRequest = { ...request, headers, body: request.pieces[0] }
  const ask = async (name: VariantName): Promise<MockResponse> => {
    const response = await createVariant(name, interaction, token).handle(plain)
    return name === 'strict' && isSuccess(response.status) ? extend(response) : response
  }
  const own = await ask(variant)
  const strict = await ask('strict')
  const isLimited = strict.failure === 'invalid-body' && isSuccess((await ask('obliging')).status)
  const usual: HttpAnswer = {
    version: '1.1',
    status: own.status,
    headers: Object.entries(own.headers),
    body: Buffer.from(own.body as string),
  }
  if (variant !== 'obliging') return usual
  // Whether a plant is refused for its texts or members, or for a token, is open, even if its id is free.
  const isOpen = isLimited || doubts.length > 0 || [403, 413].includes(response.status)
  return oblige(interaction, request, usual, { ...known, ...(isOpen && { id: undefined }) })
}
