import { HttpResponse, http } from 'msw'
import { type SetupServer, setupServer } from 'msw/node'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createHandlers } from '../../src/adapters/msw/create-handlers.ts'
import { createLastHandler, type MswServer } from '../../src/adapters/msw/network.ts'
import { sendPlant } from '../tools/send.ts'

const given = setupServer(http.get('http://users.example/me', () => HttpResponse.text('Ada')))
const passOn = { onUnhandledFrame: 'bypass', onUnhandledRequest: 'bypass' } as object
const url = 'http://plants.example'

let openNetwork: typeof import('../../src/adapters/msw/node-network.ts').openNetwork
let own: SetupServer | undefined

// The server of the kit is one for the process.
beforeEach(async () => {
  vi.resetModules()
  ;({ openNetwork } = await import('../../src/adapters/msw/node-network.ts'))
})
afterEach(() => {
  own?.close()
  own = undefined
})

function openOwn(): ReturnType<typeof openNetwork> {
  const network = openNetwork(undefined)
  own = network.server as unknown as SetupServer
  return network
}

function listen(): Disposable {
  given.listen(passOn)
  return { [Symbol.dispose]: () => given.close() }
}

test.each<[problem: string, open: () => unknown, fix: string]>([
  [
    'another server is listening',
    () => {
      using _listening = listen()
      openNetwork(undefined)
    },
    'another setupServer is listening. Pass that server: createMockTest(options, { server }).',
  ],
  [
    'the given one is not listening',
    () => openNetwork(given),
    'the server that you passed is not listening. Call server.listen() in a setup file of Vitest, or in beforeAll.',
  ],
  [
    'the given one is something else',
    () => openNetwork({} as MswServer),
    'server must be the return value of setupServer from msw.',
  ],
])('says what to do if %s', (_problem, open, fix) => {
  expect(open).toThrow(`Failed to start the mock: ${fix}`)
})

test('a server that is given keeps its handlers, behind those of a test', async () => {
  using _listening = listen()
  const { server, around } = openNetwork(given)
  expect(server).toBe(given)
  const ask = async () => (await fetch('http://users.example/me')).text()
  await around(createHandlers(), async () => {
    expect(await ask()).toBe('Ada')
    expect((await sendPlant(url)).status).toBe(200)
    given.use(http.get('http://users.example/me', () => HttpResponse.text('Grace')) as never)
    expect(await ask()).toBe('Grace')
  })
  expect(await ask()).toBe('Ada')
})

test('the server of the kit listens once, and runs tests at the same time, each with its handlers', async () => {
  const { server, around } = openOwn()
  expect(openNetwork(undefined).server).toBe(server)
  const run = async (): Promise<number[]> => {
    const statuses: number[] = []
    await around(createHandlers(), async () => {
      for (let round = 0; round < 2; round++) statuses.push((await sendPlant(url)).status)
      server.resetHandlers()
      statuses.push((await sendPlant(url)).status)
    })
    return statuses
  }
  expect(await Promise.all([run(), run(), run()])).toEqual(Array(3).fill([200, 409, 409]))
})

test('a test is not over before the requests that it does not await', async () => {
  const reported: string[] = []
  const last = createLastHandler(({ method, url }) => reported.push(`${method} ${url}`))
  await openOwn().around([last], async () => void fetch(`${url}/later`).catch(() => {}))
  expect(reported).toEqual([`GET ${url}/later`])
})

test('an msw that is installed but broken is named with its version and the reason', async () => {
  vi.doMock('../../src/adapters/msw/node-network.ts', () => {
    throw new Error('no such export')
  })
  onTestFinished(() => vi.doUnmock('../../src/adapters/msw/node-network.ts'))
  vi.resetModules()
  const { loadMsw } = await import('../../src/adapters/vitest/load-msw.ts')
  const failure = await loadMsw().catch((error) => error)
  expect(failure.message).toMatch(/^Failed to start the mock: msw \d+\.\d+\.\d+ could not be loaded: ./)
  expect(failure.cause).toBeInstanceOf(Error)
})
