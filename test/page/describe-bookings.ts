import { expect, test } from 'vitest'
import { toContract } from '../../src/contract/to-contract.ts'
import { bookings } from '../mock/bookings.ts'
import type { Tab } from './use-tab.ts'

const headers = { 'x-api-key': 'local-token', 'content-type': 'application/json' }
const addRoom = { method: 'POST', path: '/v1/rooms', headers }
const contract = toContract(bookings)

/** Describes what holds for a mock with other operations, resources, and credentials. */
export function describeBookings(tab: Tab): void {
  test('names what each request was for, and marks the wrong values', () =>
    tab.inspect(
      async ({ page, server, see }) => {
        const { mock } = server
        await page.getByRole('heading', { name: 'Bookings' }).waitFor()
        await mock.handle({ ...addRoom, body: '{"name":"Blue","kind":"single"}' })
        await mock.handle({ ...addRoom, body: '{"name":"","kind":"triple"}' })
        await mock.handle({ method: 'GET', path: '/v1/rooms/9', headers })
        const what = () => page.locator('a.row .what').allInnerTexts()
        await expect.poll(what).toEqual(['GET /v1/rooms/9', 'POST /v1/rooms', 'POST /v1/rooms · 1'])
        await page.getByLabel('Filter requests').fill('operation:createRoom status:4xx')
        await expect.poll(what).toEqual(['POST /v1/rooms'])
        await page.locator('a.row').click()
        await see('a rejected room', ['.details mark'], '.details')
      },
      { contract },
    ))

  test('sends a valid request of every operation', () =>
    tab.inspect(
      async ({ page, server, go }) => {
        const statuses: Record<string, number | undefined> = {}
        for (const { id } of contract.operations) {
          // With a room and a booking for the operations that need one.
          await server.mock.records('rooms').put({ id: 5, name: 'Blue', kind: 'single' })
          await server.mock.records('bookings').put({ roomId: 5, guest: 'Ada' })
          const example = page.waitForResponse(new RegExp(`/operations/${id}$`))
          await page.locator('[name=operation]').selectOption(id)
          await (await example).finished()
          await expect.poll(() => page.getByLabel('Path').inputValue()).toMatch(/^\/v1\//)
          await page.keyboard.press('Control+Enter')
          await page
            .getByRole('link', { name: `Request ${Object.keys(statuses).length + 1}` })
            .first()
            .waitFor()
          statuses[id] = (await server.mock.requests.last())?.response?.status
        }
        expect(Object.values(statuses).filter((status = 500) => status >= 400)).toEqual([])
        await go('#/requests')
        await page.locator('.count', { hasText: `${contract.operations.length}` }).waitFor()
      },
      { contract, path: '#/send' },
    ))

  test('stores records of each resource, and those of a credential', () =>
    tab.inspect(
      async ({ page, server, url, go }) => {
        await server.mock.handle({ ...addRoom, body: '{"name":"Blue","kind":"single"}' })
        await page.getByText('1 record stored').waitFor()
        await page.getByLabel('Mock of the credential').fill('mine')
        await page.getByRole('button', { name: 'Show' }).click()
        await page.getByText('0 records stored').waitFor()
        await page.getByRole('button', { name: 'Store' }).click()
        await page.getByText('1 record stored').waitFor()
        await page.getByLabel('Resource').selectOption('bookings')
        expect(page.url()).toMatch(/#\/records\/bookings$/)
        await expect.poll(() => page.locator('[name=record]').inputValue()).toContain('"roomId": 1')
        await page.getByRole('button', { name: 'Store' }).click()
        await page.locator('td', { hasText: 'guest' }).waitFor()
        const listed = await fetch(`${url}/rooms/1/bookings`, { headers: { 'x-api-key': 'mine' } })
        expect(await listed.json()).toMatchObject([{ guest: 'guest' }])
        await go('#/records/nothing')
        await page.getByText('There is no resource nothing').waitFor()
      },
      { contract, isolate: 'token', path: '#/records' },
    ))
}
