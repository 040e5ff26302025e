import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { stringifyExactJson } from '../../src/json/exact-json.ts'
import { createMock, type Mock, type MockOptions } from '../../src/mock/create-mock.ts'
import { contracts, invoices } from './contracts.ts'
import { orders, toOrders } from './orders.ts'
import { sendToMock } from './send-to-mock.ts'
import { shop } from './shop.ts'
import { chosenPets, extendedPets } from './subtypes.ts'

// A recording has sessions with new mocks: after a title, the requests, with their headers below, and what they get.
// `npm run test:renew` writes the lines after | again.

const ada = { email: 'ada@example.com', name: 'Ada', vat: 'A1' }
const bea = { email: 'bea@example.com', name: 'Bea' }

/** The mocks of the recordings. */
const mocks: Record<string, MockOptions> = {
  bookings: { contract: contracts.bookings },
  'chosen-pets': { contract: chosenPets, unknownProperties: 'reject' },
  'extended-pets': { contract: extendedPets, unknownProperties: 'reject' },
  orders: { contract: toOrders(), seed: { orders } },
  invoices: { contract: invoices },
  petstore: { contract: contracts.petstore },
  plants: { contract: contracts.plants },
  shop: { contract: shop, seed: { customers: [ada, bea] } },
  'train-travel': { contract: contracts['train travel'] },
}

/** Sends a request of a recording; returns the lines of its response. */
async function send(mock: Mock, [line = '', ...fields]: readonly string[]): Promise<string[]> {
  const [, to = '', body] = /^(\S+ \S+)(?: (.*))?$/.exec(line) ?? []
  const headers = Object.fromEntries(fields.map((field) => field.trim().split(/: ?(.*)/, 2)))
  const response = await sendToMock(mock, { to, body, headers })
  const text = typeof response.body === 'string' ? response.body : stringifyExactJson(response.body)
  return [
    `${response.status} ${response.failure ?? ''}`.trimEnd(),
    ...Object.entries(response.headers).map(([name, value]) => `${name}: ${value}`),
    ...(text === '' ? [] : text.split('\n')),
  ].map((shown) => `| ${shown}`.trimEnd())
}

const folder = new URL('recordings/sessions/', import.meta.url)

test.each(globSync('*.txt', { cwd: folder }).sort())('the sessions of %s', async (file) => {
  const path = fileURLToPath(new URL(file, folder))
  const lines = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => !line.startsWith('|'))
  const options = mocks[basename(file, '.txt')]
  const create = () => createMock({ randomSeed: 1, now: () => new Date(0), ...options })
  let mock = create()
  const replayed: string[] = []
  for (let at = 0; at < lines.length; at++) {
    const request = [lines[at] ?? '']
    if (request[0]?.startsWith('# ')) mock = create()
    while (lines[at + 1]?.startsWith('  ')) request.push(lines[++at] ?? '')
    replayed.push(...request, ...(/^[A-Z]/.test(request[0] ?? '') ? await send(mock, request) : []))
  }
  await expect(replayed.join('\n')).toMatchFileSnapshot(path)
})
