import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { load } from 'js-yaml'
import { stringifyExactJson } from '../../contract/exact-json.ts'
import { operation } from '../../contract/generated/operation.ts'
import { type Pact, PactFileError } from '../file/pact-document.ts'
import { expectsSuccess, type PactInteraction } from '../file/pact-interaction.ts'
import type { PactFinding } from '../pact-report.ts'

/** The part of a result of the comparator that the kit uses. The types of the comparator can't be imported. */
interface Comparison {
  code: string
  message: string
  type: 'error' | 'warning' | 'info'
  /** The location in the pact. */
  mockDetails?: { location: string }
}

interface ComparatorModule {
  Comparator: new (options: { oas: unknown }) => { compare(pact: unknown): AsyncGenerator<Comparison> }
}

function loadComparator(): ComparatorModule {
  try {
    const require = createRequire(import.meta.url)
    return require('@pactflow/openapi-pact-comparator')
  } catch (error) {
    const fix =
      'the comparator could not be loaded. Run npm install --save-dev @pactflow/openapi-pact-comparator.'
    throw new Error(`Failed to check the pact: ${fix}`, { cause: error })
  }
}

/** Codes that the kit's own judge decides: the comparator doesn't know which rules are open, nor how credentials are checked. */
const ownCodes =
  /^(?:request\.(?:authorization|path-or-method|content-type|body)|response\.(?:status|content-type))/

/** Converts a location of the comparator, such as `[root].interactions[0].request.headers.accept`, to a JSON pointer. */
function toPointer(
  { message, mockDetails }: Comparison,
  { document }: Pact,
  { request }: PactInteraction,
): string {
  let inner: unknown = document
  const steps = (mockDetails?.location ?? '')
    .split(/[.[\]]+/)
    .filter((step) => step !== '' && step !== 'root')
  const names = steps.map((step) => {
    // The comparator writes names of headers in lower case.
    const name = Object.keys(Object(inner)).find((own) => own.toLowerCase() === step) ?? step
    inner = Object(inner)[name]
    return name
  })
  const additional = /additional properties - (\w+)/.exec(message)?.[1]
  const pointer = `/${[...names, ...(additional === undefined ? [] : [additional])].join('/')}`
  return request.bodyPointer.endsWith('/content')
    ? pointer.replace(/\/body(?=\/|$)/, '/body/content')
    : pointer
}

/** Writes a pact for the comparator. It can't decode bodies, so each body becomes its plain value. */
function toPlainPact({ text }: Pact, interactions: readonly PactInteraction[]): unknown {
  const document = JSON.parse(text)
  for (const interaction of interactions) {
    const [, list = '', index = ''] = interaction.pointer.split('/')
    const one = document[list]?.[index]
    if (one === undefined) continue
    const { method, path } = interaction.request
    one.request = { method, path, ...one.request }
    one.response = { status: interaction.response.status, ...one.response }
    for (const side of ['request', 'response'] as const) {
      const { body, bodyPointer } = interaction[side]
      if (body === undefined || !('value' in body)) continue
      const value = JSON.parse(stringifyExactJson(body.value))
      const isWrapped = bodyPointer.endsWith('/content')
      one[side].body = isWrapped
        ? { content: value, contentType: operation.contentType, encoded: false }
        : value
    }
  }
  return document
}

/**
 * Compares a pact with openapi.yaml.
 *
 * @param judged the findings of the judge for each interaction; a place that has one isn't reported again, nor are other operations
 *
 * @throws {PactFileError} if the comparator cannot read the pact
 * @throws {Error} if the comparator is not installed
 */
export async function compare(
  pact: Pact,
  judged: ReadonlyMap<PactInteraction, readonly PactFinding[]>,
): Promise<ReadonlyMap<PactInteraction, readonly PactFinding[]>> {
  const { Comparator } = loadComparator()
  const oas = load(readFileSync(new URL('../../../openapi.yaml', import.meta.url), 'utf8'))
  const found = new Map<PactInteraction, PactFinding[]>()
  try {
    for await (const result of new Comparator({ oas }).compare(toPlainPact(pact, [...judged.keys()]))) {
      const index = /^\[root\]\.interactions\[(\d+)\]/.exec(result.mockDetails?.location ?? '')?.[1]
      const [interaction, own = []] =
        [...judged].find(([{ pointer }]) => pointer === `/interactions/${index}`) ?? []
      if (interaction === undefined || ownCodes.test(result.code) || isOther(interaction)) continue
      // If the provider must refuse a request, the request may be wrong.
      if (result.code.startsWith('request.') && !expectsSuccess(interaction)) continue
      const place = toPointer(result, pact, interaction)
      if (own.some((one) => one.place === place || one.place?.startsWith(`${place}/`))) continue
      const one: PactFinding = {
        severity: result.type === 'error' ? 'error' : 'note',
        place,
        problem: result.message,
      }
      found.set(interaction, [...(found.get(interaction) ?? []), one])
    }
  } catch (error) {
    throw new PactFileError(`${pact.source} isn't a pact: ${(error as Error).message}`)
  }
  return found
}

const isOther = ({ otherKind, request: { method, path } }: PactInteraction): boolean =>
  otherKind !== undefined || method !== operation.method || path !== operation.path
