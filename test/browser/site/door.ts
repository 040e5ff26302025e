import { setupWorker } from 'msw/browser'
import { parseExactJson } from '../../../src/contract/exact-json.ts'
import { createHandlers, type NewPlant } from '../../../src/msw/create-handlers.ts'
import type { InPage } from './in-page.ts'

const worker = setupWorker()
await worker.start({ quiet: true, ...{ onUnhandledFrame: 'bypass', onUnhandledRequest: 'bypass' } })

const page: InPage = {
  async open(options, plants) {
    const handlers = createHandlers(options)
    worker.resetHandlers(...handlers)
    await handlers.store.plants.add(parseExactJson(plants) as NewPlant[])
  },
  async send({ method, path, headers, body }) {
    const bytes = new Uint8Array(body)
    const response = await fetch(`http://plants.example${path}`, {
      method,
      headers,
      ...(bytes.length > 0 && { body: bytes }),
    })
    const { status } = response
    return { status, headers: Object.fromEntries(response.headers), body: await response.text() }
  },
}
Object.assign(globalThis, { page })
document.body.dataset['ready'] = 'true'
