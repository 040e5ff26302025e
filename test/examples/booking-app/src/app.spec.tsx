import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { readContract } from 'plant-store-kit/contract'
import { createMockTest } from 'plant-store-kit/vitest'
import { afterEach, expect, vi } from 'vitest'
import { App } from './app.tsx'
import { logout } from './client.ts'

const ada = { email: 'ada@example.com', password: 'secret' }
const booking = { room: 'blue', from: '2027-05-01', guests: 2 }

const test = createMockTest({
  contract: await readContract('openapi.yaml'),
  credentials: ['token-of-ada'],
  respond: {
    login: ({ body }) =>
      (body as typeof ada).password === ada.password
        ? undefined
        : { status: 401, body: { title: 'Unauthorized', status: 401, detail: 'wrong password' } },
  },
  seed: {
    bookings: ['A/1', 'B2', 'C3'].map((reference) => ({ reference, status: 'requested', ...booking })),
  },
})

const user = userEvent.setup()
const click = (name: string) => user.click(screen.getByRole('button', { name }))

async function fill(values: Record<string, string>) {
  for (const [label, value] of Object.entries(values))
    await user.type(screen.getByLabelText(new RegExp(label, 'i')), value)
}

/** Logs in, and waits for the first page. */
async function open() {
  render(<App />)
  await fill(ada)
  await click('Log in')
  await screen.findByText(/A\/1: blue/)
}

afterEach(() => {
  cleanup()
  logout()
})

test('a wrong password is shown', async () => {
  render(<App />)
  await fill({ ...ada, password: 'wrong' })
  await click('Log in')
  expect(await screen.findByText('wrong password')).toBeTruthy()
})

test('bookings are shown page by page', async ({ mock }) => {
  await open()
  expect(screen.queryByText(/C3: blue/)).toBeNull()
  await click('Next')
  await screen.findByText(/C3: blue/)
  expect(screen.queryByText(/A\/1: blue/)).toBeNull()
  expect(mock).toHaveReceived({ operation: 'listBookings', status: 200 }, { times: 2 })
})

test('a booking is created, once', async ({ mock }) => {
  await open()
  await fill({ reference: 'D4', room: 'red', from: '2027-06-01', guests: '3' })
  await click('Book')
  await vi.waitFor(() => expect(mock).toHaveCreated('bookings', { reference: 'D4', guests: 3 }, { times: 1 }))
  expect(mock).toHaveRecord('bookings', { reference: 'D4', status: 'requested' })
})

test('what the service says about a field is shown there', async () => {
  await open()
  await fill({ reference: 'D4', room: 'red', from: '2027-06-01', guests: '9' })
  await click('Book')
  const message = await screen.findByText(/must be an integer from 1 to 4/, { selector: '#guests-problem' })
  expect(message).toBeTruthy()
})

test('a taken reference is shown', async () => {
  await open()
  await fill({ reference: 'B2', room: 'red', from: '2027-06-01', guests: '1' })
  await click('Book')
  await screen.findByText('This reference is taken.')
})

test('a confirmation is shown before the service has responded', async ({ mock }) => {
  await open()
  const held = mock.faults.hold({ operation: 'changeBooking' })
  await click('Confirm A/1')
  await screen.findByText(/A\/1: blue, confirmed/)
  expect(mock).toHaveRecord('bookings', { reference: 'A/1', status: 'requested' })
  held.release()
  await vi.waitFor(() => expect(mock).toHaveRecord('bookings', { reference: 'A/1', status: 'confirmed' }))
})

test('a confirmation that the service rejects is taken back', async ({ mock }) => {
  await open()
  mock.faults.next({
    operation: 'changeBooking',
    status: 409,
    body: { title: 'Conflict', detail: 'canceled' },
  })
  await click('Confirm A/1')
  await screen.findByText('canceled')
  await screen.findByText(/A\/1: blue, requested/)
})
