import { operation } from '../../contract/generated/operation.ts'
import { stringifyExactJson } from '../../json/exact-json.ts'
import type { Interaction } from '../consumer/interactions.ts'
import { bearer } from '../consumer/templates.ts'
import { loadCore } from '../load-core.ts'
import type { CheckedPactOptions } from '../options.ts'

/** The versions of the format by their numbers in Pact's core. */
const versions = { V3: 4, V4: 5 } as const

/** Accepts the status of any client error. */
const anyClientError = { status: { $: { matchers: [{ match: 'statusCode', status: 'clientError' }] } } }

/** Lets Pact's core write interactions into the file of a pact, which keeps its other interactions. Only V4 can hold a body that isn't JSON. */
export function writePact(
  { consumer, provider, dir, spec }: CheckedPactOptions,
  interactions: Iterable<Interaction>,
): void {
  const pact = loadCore('record the pact').makeConsumerPact(consumer, provider, versions[spec], 'error')
  const { method, path, contentType } = operation
  for (const { description, states, token, body, answer } of interactions) {
    const written = pact.newInteraction(description)
    for (const { name, params } of states)
      if (params === undefined) written.given(name)
      else written.givenWithParams(name, JSON.stringify(params))
    written.withRequest(method, path)
    if (token !== undefined)
      written.withRequestHeader('Authorization', 0, JSON.stringify(bearer(token)))
    written.withRequestHeader('Content-Type', 0, contentType)
    const json = body === undefined ? '' : 'text' in body ? body.text : stringifyExactJson(body.json)
    written.withRequestBody(json, contentType)
    written.withStatus(answer.status)
    if (answer.isAnyClientError) written.withResponseMatchingRules(JSON.stringify(anyClientError))
    if (answer.body !== undefined) written.withResponseBody(stringifyExactJson(answer.body), contentType)
  }
  pact.writePactFile(dir)
}
