import { type Overrides, startBackend } from './create-backend.ts'
import { correct } from './parts.ts'

/** Starts a backend that keeps the bodies that it reads, in `bodies`. */
export async function startRecording(
  overrides: Overrides = {},
): Promise<Awaited<ReturnType<typeof startBackend>> & { bodies: Buffer[] }> {
  const bodies: Buffer[] = []
  const { readBody = correct.readBody } = overrides
  const server = await startBackend({
    ...overrides,
    async readBody(exchange) {
      const body = await readBody(exchange)
      bodies.push(body)
      return body
    },
  })
  return Object.assign(server, { bodies })
}
