import { Agent, request } from 'node:http'
import type { Socket } from 'node:net'

/** How a request differs from a valid one. */
export interface PlantRequestOptions {
  /** The bearer token; empty for a request without credentials. */
  token?: string
  id?: number | string
  path?: string
  headers?: Record<string, string>
}

const toInit = ({ token = 'any-token', id = 1, headers }: PlantRequestOptions) => ({
  method: 'POST',
  headers: {
    'content-type': 'application/json',
    ...(token !== '' && { authorization: `Bearer ${token}` }),
    ...headers,
  },
  body: `{"id":${id},"name":"Monstera"}`,
})

/** Adds a plant and returns the answer, after reading its body. */
export async function addPlant(url: string, options: PlantRequestOptions = {}): Promise<Response> {
  const response = await fetch(url + (options.path ?? '/plants'), toInit(options))
  await response.arrayBuffer()
  return response
}

/** Sends a request to the control API and returns the answer. */
export const askControl = (url: string, path: string): Promise<Response> =>
  fetch(new URL(`/__admin${path}`, url))

/** A request in progress. */
export interface HeldRequest {
  /** Its status; rejects if the connection is cut. */
  status: Promise<number | undefined>
  /** Resolves when the server closes its idle connections, which is its first step when it stops. */
  stopping: Promise<void>
}

/** Adds a plant and returns once the server has the request, which it answers late. */
export async function holdRequest(url: string): Promise<HeldRequest> {
  const { body, ...init } = toInit({})
  const status = new Promise<number | undefined>((resolve, reject) => {
    request(`${url}/plants`, init, (response) => resolve(response.resume().statusCode))
      .on('error', reject)
      .end(body)
  })
  // A test that awaits the status gets the failure; a test that ends earlier doesn't need it.
  status.catch(() => {})
  // The server accepts connections in order: if it answers a later one, it has the earlier one.
  const agent = new Agent({ keepAlive: true })
  const idle = await new Promise<Socket>((resolve, reject) => {
    request(new URL('/__admin/health', url), { agent }, (response) => {
      const { socket } = response
      response.resume().on('end', () => resolve(socket))
    })
      .on('error', reject)
      .end()
  })
  return { status, stopping: new Promise((resolve) => idle.once('close', () => resolve())) }
}
