import { type Pact, parsePact } from '../file/pact-document.ts'
import { BrokerError, type BrokerOptions } from './broker-options.ts'

/** Milliseconds that a broker may take to answer. */
const requestLimit = 30_000

/** The header with the credentials of a broker. They go only to its own origin, since authors of pacts control the links in them. */
function toAuthorization(url: string, broker: BrokerOptions | undefined): Record<string, string> {
  if (broker === undefined || new URL(url).origin !== new URL(broker.url).origin) return {}
  const { token, username, password = '' } = broker
  if (token !== undefined) return { Authorization: `Bearer ${token}` }
  if (username === undefined) return {}
  return { Authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` }
}

/** Reads a pact from a URL of the broker or of another server. */
export async function fetchPact(
  url: string,
  broker: BrokerOptions | undefined,
  signal: AbortSignal,
): Promise<Pact> {
  return parsePact(await sendToBroker(url, broker, { signal }), url)
}

/**
 * Sends a request and returns the body of the answer.
 *
 * @throws {BrokerError} if there is no answer, or its status isn't 2xx
 */
export async function sendToBroker(
  url: string,
  broker: BrokerOptions | undefined,
  { method = 'GET', body, signal }: { method?: string; body?: unknown; signal: AbortSignal },
): Promise<string> {
  let response: Response | undefined
  let text: string
  try {
    response = await fetch(url, {
      method,
      headers: {
        Accept: 'application/hal+json, application/json',
        ...toAuthorization(url, broker),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(requestLimit)]),
    })
    text = await response.text()
  } catch (error) {
    if (signal.aborted) throw new BrokerError(`the run was stopped before ${url} answered`)
    const { message, cause } = error as Error
    const problem = response === undefined ? 'is not reachable' : 'stopped in the middle of its answer'
    throw new BrokerError(`${url} ${problem}: ${(cause as Error | undefined)?.message ?? message}`)
  }
  if (response.ok) return text
  throw new BrokerError(`${method} ${url} was answered ${response.status}`)
}
