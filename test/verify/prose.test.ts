// What a description only says in prose, such as an order or what is unique, is judged, and a mock does it.
import { expect, test } from 'vitest'
import type { RuleId } from '../../src/judge/rules.ts'
import type { MockOptions } from '../../src/mock/options.ts'
import type { OwnCode, OwnResponse } from '../../src/mock/own-code.ts'
import type { Records } from '../../src/mock/records.ts'
import { invoices } from '../mock/contracts.ts'
import { findBroken, judgeMock, listFindings } from './judge.ts'

const contract = invoices

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

/** Mistakes, with the rule that they break. */
const mistakes: Record<string, { rule: RuleId; respond: NonNullable<MockOptions['respond']> }> = {
  'takes an email in another case': {
    rule: 'duplicate-key',
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
  'searches in one case': {
    rule: 'filter-filters',
    respond: {
      async listCustomers({ parameters: { query } }, { records }) {
        const customers = await records('customers').list()
        const q = String(query['q'] ?? '')
        return { body: customers.filter((one) => String(read(one, 'name')).includes(q)) }
      },
    },
  },
  'keeps the time of the last change': {
    rule: 'change-sets-time',
    respond: {
      async changeCustomer({ body, parameters: { path } }, { records }) {
        const customer = await records('customers').get(Number(path['customerId']))
        if (customer === undefined) return undefined
        const changed = await records('customers').put({ ...Object(customer), ...Object(body) })
        return { headers: { etag: '"1"' }, body: changed }
      },
    },
  },
  'has the entity tag of before in the response to a change': {
    rule: 'if-match',
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
  'ignores a filter beside another one': {
    rule: 'filter-filters',
    respond: {
      async listInvoices({ parameters: { query } }, { records }) {
        const { customerId, status } = query
        if (customerId === undefined || status === undefined) return undefined
        const invoices = await records('invoices').list()
        return toPage(invoices.filter((one) => read(one, 'customerId') === customerId))
      },
    },
  },
  'loses what has the same title as the last one of a page': {
    rule: 'pages-make-list',
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
  'lists the oldest first': {
    rule: 'list-is-sorted',
    respond: {
      async listInvoices({ request }, { records }) {
        return request.path.includes('?') ? undefined : toPage(await records('invoices').list())
      },
    },
  },
  'takes a customer that does not exist': {
    rule: 'unknown-reference',
    respond: {
      createInvoice: storeInvoice(
        (body, customers) => !customers.some((one) => read(one, 'id') === read(body, 'customerId')),
      ),
    },
  },
  'takes a date before another one': {
    rule: 'rejects-invalid-body',
    respond: {
      createInvoice: storeInvoice((body) => isBefore(read(body, 'dueDate'), read(body, 'issueDate'))),
    },
  },
  'removes what belongs to another record': {
    rule: 'child-of-its-parent',
    respond: {
      async removeLine({ parameters: { path } }, { records }) {
        const line = Number(path['lineId'])
        for (const invoice of await records('invoices').list())
          if (await records('lines').remove(line, [Number(read(invoice, 'id'))])) return { status: 204 }
        return undefined
      },
    },
  },
}

test('the mock keeps what the description says', async () => {
  expect(listFindings(await judgeMock(contract))).toEqual([])
})

test('what is only accepted after something else is judged after that', async () => {
  const right = await judgeMock(contract, {}, { respond: sendWithLines({ takesAll: false }) })
  expect(listFindings(right)).toEqual([])
  expect(right.unjudged).toBeUndefined()
  const wrong = await judgeMock(contract, {}, { respond: sendWithLines({ takesAll: true }) })
  expect(findBroken(wrong)).toEqual(['rejects-in-state'])
})

test.each(Object.entries(mistakes))('a service that %s is blamed', async (_name, { rule, respond }) => {
  expect(findBroken(await judgeMock(contract, { only: [rule] }, { respond }))).toContain(rule)
})
