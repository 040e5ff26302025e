// Accounts, notes, and transfers behind a bearer token, as ledger.yaml describes them.
import * as is from './checks.ts'
import { createLedgerChecks } from './ledger-checks.ts'
import {
  type Application,
  type Call,
  createClock,
  pause,
  Rejection,
  type Reply,
  type Switches,
} from './serve.ts'

type Fields = Record<string, unknown>
interface Transfer extends Fields {
  id: string
  state: string
}

/** The bearer token that the service knows. */
export const token = 'ledger-token-51c9'

/** The ways of this service that its description leaves open. */
export const ledgerVariants: Readonly<Record<string, string>> = {
  'invalid-400': 'An invalid body gets 400, which is documented as well as 422.',
  'malformed-422': 'A malformed body gets 422, which is documented as well as 400.',
  'token-first': 'An unknown path gets 401 without a token.',
  'body-first': 'A body is checked before the token.',
  'bad-id-400': 'An id of an account that does not match its pattern gets 400 instead of 404.',
  'uuid-ids': 'Ids of transfers are UUIDs instead of increasing numbers.',
  'huge-note-ids': 'Ids of notes are beyond 2^53.',
  'newest-first': 'Lists begin with the newest record.',
  'empty-last-page': 'The last page may be empty, because a full page always has a cursor.',
  'coerced-numbers': 'Numbers in parameters may have a sign, spaces, and a fraction of zeros.',
  'unknown-rejected': 'Unknown properties of accounts and notes are rejected.',
  'long-problems': 'Problems have a type of their own, an instance, and a list of errors.',
  'detailed-challenge': 'A 401 explains itself in WWW-Authenticate with realm and error.',
}

