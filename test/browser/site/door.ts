import { setupWorker } from 'msw/browser'
import { parseExactJson } from '../../../src/contract/exact-json.ts'
import { createHandlers, type NewPlant } from '../../../src/msw/create-handlers.ts'
import { readBody } from '../../doors/door-answer.ts'
import type { InPage } from './in-page.ts'

const worker = setupWorker()
await worker.start({ quiet: true, ...{ onUnhandledFrame: 'bypass', onUnhandledRequest: 'bypass' } })

const page: InPage = {
  async send({ method, path, headers, body }, store) {
    if (store !== undefined) {
      const handlers = createHandlers(store.options)
      worker.resetHandlers(...handlers)
      await handlers.store.plants.add(parseExactJson(store.plants) as NewPlant[])
    }
    const bytes = Uint8Array.from(atob(body), (letter) => letter.charCodeAt(0))
    const response = await fetch(`http://plants.example${path}`, {
      method,
      headers,
      ...(bytes.length > 0 && { body: bytes }),
    })
    const { status } = response
    return { status, headers: Object.fromEntries(response.headers), body: await readBody(response.text()) }
  },
}
Object.assign(globalThis, { page })
document.body.dataset['ready'] = 'true'
