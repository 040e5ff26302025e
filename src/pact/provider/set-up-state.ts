import { randomInt } from 'node:crypto'
import { hideQuery } from '../../http/mask.ts'
import { readBody } from '../../http/relay.ts'
import { parseExactJson, stringifyExactJson } from '../../json/exact-json.ts'
import { isObject } from '../../options/is-object.ts'
import { readRecordState, wrongCredentials } from '../states.ts'
import type { StateHandlers, StateValues } from './provider-options.ts'

/** A request of Pact's verifier for a change of state. */
export interface StateChange {
  state: string
  params: Readonly<Record<string, unknown>>
  action: 'setup' | 'teardown'
}

/** Sends a request of the run itself, such as to the control API of a mock. */
export type SendJson = (
  method: string,
  path: string,
  body?: string,
) => Promise<{ status: number; body: string }>

const parse = (text: string): unknown => {
  try {
    return parseExactJson(text)
  } catch {
    // Services that return no values needn't respond with JSON.
    return undefined
  }
}

/** Requests a state from a URL of the service, like Pact's verifiers; fails unless the response is 2xx. */
async function forwardState(url: string | URL, change: StateChange, signal: AbortSignal): Promise<unknown> {
  const headers = { 'Content-Type': 'application/json' }
  const request = { method: 'POST', headers, body: stringifyExactJson(change), signal }
  const response = await fetch(url, request).catch(({ message, cause }: Error) => {
    throw new Error(`${hideQuery(url)} gave no response: ${(cause as Error | undefined)?.message ?? message}`)
  })
  if (!response.ok) throw new Error(`${hideQuery(url)} responded with ${response.status}`)
  return parse(String(await readBody(response.body)))
}

/** Returns a key of the same kind that is likely to be free, exactly if it is an integer. */
function toFreeKey(key: unknown): unknown {
  const random = randomInt(2 ** 20, 2 ** 31)
  if (typeof key === 'string') return `${key}-${random}`
  // Large keys stay large, so that a service that rounds them is found.
  return typeof key === 'bigint' ? BigInt.asIntN(64, key - BigInt(random) * 2n) : random
}

/** Reaches a state that names a record through the control API of a mock; another service can only be given a free key. */
async function reachRecords(
  resource: string,
  exists: boolean,
  params: StateChange['params'],
  isMock: boolean,
  send: SendJson,
): Promise<StateValues> {
  const path = `/__admin/records/${encodeURIComponent(resource)}`
  const [name = '', key] = Object.entries(params)[0] ?? []
  if (!isMock) {
    if (!exists) return { [name]: toFreeKey(key) }
    throw new Error(
      'only a mock of the kit has a control API for records. Pass states, or --state-change-url',
    )
  }
  const { status, body } = exists
    ? await send('POST', path, stringifyExactJson(params))
    : await send('DELETE', `${path}/${encodeURIComponent(String(key))}`)
  if (status < 300 || (!exists && status === 404))
    return { ...params, ...(isObject(parse(body)) ? (parse(body) as object) : {}) }
  throw new Error(`the mock responded with ${status}: ${body.slice(0, 200)}`)
}

/** Makes the function that sets up states and cleans up: by handlers, by a URL, or records through the control API of a mock. */
export function createStates(
  { states = {}, stateChangeUrl }: { states?: StateHandlers; stateChangeUrl?: string | URL },
  send: SendJson,
  signal: AbortSignal,
): (change: StateChange) => Promise<StateValues> {
  let mock: Promise<boolean> | undefined
  const findMock = (): Promise<boolean> => {
    mock ??= send('GET', '/__admin/records').then(({ status, body }) => {
      const found = parse(body)
      return status === 200 && isObject(found) && Array.isArray(found['resources'])
    })
    return mock
  }
  return async (change) => {
    const { state, params, action } = change
    const isSetup = action === 'setup'
    const handler = Object.hasOwn(states, state) ? states[state] : undefined
    const own = readRecordState(state)
    if (stateChangeUrl === undefined && handler === undefined) {
      if (state === wrongCredentials || (own !== undefined && !isSetup)) return {}
      if (own === undefined)
        throw new Error('there is no handler for this state. Pass states, or --state-change-url')
      return reachRecords(own.resource, own.exists, params, await findMock(), send)
    }
    const { setup, teardown } =
      typeof handler === 'function' ? { setup: handler, teardown: undefined } : (handler ?? {})
    const values = stateChangeUrl
      ? await forwardState(stateChangeUrl, change, signal)
      : await (isSetup ? setup : teardown)?.(params)
    return isObject(values) ? values : {}
  }
}
