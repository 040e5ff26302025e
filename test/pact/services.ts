import { fileURLToPath } from 'node:url'
import { createMock, type MockOptions } from '../../src/index.ts'
import { type Listening, listen } from '../tools/listen.ts'

/** The pacts of the example consumers. */
export const contracts: string = fileURLToPath(new URL('../../contracts/*.json', import.meta.url))

/** A response, before a service changes it. */
interface Changed {
  status: number
  headers: Record<string, string>
  body: string
}

/** Starts a mock whose responses are changed; it has no control API. */
export async function startService(
  change: (response: Changed, body: string) => Partial<Changed> = () => ({}),
  options: MockOptions = {},
): Promise<Listening> {
  const mock = createMock(options)
  return await listen(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString()
    const { method = '', url: path = '', headers } = request
    const usual = await mock.handle({ method, path, headers: headers as Record<string, string>, body })
    const own = {
      status: usual.status,
      headers: { ...usual.headers } as Record<string, string>,
      body: String(usual.body),
    }
    const { status, headers: sent, body: text } = { ...own, ...change(own, body) }
    response.writeHead(status, { ...sent, 'content-length': Buffer.byteLength(text) }).end(text)
  })
}
