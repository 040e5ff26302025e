import { type Signal, signal } from '@preact/signals'
import { parseExactJson } from '../../json/exact-json.ts'
import type { components } from '../client/generated/types.ts'

type Schemas = components['schemas']
export type Config = Schemas['Config']
export type Entry = Schemas['JournalEntry']
export type RequestEvent = Schemas['RequestEvent']
export type Fault = Schemas['ActiveFault']
export type Example = Schemas['SentRequest'] & { headers: Record<string, string> }

/** The token that the person entered; only this page knows it, and forgets it with a reload. */
export const adminToken: Signal<string> = signal('')

/** The header that selects the mock of a credential, if each has its own. */
export const identity: Signal<Readonly<Record<string, string>>> = signal({})

/** Whether the mock wants another admin token. */
export const isLocked: Signal<boolean> = signal(false)

/** Calls the control API; the body is JSON. Throws an Error with a message for people if it is rejected or the mock isn't reachable. */
export async function call(method: string, path: string, body?: string, signal?: AbortSignal) {
  const headers = {
    'x-page': '1',
    ...(adminToken.value !== '' && { 'x-admin-token': adminToken.value }),
    ...identity.value,
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
export async function readExample(operation: string): Promise<Example> {
  const example = await read<Example>(`/operations/${encodeURIComponent(operation)}`)
  const own = Object.entries(identity.value).filter(([name]) => name in example.headers)
  return { ...example, headers: { ...example.headers, ...Object.fromEntries(own) } }
}

/** Returns the message of an error for people. */
export const toMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error))
