import { contract as bookings } from 'bookings-contract'
import { setupWorker } from 'msw/browser'
import { openNetwork } from '../../../src/adapters/msw/browser-network.ts'
import { browserStorage, createHandlers } from '../../../src/adapters/msw/create-handlers.ts'
import { createLastHandler, type MswServer } from '../../../src/adapters/msw/network.ts'
import { type Mock, type NewPlant, parseExactJson } from '../../../src/index.ts'
import { readBody } from '../../adapters/received-response.ts'
import type { Kit, Received, SentRequest } from './in-page.ts'

async function startWorker(): ReturnType<Kit['startWorker']> {
  const worker = setupWorker()
  // msw 3 reads the first name, msw 2 the second; each ignores the other.
  await worker.start({ quiet: true, ...{ onUnhandledFrame: 'bypass', onUnhandledRequest: 'bypass' } })
  return worker
}

let ownWorker: MswServer | undefined

async function sendAll(requests: readonly SentRequest[]): Promise<Received[]> {
  ownWorker ??= await startWorker()
  const responses: Received[] = []
  for (const { options, plants, method, path, headers, body } of requests) {
    const handlers = createHandlers(options)
    ownWorker.resetHandlers(...handlers)
    await handlers.mock.records('plants').replaceAll(parseExactJson(plants) as NewPlant[])
    const bytes = Uint8Array.from(atob(body), (letter) => letter.charCodeAt(0))
    const init = { method, headers, ...(bytes.length > 0 && { body: bytes }) }
    const toReceived = async (response: Response): Promise<Received> => {
      const { status } = response
      return { status, headers: Object.fromEntries(response.headers), body: await readBody(response.text()) }
    }
    const url = `http://plants.example${path}`
    responses.push(
      await fetch(url, init)
        .then(toReceived)
        .catch(() => null),
    )
  }
  return responses
}

async function start(key?: string): Promise<Mock> {
  const storage = key === undefined ? {} : { storage: browserStorage(key) }
  const handlers = createHandlers(
    { seed: { plants: [{ id: 1, name: 'Monstera' }] }, ...storage },
    { baseUrl: './' },
  )
  const worker = await startWorker()
  worker.use(...handlers)
  return handlers.mock
}

const headers = { Authorization: 'Bearer local-token', 'Content-Type': 'application/json' }

const send = (body: string): Promise<string> =>
  fetch('plants', { method: 'POST', headers, body })
    .then(async (response) => `${response.status} ${await response.text()}`)
    .catch((error: Error) => error.name)

const sendByXhr = (body: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', 'plants')
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.onload = () => resolve(`${request.status} ${request.responseText}`)
    request.onerror = reject
    request.send(body)
  })

const complaints: string[] = []
addEventListener('securitypolicyviolation', ({ violatedDirective }) => complaints.push(violatedDirective))
addEventListener('unhandledrejection', ({ reason }) => complaints.push(reason.message))

const kit: Kit = {
  bookings,
  complaints,
  createHandlers,
  createLastHandler,
  openNetwork,
  send,
  sendAll,
  sendByXhr,
  start,
  startWorker,
}
Object.assign(globalThis, { kit })
