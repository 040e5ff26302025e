// What a description only says in prose, such as an order or what is unique, is judged, and a mock does it.
import { expect, test } from 'vitest'
import type { MockOptions } from '../../src/mock/options.ts'
import type { OwnCode, OwnResponse } from '../../src/mock/own-code.ts'
import type { Records } from '../../src/mock/records.ts'
import { invoices as contract } from '../mock/contracts.ts'
import { expectKept, findBroken, judgeMock, testMockMistakes } from './judge.ts'

/** A property of something. */
const read = (value: unknown, name: string): unknown => Object(value)[name]

/** Stores whatever is sent. */
async function store({ body }: { body: unknown }, records: Records, more: object = {}): Promise<OwnResponse> {
  return { status: 201, body: await records.put({ ...Object(body), ...more }) }
}

const toPage = (items: readonly unknown[], nextCursor: unknown = null): OwnResponse => ({
  body: { items, nextCursor },
})

const isBefore = (one: unknown, other: unknown): boolean => String(one) < String(other)

/** Stores invoices that the description forbids, if a test says so. */
const storeInvoice =
  (isForbidden: (body: unknown, customers: readonly unknown[]) => boolean): OwnCode =>
  async (call, { records }) => {
    const isStored = isForbidden(call.body, await records('customers').list())
    const createdAt = new Date().toISOString()
    return isStored ? store(call, records('invoices'), { status: 'draft', createdAt }) : undefined
  }

/** Sends only invoices that have a line, and keeps lines out of those that are sent unless it takes all. */
function sendWithLines({ takesAll }: { takesAll: boolean }): NonNullable<MockOptions['respond']> {
  const withLines = new Set<unknown>()
  return {
    async addLine({ body, parameters: { path } }, { records }) {
      const invoice = await records('invoices').get(Number(path['invoiceId']))
      const isTaken = invoice !== undefined && (takesAll || read(invoice, 'status') === 'draft')
      if (isTaken) withLines.add(path['invoiceId'])
      const owners = [Number(path['invoiceId'])]
      return isTaken
        ? { status: 201, body: await records('lines').put({ text: read(body, 'text') }, owners) }
        : undefined
    },
    sendInvoice: ({ parameters: { path } }) =>
      withLines.has(path['invoiceId']) ? undefined : { status: 409 },
  }
}

test('the mock keeps what the description says', async () => {
  expectKept(await judgeMock(contract))
})

test('what is only accepted after something else is judged after that', async () => {
  const operations = ['addLine', 'sendInvoice']
  const right = await judgeMock(contract, { operations }, { respond: sendWithLines({ takesAll: false }) })
  expectKept(right)
  expect(right.unjudged).toBeUndefined()
  const only = ['accepts-valid-request', 'rejects-in-state'] as const
  const wrong = await judgeMock(contract, { only }, { respond: sendWithLines({ takesAll: true }) })
  expect(findBroken(wrong)).toEqual(['rejects-in-state'])
})

testMockMistakes('invoices', contract, {
  'it takes an email in another case': {
    breaks: 'duplicate-key of createCustomer',
    respond: {
      async createCustomer(call, { records }) {
        const customers = await records('customers').list()
        const isTaken = customers.some((one) => read(one, 'email') === read(call.body, 'email'))
        const now = new Date().toISOString()
        return isTaken
          ? undefined
          : store(call, records('customers'), { phone: null, createdAt: now, updatedAt: now })
      },
    },
  },
  'it searches in one case': {
    breaks: 'filter-filters of listCustomers',
    respond: {
      async listCustomers({ parameters: { query } }, { records }) {
        const customers = await records('customers').list()
        const q = String(query['q'] ?? '')
        return { body: customers.filter((one) => String(read(one, 'name')).includes(q)) }
      },
    },
  },
  'it keeps the time of the last change': {
    breaks: 'change-sets-time of changeCustomer',
    respond: {
      async changeCustomer({ request: { headers = {} }, body, parameters: { path } }, { records }) {
        const customer = await records('customers').get(Number(path['customerId']))
        if (customer === undefined || headers['if-match'] !== undefined) return undefined
        const changed = await records('customers').put({ ...Object(customer), ...Object(body) })
        return { headers: { etag: '"1"' }, body: changed }
      },
    },
  },
  'it has the entity tag of before in the response to a change': {
    breaks: 'if-match of changeCustomer',
    respond: {
      async changeCustomer({ request: { headers = {} }, body, parameters: { path } }, { records }) {
        const customer = await records('customers').get(Number(path['customerId']))
        const tag = headers['if-match']
        if (customer === undefined || tag === undefined || tag === '"another-version"') return undefined
        const updatedAt = new Date().toISOString()
        const changed = await records('customers').put({ ...Object(customer), ...Object(body), updatedAt })
        return { headers: { etag: String(tag) }, body: changed }
      },
    },
  },
  'it ignores a filter beside another one': {
    breaks: 'filter-filters of listInvoices',
    respond: {
      async listInvoices({ parameters: { query } }, { records }) {
        const { customerId, status } = query
        if (customerId === undefined || status === undefined) return undefined
        const invoices = await records('invoices').list()
        return toPage(invoices.filter((one) => read(one, 'customerId') === customerId))
      },
    },
  },
  'it loses what has the same title as the last one of a page': {
    breaks: 'pages-make-list of listInvoices',
    respond: {
      async listInvoices({ parameters: { query } }, { records }) {
        const { limit, sort, cursor } = query
        if (sort !== 'title') return undefined
        const invoices = await records('invoices').list()
        const left = invoices
          .filter((one) => cursor === undefined || isBefore(cursor, read(one, 'title')))
          .sort((one, other) => Number(isBefore(read(other, 'title'), read(one, 'title'))) || -1)
        const page = left.slice(0, Number(limit ?? 20))
        return toPage(page, left.length > page.length ? read(page.at(-1), 'title') : null)
      },
    },
  },
  'it lists the oldest first': {
    breaks: 'list-is-sorted of listInvoices',
    respond: {
      async listInvoices({ request }, { records }) {
        return request.path.includes('?') ? undefined : toPage(await records('invoices').list())
      },
    },
  },
  'it takes a customer that does not exist': {
    breaks: 'unknown-reference of createInvoice',
    respond: {
      createInvoice: storeInvoice(
        (body, customers) => !customers.some((one) => read(one, 'id') === read(body, 'customerId')),
      ),
    },
  },
  'it takes a date before another one': {
    breaks: 'rejects-invalid-body of createInvoice',
    respond: {
      createInvoice: storeInvoice((body) => isBefore(read(body, 'dueDate'), read(body, 'issueDate'))),
    },
  },
  'it removes what belongs to another record': {
    breaks: 'child-of-its-parent of removeLine',
    respond: {
      async removeLine({ parameters: { path } }, { records }) {
        const line = Number(path['lineId'])
        for (const invoice of await records('invoices').list())
          if (await records('lines').remove(line, [Number(read(invoice, 'id'))])) return { status: 204 }
        return undefined
      },
    },
  },
})
