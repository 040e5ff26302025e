import type { components } from '../client/generated/types.ts'
import { parseExactJson } from '../json/exact-json.ts'
import { isLocked, session } from './session.ts'

type Schemas = components['schemas']
export type Config = Schemas['Config']
export type Entry = Schemas['JournalEntry']
export type RequestEvent = Schemas['RequestEvent']
export type Fault = Schemas['ActiveFault']

/** The headers that every request of the page has. */
const readHeaders = (): Record<string, string> => ({
  'x-inspector': '1',
  ...(session.adminToken.value !== '' && { 'x-admin-token': session.adminToken.value }),
  ...(session.store.value !== '' && { authorization: session.store.value }),
})

/** Calls the control API; the body is JSON text. Throws an Error with a message for people if it is refused or the fake isn't reachable. */
export async function call(
  method: string,
  path: string,
  body?: string,
  { signal }: { signal?: AbortSignal } = {},
): Promise<Response> {
  const type = body !== undefined && { 'content-type': 'application/json' }
  const headers = { ...readHeaders(), ...type }
  const init = { method, headers, ...(body !== undefined && { body }), ...(signal && { signal }) }
  const response = await fetch(`/__admin${path}`, init).catch(() => {
    throw new Error('The fake is not reachable.')
  })
  if (response.ok) return response
  if (response.status === 401) isLocked.value = true
  const { message } = (await response.json()) as { message: string }
  throw new Error(message)
}

/** Reads JSON from the control API, with exact ids. */
export async function read<Answer>(path: string): Promise<Answer> {
  const response = await call('GET', path)
  return parseExactJson(await response.text()) as Answer
}

/** Returns the message of an error for people. */
export const toMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error))
