import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import type { RuleId } from '../../judge/generated/rules.ts'
import { type Pact, PactFileError } from '../file/pact-document.ts'
import { expectsSuccess, type PactInteraction } from '../reading/pact-interaction.ts'
import type { Found } from './found.ts'
import { type Comparison, loadComparator } from './load-comparator.ts'

/** What the kit judges itself, as the comparator knows neither which rules are open nor what is left to credentials. */
const ownCodes = new Set([
  'request.authorization.missing',
  'request.path-or-method.unknown',
  'response.status.unknown',
])

/** Makes a JSON pointer of what the comparator calls a place: `[root].interactions[0].request.headers.accept`. */
function toPointer(location: string, { document }: Pact, { request }: PactInteraction): string {
  let inner: unknown = document
  const steps = location.split(/[.[\]]+/).filter((step) => step !== '' && step !== 'root')
  const names = steps.map((step) => {
    // Names of headers are in small letters there.
    const name = Object.keys(Object(inner)).find((own) => own.toLowerCase() === step) ?? step
    inner = Object(inner)[name]
    return name
  })
  const pointer = `/${names.join('/')}`
  return request.bodyPointer.endsWith('/content')
    ? pointer.replace(/\/body(?=\/|$)/, '/body/content')
    : pointer
}

function findRule({ code, message }: Comparison, { response }: PactInteraction): RuleId | undefined {
  const isCreated = response.status === 200
  if (code.startsWith('request.content-type')) return 'refuses-other-content-type'
  if (code.startsWith('response.content-type'))
    return isCreated ? 'created-content-type' : 'error-content-type'
  if (code.startsWith('request.query')) return 'other-paths'
  if (code.startsWith('request.body')) return 'refuses-non-object'
  if (code !== 'response.body.incompatible') return undefined
  if (message.includes('additional properties - id')) return 'plant-has-no-id'
  return isCreated ? 'created-is-json' : 'error-is-json'
}

/** What an answer has that no schema names: only the comparator looks for it. */
const isAdditional = ({ message }: Comparison): boolean => message.includes('additional properties')

/**
 * Compares a pact with openapi.yaml.
 *
 * @returns what is wrong with each interaction that goes over HTTP, without what `findOwn` finds as well
 *
 * @throws {PactFileError} where the comparator cannot read the pact
 * @throws {Error} where the comparator is not installed
 */
export async function compare(
  pact: Pact,
  interactions: readonly PactInteraction[],
  findOwn: (interaction: PactInteraction) => readonly Found[],
): Promise<ReadonlyMap<PactInteraction, readonly Found[]>> {
  const { Comparator } = loadComparator()
  const oas = parse(readFileSync(new URL('../../../openapi.yaml', import.meta.url), 'utf8'))
  const found = new Map<PactInteraction, Found[]>()
  try {
    for await (const result of new Comparator({ oas }).compare(JSON.parse(pact.text))) {
      const { location = '' } = result.mockDetails ?? {}
      const index = /^\[root\]\.interactions\[(\d+)\]/.exec(location)?.[1]
      const interaction = interactions.find(({ pointer }) => pointer === `/interactions/${index}`)
      if (interaction === undefined || ownCodes.has(result.code)) continue
      // A request that is to be refused may be wrong.
      if (result.code.startsWith('request.') && !expectsSuccess(interaction)) continue
      const place = toPointer(location, pact, interaction)
      if (!isAdditional(result) && findOwn(interaction).some((own) => own.place === place)) continue
      const rule = findRule(result, interaction)
      const one = {
        place,
        problem: result.message,
        ...(rule !== undefined && { rule }),
        isOpen: result.type !== 'error',
      }
      found.set(interaction, [...(found.get(interaction) ?? []), one])
    }
  } catch (error) {
    throw new PactFileError(`${pact.source} is no pact: ${(error as Error).message}`)
  }
  return found
}
