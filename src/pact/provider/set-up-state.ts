import { randomInt } from 'node:crypto'
import { hideQuery } from '../../http/mask.ts'
import { readBody } from '../../http/relay.ts'
import { parseExactJson, stringifyExactJson } from '../../json/exact-json.ts'
import { isObject } from '../../options/is-object.ts'
import { readRecordState, wrongCredentials } from '../states.ts'
import type { Connection } from './connect.ts'
import type { VerifyProviderOptions } from './provider-options.ts'

/** A request of Pact's verifier for a change of state. */
export interface StateChange {
  state: string
  params: Readonly<Record<string, unknown>>
  action: 'setup' | 'teardown'
}

/** Reads the values of a state; services that return none needn't respond with JSON. */
function parse(text: string): Record<string, unknown> {
  try {
    const value = parseExactJson(text)
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}

/** Requests a state from a URL of the service, like Pact's verifiers; fails unless the response is 2xx. */
async function forwardState(url: string | URL, change: StateChange, signal: AbortSignal): Promise<object> {
  const headers = { 'Content-Type': 'application/json' }
  const request = { method: 'POST', headers, body: stringifyExactJson(change), signal }
  const response = await fetch(url, request).catch(({ message, cause }: Error) => {
    throw new Error(`${hideQuery(url)} gave no response: ${(cause as Error | undefined)?.message ?? message}`)
  })
  if (!response.ok) throw new Error(`${hideQuery(url)} responded with ${response.status}`)
  return parse(String(await readBody(response.body)))
}

/** Returns a key of the same kind that is likely to be free. Large keys stay large, so that a service that rounds them is found. */
function toFreeKey(key: unknown): unknown {
  const random = randomInt(2 ** 20, 2 ** 31)
  if (typeof key === 'string') return `${key}-${random}`
  return typeof key === 'bigint' ? BigInt.asIntN(64, key - BigInt(random) * 2n) : random
}

/** Puts or removes the record of a state through the control API of a mock. */
async function changeRecord(
  { resource, exists }: { resource: string; exists: boolean },
  params: StateChange['params'],
  send: Connection['sendJson'],
): Promise<object> {
  const path = `/__admin/records/${encodeURIComponent(resource)}`
  const [key] = Object.values(params)
  const { status, body } = exists
    ? await send('POST', path, stringifyExactJson(params))
    : await send('DELETE', `${path}/${encodeURIComponent(String(key))}`)
  if (status < 300 || (!exists && status === 404)) return { ...params, ...(exists && parse(body)) }
  throw new Error(`the mock responded with ${status}: ${body.slice(0, 200)}`)
}

/** Makes the function that sets up states and cleans up: by handlers, by a URL, or records through the control API of a mock. */
export function createStates(
  { states = {}, stateChangeUrl }: Pick<VerifyProviderOptions, 'states' | 'stateChangeUrl'>,
  send: Connection['sendJson'],
  signal: AbortSignal,
): (change: StateChange) => Promise<object> {
  let mock: Promise<boolean> | undefined
  const findMock = (): Promise<boolean> => {
    mock ??= send('GET', '/__admin/records').then(
      ({ status, body }) => status === 200 && Array.isArray(parse(body)['resources']),
    )
    return mock
  }
  return async (change) => {
    const { state, params, action } = change
    if (stateChangeUrl !== undefined) return await forwardState(stateChangeUrl, change, signal)
    if (Object.hasOwn(states, state)) {
      const handler = states[state]
      const { setup, teardown } =
        typeof handler === 'function' ? { setup: handler, teardown: undefined } : (handler ?? {})
      const values = await (action === 'setup' ? setup : teardown)?.(params)
      return isObject(values) ? values : {}
    }
    const record = readRecordState(state)
    if (state === wrongCredentials || (record !== undefined && action === 'teardown')) return {}
    const advice = 'Pass states, or --state-change-url'
    if (record === undefined) throw new Error(`there is no handler for this state. ${advice}`)
    if (await findMock()) return await changeRecord(record, params, send)
    if (record.exists) throw new Error(`only a mock of the kit has a control API for records. ${advice}`)
    // Another service can only be given a free key.
    return Object.fromEntries(Object.entries(params).map(([name, key]) => [name, toFreeKey(key)]))
  }
}
