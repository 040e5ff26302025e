import { toRequestCode } from '../user.ts'

/** Files for projects that use the packed kit, by folder: each folder is a project of Vitest with its own settings. */
export const cases: Readonly<Record<string, string>> = {
  // A client of the plant store, and the MSW server of a project.
  'src/add-plant.ts': `
    export interface NewPlant {
      id: number
      name: string
      tag?: string
    }

    export async function addPlant(plant: NewPlant): Promise<{ name: string; tag?: string }> {
      const response = await fetch('http://plants.example/plants', {
        method: 'POST',
        headers: { Authorization: 'Bearer local-token', 'Content-Type': 'application/json' },
        body: JSON.stringify(plant),
      })
      const result = await response.json()
      if (!response.ok) throw new Error(result.message)
      return result
    }
  `,
  'src/client.ts': `
    import createClient from 'openapi-fetch'
    import { stringifyExactJson } from 'plant-store-kit'
    import type { paths } from 'plant-store-kit/msw'
    export const client = createClient<paths>({
      baseUrl: 'http://plants.example',
      bodySerializer: stringifyExactJson,
    })
  `,
  'test/server.ts': `
    import { HttpResponse, http } from 'msw'
    import { setupServer } from 'msw/node'

    export const server = setupServer(
      http.get('http://users.example/me', () => HttpResponse.json({ name: 'Ada' })),
    )
  `,
  'test/setup.ts': `
    import { afterAll, afterEach, beforeAll } from 'vitest'
    import { server } from './server.ts'

    beforeAll(() => server.listen())
    afterEach(() => server.resetHandlers())
    afterAll(() => server.close())
  `,
  'test/add-plant.test.ts': `
    import { createMockTest } from 'plant-store-kit/vitest'
    import { expect } from 'vitest'
    import { addPlant } from '../src/add-plant.ts'
    import { server } from './server.ts'

    const test = createMockTest({ credentials: ['local-token'] }, { server })

    test('adds a plant for the user', async ({ mock }) => {
      const user = await (await fetch('http://users.example/me')).json()
      await addPlant({ id: 1, name: \`\${user.name}'s fern\` })
      expect(mock).toHaveCreated('plants', { id: 1, name: "Ada's fern" })
    })
  `,
  'failing/other.test.ts': `
    import { createMockTest } from 'plant-store-kit/vitest'
    const baseUrl = 'http://plants.example/v1'
    const test = createMockTest({}, { baseUrl })
    const send = (url: string) => fetch(url, { method: 'POST' }).catch(() => {})
    test('sends what nothing handles', async () => {
      await send('http://other.example/v1/plants')
      await send('http://plants.example/v1/plants/')
      await send('http://plants.example/plants')
    })
    test('does not await it', () => void send('http://plants.example/later'))
  `,
  'late/late.test.ts': `
    import { test as base } from 'vitest'
    import { createMockTest } from 'plant-store-kit/vitest'
    const test = createMockTest()
    let send: () => void
    const sent = new Promise<void>((resolve) => { send = resolve })
    test('sends after its end', () => {
      void sent.then(() => fetch('http://plants.example/after').catch(() => {}))
    })
    base('goes on', async () => {
      send()
      await new Promise((resolve) => setTimeout(resolve, 300))
    })
  `,
  'with-msw/server.test.ts': `
    import { HttpResponse, http } from 'msw'
    import { createMockTest } from 'plant-store-kit/vitest'
    import { describe, expect } from 'vitest'
    import { addPlant } from '../src/add-plant.ts'
    import { server } from '../test/server.ts'
    const test = createMockTest({ credentials: ['local-token'] }, { server })
    const me = async (): Promise<string> => (await (await fetch('http://users.example/me')).json()).name
    describe.concurrent('tests at the same time', () => {
      test.for([1, 2, 3, 4, 5])('have plants of their own, and the handlers of the project: %i', async (id, { mock, expect }) => {
        expect(await me()).toBe('Ada')
        await addPlant({ id, name: 'Fern' })
        await addPlant({ id: 7, name: 'Fern' })
        expect(mock).toHaveCreated('plants', { id })
        expect(mock.requests.size).toBe(2)
      })
    })
    test('can override the handlers of the project', async ({ server }) => {
      server.use(http.get('http://users.example/me', () => HttpResponse.json({ name: 'Grace' })))
      expect(await me()).toBe('Grace')
    })
    test('have the handlers of the project again', async () => expect(await me()).toBe('Ada'))
    test('leave the rest to the project', async () => {
      await fetch('http://users.example/other').catch(() => {})
      expect(Reflect.get(globalThis, 'unhandled')).toEqual(['http://users.example/other'])
    })
  `,
  'with-msw/no-server.test.ts': `
    import { createMockTest } from 'plant-store-kit/vitest'
    createMockTest()('x', () => fetch('http://users.example/me'))
  `,
  'no-listen/server.test.ts': `
    import { setupServer } from 'msw/node'
    import { createMockTest } from 'plant-store-kit/vitest'
    createMockTest({}, { server: setupServer() })('x', () => fetch('http://plants.example/plants'))
  `,
  'happy-dom/plants.test.ts': `
    import { startServer } from 'plant-store-kit/server'
    import { createMockTest } from 'plant-store-kit/vitest'
    import { expect, test as base } from 'vitest'
    import { addPlant } from '../src/add-plant.ts'
    const test = createMockTest()
    test('a page of another origin adds a plant', async ({ mock }) => {
      expect(location.href).toContain('http://localhost')
      await addPlant({ id: 1, name: 'Fern' })
      expect(mock).toHaveCreated('plants', { id: 1 })
      expect(mock.requests.size).toBe(1)
      await expect(addPlant({ id: 1, name: 'Fern' })).rejects.toThrow('id 1 is already stored')
    })
    base('also to the server', async () => {
      const server = await startServer({ port: 0 })
      const { status } = await fetch(${toRequestCode("server.url + '/plants'")})
      expect(status).toBe(200)
      await server.close()
    })
  `,
}

