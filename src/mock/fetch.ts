import type { MockRequest, MockResponse } from './exchange.ts'

/** The signature of the global `fetch`. */
export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>

/** Makes a `fetch` that calls `handle` and never uses the network. */
export const createMockFetch =
  (handle: (request: MockRequest) => MockResponse | Promise<MockResponse>): Fetch =>
  async (input, init) => {
    const request = new Request(input, init)
    const { method, url, headers } = request
    const {
      status,
      headers: sent,
      body,
    } = await handle({
      method,
      path: /^[a-z]+:\/\/[^/?#]*([^#]*)/.exec(url)?.[1] || '/',
      headers: Object.fromEntries(headers),
      body: new Uint8Array(await request.arrayBuffer()),
    })
    const isEmpty = body.length === 0 || status === 204 || status === 205 || status === 304
    return new Response(isEmpty ? null : (body as string | Uint8Array<ArrayBuffer>), {
      status,
      headers: { ...sent },
    })
  }
