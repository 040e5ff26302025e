import { type Learned, learn } from '../../src/drift/drift.ts'
import { type ServerOptions, startServer } from '../../src/server/start-server.ts'
import { type Overrides, startBackend } from '../verify/backends/create-backend.ts'

export const token = 'local-token'

/** Learns from a fake with some options. */
export async function learnFake(options: ServerOptions): Promise<Learned> {
  await using server = await startServer({ ...options, tokens: [token], port: 0 })
  return await learn(server.url, { token })
}

/** Learns from a correct backend with some parts replaced. */
export async function learnBackend(backend: Overrides): Promise<Learned> {
  await using started = await startBackend(backend)
  return await learn(started.url, { token })
}
