import { randomInt } from 'node:crypto'
import { parseExactJson, stringifyExactJson } from '../../json/exact-json.ts'
import { isObject } from '../../options/is-object.ts'
import { readRecordState, wrongCredentials } from '../states.ts'
import type { ServiceConnection } from './connect.ts'
import type { VerifyProviderOptions } from './provider-options.ts'

export interface StateChange {
  state: string
  params: Readonly<Record<string, unknown>>
  action: 'setup' | 'teardown'
}

/** Reads the values of a state; services that return none needn't respond with JSON. */
function parse(text: string): Record<string, unknown> {
  try {
    return Object(parseExactJson(text))
  } catch {
    return {}
  }
}

/** Returns a key of the same kind that is likely to be free. Large keys stay large, so that a service that rounds them is found. */
function toFreeKey(key: unknown): unknown {
  const random = randomInt(2 ** 20, 2 ** 31)
  if (typeof key === 'string') return `${key}-${random}`
  return typeof key === 'bigint' ? BigInt.asIntN(64, key - BigInt(random) * 2n) : random
}

/** Requests a state from a URL of the service, like Pact's verifiers; fails unless the response is 2xx. */
async function forwardState(url: string | URL, change: StateChange, signal: AbortSignal): Promise<object> {
  const headers = { 'Content-Type': 'application/json' }
  const request = { method: 'POST', headers, body: stringifyExactJson(change), signal }
  const response = await fetch(url, request).catch(({ message, cause }: Error) => {
    throw new Error(`${url} gave no response: ${(cause as Error | undefined)?.message ?? message}`)
  })
  if (!response.ok) throw new Error(`${url} responded with ${response.status}`)
  return parse(await response.text())
}

/** Puts or removes a record through the control API of a mock; another service can only be given a free key. */
async function changeRecord(
  { resource, exists }: { resource: string; exists: boolean },
  params: StateChange['params'],
  { sendJson }: ServiceConnection,
): Promise<object> {
  const path = `/__admin/records/${encodeURIComponent(resource)}`
  const isMock = Array.isArray(parse((await sendJson('GET', '/__admin/records')).text)['resources'])
  if (!isMock && exists) throw new Error(`only a mock of the kit has a control API for records. ${advice}`)
  if (!isMock) return Object.fromEntries(Object.entries(params).map(([name, key]) => [name, toFreeKey(key)]))
  const { status, text } = exists
    ? await sendJson('POST', path, params)
    : await sendJson('DELETE', `${path}/${encodeURIComponent(String(Object.values(params)[0]))}`)
  if (status < 300 || (!exists && status === 404)) return { ...params, ...(exists && parse(text)) }
  throw new Error(`the mock responded with ${status}: ${text.slice(0, 200)}`)
}

const advice = 'Pass states, or --state-change-url'

/** Makes the function that sets up states and cleans up: by handlers, by a URL, or records through the control API of a mock. */
export function createStates(
  { states = {}, stateChangeUrl }: Pick<VerifyProviderOptions, 'states' | 'stateChangeUrl'>,
  service: ServiceConnection,
  signal: AbortSignal,
): (change: StateChange) => Promise<object> {
  return async (change) => {
    const { state, params, action } = change
    if (stateChangeUrl !== undefined) return await forwardState(stateChangeUrl, change, signal)
    if (Object.hasOwn(states, state)) {
      const { [state]: handler } = states
      const { setup, teardown } = typeof handler === 'function' ? { setup: handler } : (handler ?? {})
      const values = await (action === 'setup' ? setup : teardown)?.(params)
      return isObject(values) ? values : {}
    }
    const record = readRecordState(state)
    if (state === wrongCredentials || (record !== undefined && action === 'teardown')) return {}
    if (record === undefined) throw new Error(`there is no handler for this state. ${advice}`)
    return await changeRecord(record, params, service)
  }
}
