import type { Page } from '@playwright/test'
import { createMockTest, expect, test } from '../../src/adapters/playwright/playwright.ts'
import { type FaultName, stringifyExactJson } from '../../src/index.ts'
import { toContract } from '../../src/mock/mock.ts'
import { bookings } from '../mock/bookings.ts'

test.describe.configure({ mode: 'parallel' })

/** Sends a value from a page of another origin; returns the status and the body, or the name of the error. */
async function send(page: Page, method: string, url: string, value: object): Promise<string> {
  if (page.url() === 'about:blank') {
    const html = { contentType: 'text/html', body: '<p>Shop' }
    await page.route('http://shop.example/', (route) => route.fulfill(html))
    await page.goto('http://shop.example/')
  }
  return page.evaluate(`fetch('${url}', {
    method: '${method}',
    headers: { Authorization: 'Bearer local-token', 'X-API-Key': 'key', 'Content-Type': 'application/json' },
    body: '${stringifyExactJson(value)}',
  }).then(async (response) => response.status + ' ' + await response.text(), (error) => error.name)`)
}

/** Adds a plant. */
const add = (page: Page, id: number | bigint, url = 'http://plants.example/v1/plants'): Promise<string> =>
  send(page, 'POST', url, { id, name: 'Fern' })

test.describe('with options', () => {
  test.use({
    mockOptions: {
      credentials: ['local-token'],
      baseUrl: 'http://plants.example/v1',
      unknownParameters: 'ignore',
    },
  })

  for (const name of ['one', 'another'])
    test(`${name} has a mock of its own, with exact ids`, async ({ page, mock }) => {
      expect(await add(page, 9007199254740993n)).toBe('200 {"name":"Fern"}')
      expect(await add(page, 9007199254740993n)).toMatch(/^409 /)
      expect(await add(page, 9007199254740992n, 'http://plants.example/v1/plants?from=shop')).toMatch(/^200 /)
      await expect(mock).toHaveCreated('plants', { id: 9007199254740993n })
      expect(mock.requests.all().map(({ request }) => request.path)).toEqual([
        '/plants',
        '/plants',
        '/plants?from=shop',
      ])
    })

  test('meets faults', async ({ page, mock }) => {
    const faults: [FaultName, string][] = [
      ['dropped-connection', 'TypeError'],
      ['cut-off-body', 'TypeError'],
      ['internal-error', '500'],
      ['not-json-body', '200 <'],
    ]
    for (const [id, [fault, outcome]] of faults.entries()) {
      mock.faults.next(fault)
      expect(await add(page, id)).toContain(outcome)
    }
  })

  test('reaches all pages of the test, and no other address', async ({ context, mock }) => {
    const page = await context.newPage()
    expect(await add(page, 1)).toMatch(/^200 /)
    expect(await add(page, 2, 'http://plants.invalid/v1/flowers')).toBe('TypeError')
    expect(await add(page, 2, 'http://plants.example/flowers')).toBe('TypeError')
    expect(mock.requests.size).toBe(1)
    const quick = expect.configure({ timeout: 1 })
    const failing = quick(mock).toHaveReceived({ body: { name: 'Ivy' } })
    expect(await failing.catch(({ message }) => message)).toMatch(/Nearest: 1\. POST \/plants/)
  })

  test('matchers of a mock try again until they pass', async ({ page, mock }) => {
    const held = mock.faults.hold()
    const adding = add(page, 1)
    await expect(mock).toHaveReceived({ body: { id: 1 }, waiting: true })
    const created = expect(mock).toHaveCreated('plants', { id: 1 }, { times: 1 })
    const nothing = expect(mock).not.toHaveReceived({ waiting: true })
    await held.fail({ delay: 100 })
    await Promise.all([created, nothing])
    await expect(mock).toHaveReceivedOnly({ body: { id: 1 } })
    await expect(mock).toHaveNoQueuedFaults()
    expect(await adding).toMatch(/^200 /)
  })

  test('what is held is released when the test ends', async ({ page, mock }) => {
    mock.faults.hold()
    void add(page, 1).catch(() => {})
    await expect(mock).toHaveReceived({ body: { id: 1 }, waiting: true })
  })

  test.fail('a test that fails has its requests in the message', async ({ page }) => {
    expect(await add(page, 1)).toMatch(/^409/)
  })

  test.fail('a page that almost reaches it fails the test', async ({ page }) => {
    await add(page, 1, 'http://plants.example/v1/plants/')
  })

  test('a page that almost reaches it is no mistake if somebody handles that', async ({ context, page }) => {
    await context.route('**/v1/plants/', (route) => route.fulfill({ status: 418 }))
    expect(await add(page, 1, 'http://plants.example/v1/plants/')).toMatch(/TypeError|^418/)
  })
})

test('a mock without options responds at every origin, also in a test that does not name it', async ({
  page,
}) => {
  expect(await add(page, 1, 'http://any.example/plants')).toMatch(/^200 /)
  expect(await add(page, 1, 'http://another.example/plants')).toMatch(/^409 /)
})

test.describe('with another description', () => {
  const baseUrl = 'http://hotel.example/api'
  const ofHotel = createMockTest({ contract: toContract(bookings), baseUrl })

  ofHotel(
    'it responds, and rejects properties that the description does not name',
    async ({ page, mock }) => {
      await mock.records('rooms').put({ id: 7, name: 'Blue', kind: 'single' })
      const red = { name: 'Red', kind: 'single' }
      expect(await send(page, 'PUT', `${baseUrl}/rooms/7`, red)).toMatch(/^200 /)
      await expect(mock).toHaveRecord('rooms', { id: 7, ...red })
      expect(await send(page, 'POST', `${baseUrl}/rooms`, { ...red, bed: 1 })).toMatch(/^422 /)
      await expect(mock).toHaveReceived({ operation: 'createRoom', failure: 'invalid-body' })
    },
  )
})
