import type { Contract } from '../../contract/contract.ts'
import { getAt } from '../../json/at-path.ts'
import { parseExactJson } from '../../json/exact-json.ts'
import type { JournalEntry } from '../../mock/journal/journal-entry.ts'

/** The most characters of a body that is read for its key. */
const maxRead = 20_000

function readAt(body: string, path: readonly string[]): unknown {
  if (body === '' || body.length > maxRead) return undefined
  try {
    return getAt(parseExactJson(body), path)
  } catch {
    return undefined
  }
}

/** Finds the key of the record that a request was to create, in its body or in the response. */
export function findKey(
  contract: Contract,
  { operation = '', created, request, response }: JournalEntry,
): string | number | bigint | undefined {
  const effect = contract.operation(operation)?.effect
  if (effect?.kind !== 'create') return undefined
  const { requestPath, responsePath = [], resource } = effect
  const { property } = resource.key
  if (property === '') return undefined
  const sent = readAt(request.body, [...requestPath, property])
  const key =
    sent ?? (created === undefined ? undefined : readAt(response?.body ?? '', [...responsePath, property]))
  return typeof key === 'string' || typeof key === 'number' || typeof key === 'bigint' ? key : undefined
}