/** Creates the service with its records, which are empty at first. */
export function createLedgerService({ wrong, legal }: Switches): Application {
  const accounts = new Map<string, Fields>()
  const notes = new Map<string, Fields[]>()
  const transfers: Transfer[] = []
  const serials = new Map<unknown, number>()
  let lastSerial = 0
  const now = createClock()
  const usedKeys = new Map<string, { body: string; transfer?: Transfer }>()
  let lastNote = legal('huge-note-ids') ? 2n ** 53n : 0n

  const checks = createLedgerChecks({ wrong, legal })
  const invalid = (problem: string): Rejection => new Rejection(legal('invalid-400') ? 400 : 422, problem)

  function readBody(call: Call, check: is.Check): Fields {
    if (is.toMediaType(call) !== 'application/json') throw new Rejection(415, 'Send application/json.')
    const value = is.readJson(call, legal('malformed-422') ? 422 : 400)
    if (wrong('array-500') && Array.isArray(value)) throw new TypeError('unexpected list')
    const problem = check(value)
    if (problem) throw invalid(problem)
    return value as Fields
  }

  function findAccount({ params }: Call): Fields & { id: string } {
    const id = params['accountId'] ?? ''
    const account = accounts.get(wrong('ids-without-case') ? id.toLowerCase() : id)
    if (account) return account as Fields & { id: string }
    const isMalformed = !/^[A-Za-z][A-Za-z0-9-]{2,19}$/.test(id)
    if (wrong('id-quote-500') && id.includes("'")) throw new SyntaxError('unterminated string')
    throw new Rejection(isMalformed && legal('bad-id-400') ? 400 : 404, 'There is no such account.')
  }

  function findTransfer({ params }: Call): Transfer {
    const transfer = transfers.find(({ id }) => id === params['transferId'])
    if (transfer) return transfer
    if (wrong('unknown-transfer-500')) throw new TypeError('Cannot read properties of undefined')
    throw new Rejection(404, 'There is no such transfer.')
  }

  function toPage<T extends Fields>(
    call: Call,
    records: readonly T[],
    isShown: (record: T) => boolean,
  ): Reply {
    const limits: [number, number, number] = [wrong('limit-0') ? 0 : 1, wrong('limit-51') ? 51 : 50, 10]
    const limit = is.readInteger(call, 'limit', limits, legal('coerced-numbers'))
    const given = call.query.get('cursor')
    const cursor = given === null ? 'after 0' : Buffer.from(given, 'base64url').toString()
    if (!/^after \d+$/.test(cursor)) {
      if (wrong('cursor-500')) throw new SyntaxError('Unexpected token')
      throw new Rejection(400, 'The cursor is unknown.')
    }
    const last = Number(cursor.slice(6))
    const isNewestFirst = legal('newest-first')
    const isLeft = (record: T): boolean => {
      const serial = serials.get(record['id']) ?? 0
      if (wrong('cursor-repeats') && serial === last) return true
      return last === 0 || (isNewestFirst ? serial < last : serial > last)
    }
    const isFiltered = !(wrong('cursor-drops-filter') && last)
    const left = records.filter((record) => isLeft(record) && (!isFiltered || isShown(record)))
    if (isNewestFirst) left.reverse()
    if (wrong('cursor-loses') && last) left.shift()
    const page = left.slice(0, wrong('limit-ignored') ? undefined : limit)
    const isLast = left.length === page.length && !(legal('empty-last-page') && page.length === limit)
    const next = `after ${serials.get(page.at(-1)?.['id']) ?? last}`
    const nextCursor = isLast && !wrong('cursor-never-ends') ? null : Buffer.from(next).toString('base64url')
    const isShort = wrong('list-without-currency')
    const data = page.map((record) => (isShort ? { ...record, currency: undefined } : record))
    return { status: 200, body: wrong('next-cursor-missing') && isLast ? { data } : { data, nextCursor } }
  }

  async function openAccount(call: Call): Promise<Reply> {
    const sent = readBody(call, checks.account)
    const id = wrong('ids-without-case') ? String(sent['id']).toLowerCase() : String(sent['id'])
    const isTaken = accounts.has(id) || (wrong('closed-id-taken') && notes.has(id))
    if (isTaken && !wrong('account-overwritten')) throw new Rejection(409, 'There is an account of this id.')
    if (wrong('parallel-accounts')) await pause()
    const { owner, currency, labels } = sent
    const stored = wrong('owner-normalized') ? String(owner).normalize('NFC') : owner
    const missing = wrong('overdraft-default') ? 100 : 0
    const openedAt = wrong('opened-at-client') ? (sent['openedAt'] ?? now()) : now()
    const account = {
      id,
      owner: stored ?? '',
      currency,
      overdraft: sent['overdraft'] ?? missing,
      labels,
      openedAt,
    }
    accounts.set(id, account)
    serials.set(id, ++lastSerial)
    if (!wrong('notes-survive') || !notes.has(id)) notes.set(id, [])
    return { status: 201, body: account }
  }

  async function changeAccount(call: Call): Promise<Reply> {
    const account = findAccount(call)
    const sent = readBody(call, checks.change)
    if (wrong('changes-lost')) await pause()
    if (wrong('overdraft-rounded') && sent['overdraft']) sent['overdraft'] = BigInt(Number(sent['overdraft']))
    const { labels, ...rest } = account
    const changed: Fields = { ...(wrong('change-drops-labels') ? rest : account), ...sent, id: account.id }
    accounts.set(account.id, changed)
    if (wrong('change-not-stored')) accounts.set(account.id, account)
    return { status: 200, body: changed }
  }

  function closeAccount(call: Call): Reply {
    const { id } = findAccount(call)
    accounts.delete(id)
    return { status: 204 }
  }

  function addNote(call: Call): Reply {
    const { id } = findAccount(call)
    const isForm = is.toMediaType(call) === 'application/x-www-form-urlencoded'
    if (!isForm) throw new Rejection(wrong('form-400') ? 400 : 415, 'Send a form.')
    const sent = is.readText(call)
    const form = new URLSearchParams(wrong('plus-kept') ? sent.replaceAll('+', '%2B') : sent)
    const unknown = [...form.keys()].find((name) => !['text', 'priority', 'pinned'].includes(name))
    if (unknown && legal('unknown-rejected')) throw invalid(`${unknown} is unknown`)
    const [text, priority = '2', pinned = 'false'] = ['text', 'priority', 'pinned'].map(
      (name) => form.get(name) ?? undefined,
    )
    if (wrong('note-500') && text && text.length > 190) throw new Error('varchar(190)')
    const problem = is.text(wrong('note-empty') ? 0 : 1, 200)(text)
    if (problem) throw invalid(`text ${problem}`)
    if (!/^[1-3]$/.test(priority) && !wrong('priority-unchecked')) throw invalid('priority has to be 1 to 3')
    if (!/^(true|false)$/.test(pinned)) throw invalid('pinned has to be true or false')
    lastNote += 1n
    const number = wrong('priority-string') ? priority : Number(priority)
    const note = {
      id: lastNote,
      text,
      priority: number,
      pinned: wrong('pinned-always') ? form.has('pinned') : pinned === 'true',
    }
    notes.get(wrong('notes-shared') ? (accounts.keys().next().value ?? id) : id)?.push(note)
    return { status: 201, body: note }
  }

  function getStatement(call: Call): Reply {
    const { id } = findAccount(call)
    const from = call.query.get('from')
    if (is.day(from) && !(wrong('from-optional') && from === null))
      throw new Rejection(400, 'from has to be a date.')
    const version = String(call.headers['x-statement-version'] ?? '1')
    const display = /(?:^|; ?)display=([^;]*)/.exec(call.headers.cookie ?? '')?.[1] ?? 'minor'
    const isVersion = (legal('coerced-numbers') ? /^\+?[1-3](\.0+)?$/ : /^[1-3]$/).test(version)
    if (!isVersion && !wrong('version-unchecked'))
      throw new Rejection(400, 'X-Statement-Version has to be 1 to 3.')
    if (display !== 'minor' && display !== 'major' && !wrong('cookie-unchecked')) {
      throw new Rejection(400, 'display has to be minor or major.')
    }
    const shown = wrong('cookie-ignored') ? 'minor' : display
    return { status: 200, body: { accountId: id, from, version: Number(version), display: shown } }
  }

  function listTransfers(call: Call): Reply {
    const state = call.query.get('state')
    const isKnown = state === null || ['pending', 'canceled', 'settled'].includes(state)
    if (!isKnown && !wrong('state-unchecked')) throw new Rejection(400, 'state is unknown.')
    const isShown = (transfer: Transfer): boolean =>
      state === null || wrong('state-ignored') || transfer.state === state
    return toPage(call, transfers, isShown)
  }

  function toIdempotencyKey(call: Call): string {
    const key = String(call.headers['idempotency-key'] ?? '')
    const pattern = wrong('key-unchecked') ? /./ : /^[A-Za-z0-9_-]{8,64}$/
    if (pattern.test(key)) return key
    if (!key && wrong('key-optional')) return crypto.randomUUID()
    throw new Rejection(400, 'Idempotency-Key has to be 8 to 64 characters.')
  }

  async function createTransfer(call: Call): Promise<Reply> {
    const key = toIdempotencyKey(call)
    const used = usedKeys.get(key)
    if (wrong('rejection-uses-key') && !used) usedKeys.set(key, { body: '' })
    const sent = readBody(call, checks.transfer)
    const body = JSON.stringify(sent, (_, value) => (typeof value === 'bigint' ? `${value}n` : value))
    if (used && used.body !== body && !wrong('key-with-other-body'))
      throw new Rejection(409, 'The key was used.')
    if (used && !wrong('key-ignored')) return toCreated(used.transfer ?? ({ id: '', state: '' } as Transfer))
    if (wrong('parallel-keys')) await pause()
    const id = legal('uuid-ids') ? crypto.randomUUID() : String(transfers.length + 1)
    if (wrong('amount-rounded')) sent['amount'] = BigInt(Number(sent['amount']))
    const transfer: Transfer = { ...sent, id, state: 'pending', createdAt: now() }
    transfers.push(transfer)
    serials.set(id, ++lastSerial)
    usedKeys.set(key, { body, transfer })
    return toCreated(transfer)
  }

  function toCreated(transfer: Transfer): Reply {
    const location = wrong('location-of-list') ? '/transfers' : `/transfers/${transfer.id}`
    const { kind: _, ...method } = transfer['method'] as Fields
    const shown = wrong('kind-not-returned') ? { ...transfer, method } : transfer
    const isString = wrong('amount-as-string') && typeof shown['amount'] === 'bigint'
    const body = isString ? { ...shown, amount: String(shown['amount']) } : shown
    return { status: 201, body, headers: wrong('location-missing') ? {} : { location } }
  }

  function cancelTransfer(call: Call): Reply {
    const transfer = findTransfer(call)
    if (transfer.state !== 'pending' && !wrong('canceled-twice'))
      throw new Rejection(409, 'It is not pending.')
    const state = wrong('state-spelling') ? 'cancelled' : 'canceled'
    if (wrong('cancel-not-stored')) return { status: 200, body: { ...transfer, state } }
    transfer.state = state
    return wrong('cancel-empty') ? { status: 204 } : { status: 200, body: transfer }
  }

  function before(call: Call): void {
    if (call.route === 'GET /status' && !wrong('status-needs-token')) return
    if (!call.route && !legal('token-first')) return
    if (wrong('cancel-without-token') && call.route.endsWith('/cancel')) return
    if (legal('body-first') && call.route === 'POST /accounts') readBody(call, checks.account)
    const given = call.headers.authorization ?? ''
    const sent = (wrong('scheme-case') ? /^Bearer +(\S+)$/ : /^bearer +(\S+)$/i).exec(given)?.[1]
    if (sent === token || (wrong('any-token') && sent) || (wrong('token-prefix') && sent?.startsWith(token)))
      return
    const challenge = legal('detailed-challenge') ? 'Bearer realm="ledger", error="invalid_token"' : 'Bearer'
    const headers: Record<string, string> = wrong('no-challenge') ? {} : { 'www-authenticate': challenge }
    throw new Rejection(
      wrong('bad-token-403') && sent ? 403 : 401,
      'The token is missing or unknown.',
      headers,
    )
  }

  function toError(status: number, detail: string): Reply {
    const isLong = legal('long-problems')
    const type = isLong ? `https://ledger.test/problems/${status}` : 'about:blank'
    const more = isLong
      ? { instance: `/requests/${crypto.randomUUID()}`, errors: [{ detail, pointer: '#/' }] }
      : {}
    const title = status < 500 ? 'The request was rejected' : 'Internal error'
    const shown = wrong('problem-status-200') ? 200 : wrong('problem-status-string') ? String(status) : status
    const body = { type, title, status: shown, detail, ...more }
    if (wrong('problem-title-missing'))
      return { status, body: { ...body, title: undefined }, type: 'application/problem+json' }
    return { status, body, type: wrong('problem-as-json') ? 'application/json' : 'application/problem+json' }
  }

  function after(call: Call, reply: Reply): Reply {
    if (wrong('accept-500') && call.headers.accept?.startsWith('text/')) return toError(500, 'No renderer')
    if (wrong('created-at-epoch') && call.route.includes('/transfers/') && reply.status === 200) {
      return { ...reply, body: { ...(reply.body as Fields), createdAt: 1_764_000_000 } }
    }
    return reply
  }

  return {
    routes: {
      'GET /status': () => ({ status: 200, body: { state: 'up' } }),
      'GET /accounts': (call) => toPage(call, [...accounts.values()], () => true),
      'POST /accounts': openAccount,
      'GET /accounts/{accountId}': (call) => ({ status: 200, body: findAccount(call) }),
      'PATCH /accounts/{accountId}': changeAccount,
      'DELETE /accounts/{accountId}': closeAccount,
      'GET /accounts/{accountId}/notes': (call) => ({ status: 200, body: notes.get(findAccount(call).id) }),
      'POST /accounts/{accountId}/notes': addNote,
      'GET /accounts/{accountId}/statement': getStatement,
      'GET /transfers': listTransfers,
      'POST /transfers': createTransfer,
      'GET /transfers/{transferId}': (call) => ({ status: 200, body: findTransfer(call) }),
      'POST /transfers/{transferId}/cancel': cancelTransfer,
    },
    before,
    after,
    toError,
  }
}
