import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** Starts Prism's mock of `openapi.yaml` in a thread of its own. */
export async function startPrismMock(): Promise<AsyncDisposable & { url: string }> {
  const worker = new Worker(new URL('./prism-mock.ts', import.meta.url))
  const [url]: [string] = (await once(worker, 'message')) as [string]
  return {
    url,
    async [Symbol.asyncDispose]() {
      await worker.terminate()
    },
  }
}
