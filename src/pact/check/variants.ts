import type { Contract } from '../../contract/contract.ts'
import { plantStore } from '../../contract/plant-store.ts'
import { toContract } from '../../contract/to-contract.ts'
import type { MockOptions, ResponsesOption } from '../../mock/create-mock.ts'
import { type FailureName, failureNames } from '../../mock/failures.ts'

/** The names of {@link variants}, in their order. */
export const variantNames = ['obliging', 'other', 'strict'] as const

/** The name of a variant. */
export type VariantName = (typeof variantNames)[number]

type Row = Exclude<ResponsesOption, string>[FailureName]

/** The mistakes of a body, to which the specification documents a 400 as the response (section 4, rule 3). */
const ofBody: readonly FailureName[] = ['missing-body', 'malformed-body', 'invalid-body']

const ofCredentials: readonly FailureName[] = ['missing-credentials', 'invalid-credentials']

const toRows = (toRow: (name: FailureName) => Row): ResponsesOption =>
  Object.fromEntries(failureNames.map((name) => [name, toRow(name)]))

/** Headers that a service may add. */
export const moreHeaders = { 'content-type': 'application/json; charset=utf-8', 'x-request-id': '1' }

/** Other statuses than those of HTTP, and nothing that reads like an Error. */
function toOtherRow(name: FailureName): Row {
  if (ofBody.includes(name)) return { properties: { error: 0, message: 'Bad Request' } }
  const status = ofCredentials.includes(name) ? 404 : 422
  return { status, body: 'Refused', headers: { 'content-type': 'text/plain' } }
}

/** Allows only texts that no service rejects: neither empty, blank, long, nor with control characters. */
function narrowTexts(): Contract {
  const document = structuredClone(plantStore().document) as {
    components: { schemas: Record<string, { properties?: Record<string, Record<string, unknown>> }> }
  }
  for (const property of Object.values(document.components.schemas['Plant']?.properties ?? {}))
    if (property['type'] === 'string') property['pattern'] = '^(?=.*\\S)[^\\p{Cc}\\p{Cn}\\p{Cs}]{1,100}$'
  return toContract(document)
}

/**
 * Services that keep the specification and differ in what it leaves open: statuses, error numbers and texts, more properties
 * and headers, parameters of the content type, stored ids, limits of texts, and unknown properties. `obliging` does what a
 * pact expects, wherever that is legal.
 */
export const createVariants = (): Readonly<Record<VariantName, MockOptions>> => ({
  obliging: { onDuplicate: 'replace' },
  other: { onDuplicate: 'keep', responses: toRows(toOtherRow) },
  strict: {
    contract: narrowTexts(),
    unknownProperties: 'reject',
    responses: {
      preset: 'documented',
      ...(toRows(() => ({
        properties: { error: -(2 ** 31), message: '', details: [] },
        headers: { ...moreHeaders, 'www-authenticate': 'Bearer' },
      })) as object),
    },
  },
})
