import type { Path, StatusCodeMatcher, TemplateHeaders, TemplateQuery } from '@pact-foundation/pact'
import { stringifyExactJson } from '../../json/exact-json.ts'
import { loadCore } from '../load-core.ts'
import type { RecordState } from '../states.ts'
import type { Template } from './to-template.ts'

type PactV4 = InstanceType<typeof import('@pact-foundation/pact')['PactV4']>

/** An interaction of Pact that is ready for its test. */
export type ReadyInteraction = ReturnType<
  ReturnType<ReturnType<PactV4['addInteraction']>['withRequest']>['willRespondWith']
>

/** A request to an operation and its response, as a consumer and a service agree on them. */
export interface Interaction {
  description: string
  states: readonly RecordState[]
  request: {
    method: string
    path: Template
    query: Readonly<Record<string, readonly Template[]>>
    headers: Readonly<Record<string, Template>>
    /** In JSON; an empty text means that there must be no body. */
    body?: string
  }
  response: { status: number; isAny4xx: boolean; headers: Readonly<Record<string, Template>>; body?: string }
  /** Adds it to a pact of pact-js; its `executeTest` runs the consumer's test. */
  addTo(pact: PactV4): ReadyInteraction
}

/** Makes bigints numbers that `JSON.stringify` writes exactly. */
const toRaw = (value: unknown): ReturnType<typeof JSON.parse> =>
  JSON.parse(stringifyExactJson(value), (_key, one, context?: { source?: string }) =>
    typeof one === 'number' && !Number.isSafeInteger(one)
      ? (JSON as { rawJSON?(text?: string): unknown }).rawJSON?.(context?.source)
      : one,
  )

/** Adds an interaction to a pact of pact-js. */
export function addToPact(
  pact: PactV4,
  { description, states, request, response }: Omit<Interaction, 'addTo'>,
): ReadyInteraction {
  const begun = pact.addInteraction()
  for (const { name, params } of states) begun.given(name, params && toRaw(params))
  const anyOf4xx = { 'pact:matcher:type': 'statusCode', status: 'clientError', value: response.status }
  return begun
    .uponReceiving(description)
    .withRequest(request.method, request.path as Path, (builder) => {
      builder.query(request.query as TemplateQuery).headers(request.headers as TemplateHeaders)
      if (request.body !== undefined) builder.jsonBody(request.body)
    })
    .willRespondWith(
      response.isAny4xx ? (anyOf4xx as StatusCodeMatcher<number>) : response.status,
      (builder) => {
        builder.headers(response.headers as TemplateHeaders)
        if (response.body !== undefined) builder.jsonBody(response.body)
      },
    )
}

/** Accepts the status of any client error. */
const anyClientError = { status: { $: { matchers: [{ match: 'statusCode', status: 'clientError' }] } } }

/** The versions of the format by their numbers in Pact's core. */
const versions = { V3: 4, V4: 5 } as const

const toText = (value: unknown): string => (typeof value === 'string' ? value : stringifyExactJson(value))

/** Lets Pact's core write interactions into the file of a pact, which keeps its other interactions. */
export function writePact(
  { consumer, provider, dir, spec }: { consumer: string; provider: string; dir: string; spec: 'V3' | 'V4' },
  interactions: Iterable<Interaction>,
): void {
  const pact = loadCore('record the pact').makeConsumerPact(consumer, provider, versions[spec], 'error')
  for (const { description, states, request, response } of interactions) {
    const written = pact.newInteraction(description)
    for (const { name, params } of states)
      if (params === undefined) written.given(name)
      else written.givenWithParams(name, stringifyExactJson(params))
    written.withRequest(request.method, toText(request.path))
    for (const [name, values] of Object.entries(request.query))
      values.forEach((value, at) => void written.withQuery(name, at, toText(value)))
    for (const [name, value] of Object.entries(request.headers))
      written.withRequestHeader(name, 0, toText(value))
    const { 'Content-Type': sent = 'application/json' } = request.headers
    if (request.body !== undefined) written.withRequestBody(request.body, toText(sent))
    written.withStatus(response.status)
    if (response.isAny4xx) written.withResponseMatchingRules(JSON.stringify(anyClientError))
    for (const [name, value] of Object.entries(response.headers))
      written.withResponseHeader(name, 0, toText(value))
    const { 'Content-Type': received = 'application/json' } = response.headers
    if (response.body !== undefined) written.withResponseBody(response.body, toText(received))
  }
  pact.writePactFile(dir)
}
