import { openApi } from '../../contract/generated/open-api.ts'
import { operation } from '../../contract/generated/operation.ts'
import { loadPeer } from '../../contract/load-peer.ts'
import { stringifyExactJson } from '../../json/exact-json.ts'
import type { ShownFinding } from '../../reports/report.ts'
import { expectsSuccess, type Pact, type PactInteraction, toPointer } from '../file/pact-interaction.ts'
import { PactFileError } from '../file/read-pact.ts'

/** The part of a result of the comparator that the kit uses. The types of the comparator can't be imported. */
interface Comparison {
  code: string
  message: string
  type: 'error' | 'warning' | 'info'
  mockDetails?: { location: string }
}

interface Comparator {
  compare(pact: unknown): AsyncGenerator<Comparison>
}

interface ComparatorModule {
  Comparator: new (options: { oas: unknown }) => Comparator
}

const peer = {
  what: 'check the pact',
  name: 'the comparator',
  peer: '@pactflow/openapi-pact-comparator',
}

let comparator: Comparator | undefined

/** Returns the one comparator of the process: each one would compile the schemas of openapi.yaml again. */
function getComparator(): Comparator {
  const { Comparator } = loadPeer<ComparatorModule>(peer, (require) =>
    require('@pactflow/openapi-pact-comparator'),
  )
  comparator ??= new Comparator({ oas: openApi })
  return comparator
}

/** Codes of results that the kit's own judge replaces: the comparator doesn't know which rules are open, or how credentials are checked. */
const ownCodes =
  /^(?:request\.(?:authorization|path-or-method|content-type|body)|response\.(?:status|content-type))/

/** Converts a location of the comparator in an interaction, such as `request.headers.accept`, to a JSON pointer. */
function toPlace(interaction: PactInteraction, location: string, message: string): string {
  const [side = '', part = '', ...rest] = location.split(/[.[\]]+/).filter((step) => step !== '')
  const [, additional] = /additional properties - (\w+)/.exec(message) ?? []
  return toPointer(interaction, [side, part, ...rest, ...(additional === undefined ? [] : [additional])])
}

/** Converts an interaction to version 3 for the comparator, which can't decode bodies. */
function toPlain({ description, states, request, response }: PactInteraction): object {
  const toMessage = ({ headers, body }: PactInteraction['request'] | PactInteraction['response']) => ({
    headers: Object.fromEntries(headers),
    ...(body !== undefined && 'value' in body && { body: JSON.parse(stringifyExactJson(body.value)) }),
  })
  const { method, path } = request
  return {
    description,
    providerStates: states.map(({ name }) => ({ name })),
    request: { method, path, ...toMessage(request) },
    response: { status: response.status, ...toMessage(response) },
  }
}

const isOther = ({ otherKind, request: { method, path } }: PactInteraction): boolean =>
  otherKind !== undefined || method !== operation.method || path !== operation.path

/** Compares the interactions of a pact with openapi.yaml. Places that the kit's judge has findings for aren't reported again. */
export async function compare(
  { source, interactions }: Pact,
  judged: readonly (readonly ShownFinding[])[],
): Promise<ShownFinding[][]> {
  const metadata = { pactSpecification: { version: '3.0.0' } }
  const plain = { interactions: interactions.map(toPlain), metadata }
  const found: ShownFinding[][] = interactions.map(() => [])
  const compared = getComparator()
  try {
    for await (const { code, message, type, mockDetails } of compared.compare(plain)) {
      const [, at = '', location = ''] =
        /^\[root\]\.interactions\[(\d+)\]\.?(.*)$/.exec(mockDetails?.location ?? '') ?? []
      const interaction = interactions[Number(at)]
      if (at === '' || interaction === undefined || ownCodes.test(code) || isOther(interaction)) continue
      // If the provider must refuse a request, the request may be wrong.
      if (code.startsWith('request.') && !expectsSuccess(interaction)) continue
      const place = toPlace(interaction, location, message)
      const own = judged[Number(at)] ?? []
      if (own.some((one) => `${one.place}/`.startsWith(`${place}/`))) continue
      found[Number(at)]?.push({
        kind: type === 'error' ? 'error' : 'note',
        place,
        problem: message,
        exchanges: [],
      })
    }
  } catch (error) {
    throw new PactFileError(`${source} isn't a pact: ${(error as Error).message}`)
  }
  return found
}
