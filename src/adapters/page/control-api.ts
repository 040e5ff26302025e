import { type Signal, signal } from '@preact/signals'
import { parseExactJson, stringifyExactJson } from '../../json/exact-json.ts'
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

/** Calls the control API with a value, or with a text of JSON. Throws an Error with a message for people if it is rejected or the mock isn't reachable. */
export async function call(method: string, path: string, body?: object | string, signal?: AbortSignal) {
  const headers = { 'x-page': '1', 'content-type': 'application/json', ...identity.value }
  const response = await fetch(`/__admin${path}`, {
    method,
    headers: adminToken.value === '' ? headers : { ...headers, 'x-admin-token': adminToken.value },
    body: typeof body === 'object' ? stringifyExactJson(body) : (body ?? null),
    signal: signal ?? null,
  }).catch(() => {
    throw new Error('The mock is not reachable.')
  })
  if (response.ok) return response
  if (response.status === 401) isLocked.value = true
  const { message } = (await response.json()) as { message: string }
  throw new Error(message)
}

/** Reads JSON from the control API, with exact numbers. */
export async function read<Found>(path: string, sent?: object): Promise<Found> {
  const response = await call(sent === undefined ? 'GET' : 'POST', path, sent)
  return parseExactJson(await response.text()) as Found
}

export async function readExample(operation: string): Promise<Example> {
  const example = await read<Example>(`/operations/${encodeURIComponent(operation)}`)
  const own = Object.entries(identity.value).filter(([name]) => name in example.headers)
  return { ...example, headers: { ...example.headers, ...Object.fromEntries(own) } }
}