/** The setup file of a project whose own server reports unhandled requests and lets them fail. */
const setup = `
  import { afterAll, afterEach, beforeAll } from 'vitest'
  import { server } from '../test/server.ts'
  const unhandled: string[] = []
  Object.assign(globalThis, { unhandled })
  const report = (url: string) => {
    unhandled.push(url)
    throw new Error('unhandled')
  }
  beforeAll(() => server.listen({
    onUnhandledFrame: ({ frame }) => report(frame.data.request.url),
    onUnhandledRequest: ({ url }) => report(url),
  } as object))
  afterEach(() => server.resetHandlers())
  afterAll(() => server.close())
`

/** The configuration of Vitest for all folders, and the setup files that it names. */
export const configuration: Readonly<Record<string, string>> = {
  'with-msw/setup.ts': setup,
  'vitest.config.ts': `
    import { defineConfig } from 'vitest/config'
    const project = (name: string, more: object = {}) => ({
      test: { name, include: [name + '/**/*.test.ts'], ...more },
    })
    export default defineConfig({
      test: {
        projects: [
          ...['src', 'kit', 'failing', 'late', 'no-listen'].map((name) => project(name)),
          project('test', { setupFiles: ['test/setup.ts'] }),
          project('with-msw', { setupFiles: ['with-msw/setup.ts'] }),
          project('happy-dom', { environment: 'happy-dom' }),
        ],
      },
    })
  `,
}

/** Tests for the browser mode of Vitest. */
export const browserCase = `
  import { HttpResponse, http } from 'msw'
  import { createMockTest } from 'plant-store-kit/vitest'
  import { describe, expect } from 'vitest'
  import { addPlant } from '../src/add-plant.ts'
  const test = createMockTest({ credentials: ['local-token'] }, { baseUrl: 'http://plants.example' })
  describe.concurrent('tests at the same time', () => {
    test.for([1, 2, 3])('take turns, with plants of their own: %i', async (id, { mock, expect }) => {
      await addPlant({ id, name: 'Fern' })
      await addPlant({ id: 7, name: 'Fern' })
      expect(mock).toHaveCreated('plants', { id })
      expect(await mock.records('plants').count()).toBe(2)
    })
  })
  test('may have handlers of their own, load modules, and meet faults', async ({ server, mock }) => {
    server.use(http.get('http://users.example/me', () => HttpResponse.json({ name: 'Ada' })))
    expect(await (await fetch('http://users.example/me')).json()).toEqual({ name: 'Ada' })
    server.resetHandlers()
    await import('../src/rooms.ts')
    mock.faults.next('dropped-connection')
    await expect(addPlant({ id: 1, name: 'Fern' })).rejects.toThrow(TypeError)
    await fetch(${toRequestCode("'http://plants.example/plants'")})
    expect(mock).toHaveCreated('plants', { id: 9007199254740993n })
  })
`

/** A page that adds rooms, for the tests of the docs. */
export const hotelPage = `<!doctype html>
  <form><label>Name <input name="name"></label><button>Add</button></form>
  <script type="module">
    document.querySelector('form').onsubmit = async (event) => {
      event.preventDefault()
      await fetch('https://hotel.example/rooms', {
        method: 'POST',
        headers: { Authorization: 'Bearer local-token', 'Content-Type': 'application/json' },
        body: JSON.stringify({ name: new FormData(event.target).get('name'), beds: 2 }),
      })
    }
  </script>`
