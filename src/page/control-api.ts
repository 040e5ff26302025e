import { type Signal, signal } from '@preact/signals'
import type { components } from '../client/generated/types.ts'
import { parseExactJson } from '../json/exact-json.ts'

type Schemas = components['schemas']
export type Config = Schemas['Config']
export type Entry = Schemas['JournalEntry']
export type RequestEvent = Schemas['RequestEvent']
export type Fault = Schemas['ActiveFault']
export type SentRequest = Schemas['SentRequest']

/** What the person entered; only this page knows it, and forgets it with a reload. */
export const session: {
  adminToken: Signal<string>
  /** The header that selects the mock of a credential, if each has its own. */
  credential: Signal<Readonly<Record<string, string>>>
} = { adminToken: signal(''), credential: signal({}) }

/** Whether the mock wants another admin token. */
export const isLocked: Signal<boolean> = signal(false)

/** Calls the control API; the body is JSON. Throws an Error with a message for people if it is rejected or the mock isn't reachable. */
export async function call(
  method: string,
  path: string,
  body?: string,
  { signal }: { signal?: AbortSignal } = {},
): Promise<Response> {
  const headers = {
    'x-page': '1',
    ...(session.adminToken.value !== '' && { 'x-admin-token': session.adminToken.value }),
    ...session.credential.value,
    ...(body !== undefined && { 'content-type': 'application/json' }),
  }
  const init = { method, headers, ...(body !== undefined && { body }), ...(signal && { signal }) }
  const response = await fetch(`/__admin${path}`, init).catch(() => {
    throw new Error('The mock is not reachable.')
  })
  if (response.ok) return response
  if (response.status === 401) isLocked.value = true
  const { message } = (await response.json()) as { message: string }
  throw new Error(message)
}

/** Reads JSON from the control API, with exact numbers. */
export async function read<Found>(path: string): Promise<Found> {
  const response = await call('GET', path)
  return parseExactJson(await response.text()) as Found
}

/** Reads a valid request of an operation. */
export async function readExample(
  operation: string,
): Promise<SentRequest & { headers: Record<string, string> }> {
  const example = await read<SentRequest>(`/operations/${encodeURIComponent(operation)}`)
  const { headers = {} } = example
  const own = Object.entries(session.credential.value).filter(([name]) => name in headers)
  return { ...example, headers: { ...headers, ...Object.fromEntries(own) } }
}

/** Returns the message of an error for people. */
export const toMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error))
