import { parseExactJson, stringifyExactJson } from '../../src/json/exact-json.ts'
import { createMock, type Mock, type MockOptions } from '../../src/mock/create-mock.ts'
import { describeRecordings, parseLine } from '../tools/replay.ts'
import { contracts, invoices } from './contracts.ts'
import { orders, toOrders } from './orders.ts'
import { sendToMock } from './send-to-mock.ts'
import { shop } from './shop.ts'
import { chosenPets, extendedPets } from './subtypes.ts'

// A recording has sessions with new mocks: after a title, and perhaps options in a line below it, the requests, with
// their headers below, and what they get.

const ada = { email: 'ada@example.com', name: 'Ada', vat: 'A1' }
const bea = { email: 'bea@example.com', name: 'Bea' }

/** The mocks of the recordings. */
const mocks: Record<string, MockOptions> = {
  bookings: { contract: contracts.bookings },
  options: { contract: contracts.bookings },
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
async function send(mock: Mock, line: string, fields: readonly string[]): Promise<string[]> {
  const { method, path, body } = parseLine(line)
  const headers = Object.fromEntries(fields.map((field) => field.split(/: ?(.*)/, 2)))
  const response = await sendToMock(mock, { to: `${method} ${path}`, body, headers })
  const text = typeof response.body === 'string' ? response.body : stringifyExactJson(response.body)
  return [
    `${response.status} ${response.failure ?? ''}`,
    ...Object.entries(response.headers).map(([name, value]) => `${name}: ${value}`),
    ...(text === '' ? [] : text.split('\n')),
  ]
}

describeRecordings(
  'the sessions of',
  new URL('recordings/sessions/', import.meta.url),
  (name, [options = '{}']) => {
    const given = parseExactJson(options) as MockOptions
    const mock = createMock({ randomSeed: 1, now: () => new Date(0), ...mocks[name], ...given })
    return (line, fields) => send(mock, line, fields)
  },
)
