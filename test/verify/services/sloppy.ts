// A library whose description says little: sloppy.yaml.
import * as is from './checks.ts'
import {
  type Application,
  type Call,
  createClock,
  pause,
  Rejection,
  type Reply,
  type Switches,
} from './serve.ts'

type Book = Record<string, unknown> & { id: number; title?: string; status: string }

/** The user and the password that the service knows. */
export const staff = 'librarian:s3cret-shelf'

/** The ways of this service that its description leaves open. */
export const sloppyVariants: Readonly<Record<string, string>> = {
  'unknown-rejected': 'Unknown properties are rejected.',
  'unknown-stored': 'Unknown properties are stored and returned.',
  'invalid-422': 'An invalid body gets 422 instead of 400.',
  'any-content-type': 'A body is read as JSON, whatever its content type is.',
  'nulls-returned': 'A property that may be null is returned as null if it was not sent.',
  'ok-body': 'Responses without a documented content have a body.',
  'delete-again-200': 'Removing a book again succeeds.',
  'id-400': 'An id of a book that is no integer gets 400 instead of 404.',
  'csv-quoted':
    'All cells of the CSV are in quotes, lines end with CRLF, and the content type has parameters.',
  'newest-first': 'Lists begin with the newest book.',
  'not-found-first': 'An unknown member gets 404 before the password is checked.',
  'page-clamped': 'A page beyond the last one gets 404.',
}

/** Creates the service with its members and without books. */
export function createSloppyService({ wrong, legal }: Switches): Application {
  const books = new Map<number, Book>()
  const members = ['Ada', 'Bo', 'Cy', 'Di', 'Ed'].map((Name, index) => {
    return {
      Id: `m${index + 1}`,
      Name,
      email: index % 2 ? null : `${Name}@example.com`,
      joined: '2030-02-01',
    }
  })
  const now = createClock()
  let lastId = 0

  const other = legal('unknown-rejected') ? undefined : is.anything
  const choose = is.createChoice(wrong)
  const anyText = is.text(0, 1e6)
  const anyInteger = is.integer(-1e300, 1e300)
  const country = choose(is.text(0, 2), { 'country-3': is.text(0, 3) })
  const checkBook = is.object(
    {
      id: anyInteger,
      title: choose(is.text(0, 200), { 'title-201': is.text(0, 201), 'title-number': is.anything }),
      Author: choose(anyText, { 'author-null': is.orNull(anyText) }),
      published_year: choose(is.orNull(anyInteger), { 'year-null-rejected': anyInteger }),
      price: is.number(-1e300, 1e300),
      status: choose(is.oneOf('available', 'lent'), { 'status-unchecked': anyText }),
      tags: is.list(choose(anyText, { 'tags-unchecked': is.anything })),
      isbn: choose(is.text(13, 13, /^\d+$/), { 'isbn-unanchored': is.text(0, 99, /\d{13}/) }),
      addedAt: is.text(20, 99, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i),
      publisher: is.orNull(is.object({ name: anyText, Country: country }, [], other)),
    },
    wrong('title-required') ? ['title'] : [],
    other,
  )
  const days = choose(is.integer(1, 60), { 'days-61': is.integer(1, 366) })
  const checkLoan = is.object({ member: anyText, days }, [], other)
  const terms = choose(is.list(anyText), { 'terms-string': is.anything })
  const checkSearch = is.object({ terms, max: is.integer(1, 50) }, [], other)

  function readBody(call: Call, check: is.Check): Record<string, unknown> {
    if (!call.body.length) return {}
    const isJson = is.toMediaType(call) === 'application/json' || legal('any-content-type')
    if (!isJson) throw new Rejection(415, 'Send JSON.')
    if (wrong('malformed-500')) JSON.parse(call.body.toString())
    const value = is.readJson(call)
    if (wrong('null-500') && value === null) throw new TypeError('Cannot read properties of null')
    const problem = check(value)
    if (problem) throw new Rejection(legal('invalid-422') ? 422 : 400, problem)
    return value as Record<string, unknown>
  }

  function toBook(sent: Record<string, unknown>, id: number, addedAt: unknown): Book {
    const { title, Author, published_year, price, status = 'available', tags = [], isbn, publisher } = sent
    const known = { title, Author, published_year, price, status: String(status), tags, isbn, publisher }
    const text = String(title)
    if (wrong('unknown-500') && Object.keys(sent).some((name) => !(name in known)))
      throw new Error('no such column')
    if (wrong('emoji-500') && /\p{Emoji_Presentation}/u.test(text)) throw new Error('incorrect string value')
    if (wrong('title-151-500') && text.length > 150) throw new Error('value too long')
    const nulls = legal('nulls-returned')
      ? { published_year: published_year ?? null, publisher: publisher ?? null }
      : {}
    const book = { ...(legal('unknown-stored') ? sent : {}), ...known, ...nulls, id, addedAt } as Book
    if (wrong('title-cut') && title) book.title = text.slice(0, 100)
    if (wrong('title-escaped') && title) book.title = text.replaceAll('&', '&amp;')
    if (wrong('title-trimmed') && title) book.title = text.trim()
    if (wrong('price-rounded') && price) book['price'] = Math.round(Number(price))
    return book
  }

  function view(book: Book): unknown {
    const shown: Book = { ...book }
    const { tags, price, published_year: year } = book
    if (wrong('year-string') && year && Number(year) < 1000) shown['published_year'] = `0${year}`
    if (wrong('price-string') && !Number.isInteger(price ?? 0)) shown['price'] = String(price)
    if (wrong('status-capital')) shown.status = book.status === 'lent' ? 'Lent' : 'Available'
    if (wrong('tags-null') && !(tags as unknown[]).length) shown['tags'] = null
    if (wrong('tag-alone') && (tags as unknown[]).length === 1) shown['tags'] = (tags as unknown[])[0]
    if (wrong('added-at-format')) shown['addedAt'] = String(new Date(String(book['addedAt'])))
    return shown
  }

  function toList(found: Book[]): Reply {
    const shown = (legal('newest-first') ? found.toReversed() : found).map(view)
    if (wrong('list-of-one') && shown.length === 1) return { status: 200, body: shown[0] }
    return { status: 200, body: wrong('empty-list-null') && !shown.length ? null : shown }
  }

  function findBook({ params }: Call): Book {
    const given = params['book_id'] ?? ''
    const isInteger = /^-?\d+$/.test(given)
    if (wrong('id-text-500') && !isInteger) throw new TypeError('invalid input syntax for integer')
    const book = isInteger ? books.get(Number(given)) : undefined
    if (book) return book
    if (wrong('unknown-book-500')) throw new TypeError('Cannot read properties of undefined')
    throw new Rejection(isInteger || !legal('id-400') ? 404 : 400, 'There is no such book.')
  }

  const hasTerm = (book: Book, term: string): boolean => (book.title ?? '').includes(term)

  async function addBook(call: Call): Promise<Reply> {
    const sent = readBody(call, checkBook)
    const id = lastId + 1
    if (wrong('parallel-ids')) await pause()
    const book = toBook(sent, id, now())
    lastId = id
    books.set(id, book)
    return { status: wrong('create-201') ? 201 : 200, body: view(book) }
  }

  function updateBook(call: Call): Reply {
    const old = findBook(call)
    const sent = readBody(call, checkBook)
    const book = toBook(sent, old.id, old['addedAt'])
    if (!wrong('update-not-stored')) books.set(old.id, book)
    return { status: 200, body: view(book) }
  }

  function deleteBook(call: Call): Reply {
    const id = Number(call.params['book_id'])
    if (!legal('delete-again-200')) findBook(call)
    if (!wrong('delete-does-nothing')) books.delete(id)
    return { status: 200, ...(legal('ok-body') && { body: { ok: true } }) }
  }

  function lendBook(call: Call): Reply {
    const book = findBook(call)
    const { member = null, days = 14 } = readBody(call, checkLoan)
    if (book.status === 'lent' && !wrong('lent-twice')) throw new Rejection(409, 'The book is lent.')
    if (!wrong('loan-not-stored')) book.status = 'lent'
    const due = new Date(now().getTime() + Number(days) * 86_400_000).toISOString()
    return {
      status: 200,
      body: { book: book.id, member, days, Due: wrong('due-format') ? due : due.slice(0, 10) },
    }
  }

  function returnBook(call: Call): Reply {
    const book = findBook(call)
    book.status = 'available'
    return { status: 200, body: view(book) }
  }

  function listMembers(call: Call): Reply {
    const page = is.readInteger(call, 'page', [wrong('page-0') ? 0 : 1, 1e300, 1])
    const shown = wrong('page-ignored') ? members.slice(0, 2) : members.slice(page * 2 - 2, page * 2)
    if (!shown.length && legal('page-clamped')) throw new Rejection(404, 'There is no such page.')
    return { status: 200, body: shown }
  }

  function getMember(call: Call): Reply {
    const index = members.findIndex(({ Id }) => Id === call.params['MemberId'])
    if (index < 0 || (wrong('member-2-missing') && index === 1))
      throw new Rejection(404, 'There is no such member.')
    return { status: 200, body: members[index] }
  }

  function exportBooks(): Reply {
    const isQuoted = legal('csv-quoted')
    const toCell = (value: unknown): string => {
      const needsQuotes = isQuoted || (/[",\r\n]/.test(String(value)) && !wrong('csv-unquoted'))
      return needsQuotes ? `"${String(value).replaceAll('"', '""')}"` : String(value)
    }
    const rows = [...books.values()].map(({ id, title = '', status }) => [id, title, status])
    if (wrong('csv-misses-last')) rows.pop()
    const lines = [['id', 'title', 'status'], ...rows].map((row) => row.map(toCell).join(','))
    const type = isQuoted ? 'text/csv; charset=utf-8; header=present' : 'text/csv'
    const end = isQuoted ? '\r\n' : '\n'
    return {
      status: 200,
      body: lines.join(end) + end,
      type: wrong('csv-as-json') ? 'application/json' : type,
    }
  }

  function search(call: Call): Reply {
    const { terms = [], max = 50 } = readBody(call, checkSearch)
    const wanted = Array.isArray(terms) ? terms.map(String) : [String(terms)]
    const isFound = (book: Book): boolean =>
      wrong('any-term')
        ? wanted.some((term) => hasTerm(book, term))
        : wanted.every((term) => hasTerm(book, term))
    return toList(
      [...books.values()].filter(isFound).slice(0, wrong('max-ignored') ? undefined : Number(max)),
    )
  }

  function before(call: Call): void {
    if (legal('not-found-first') && call.params['MemberId']) getMember(call)
    const isForStaff = call.route.includes('/Members') || call.route.startsWith('DELETE')
    if (!isForStaff && !(wrong('books-need-staff') && call.route === 'GET /books')) return
    if (wrong('member-without-password') && call.params['MemberId']) return
    const given = /^basic +(.*)$/i.exec(call.headers.authorization ?? '')?.[1] ?? ''
    const sent = Buffer.from(given, 'base64').toString()
    if (wrong('basic-500') && given && !sent.includes(':'))
      throw new TypeError('Cannot read properties of undefined')
    if (sent === staff || (wrong('any-password') && sent.startsWith('librarian:'))) return
    throw new Rejection(401, 'Only for staff.', {
      'www-authenticate': 'Basic realm="library", charset="UTF-8"',
    })
  }

  function toError(status: number, error: string): Reply {
    if (wrong('errors-as-html')) return { status, body: `<h1>${error}</h1>`, type: 'text/html' }
    return { status, body: { error, code: wrong('code-string') ? String(status) : status } }
  }

  function after(call: Call, reply: Reply): Reply {
    if (wrong('head-500') && call.method === 'HEAD') return { status: 500 }
    if (wrong('undocumented-method-500') && reply.status === 405) return { status: 500 }
    const isGet = call.route === 'GET /books/{book_id}'
    return wrong('unknown-book-200') && isGet && reply.status === 404 ? { status: 200, body: {} } : reply
  }

  return {
    routes: {
      'GET /books': (call) => {
        const q = wrong('q-ignored') ? '' : (call.query.get('q') ?? '')
        return toList([...books.values()].filter((book) => hasTerm(book, q)))
      },
      'POST /books': addBook,
      'GET /books/{book_id}': (call) => ({ status: 200, body: view(findBook(call)) }),
      'PUT /books/{book_id}': updateBook,
      'DELETE /books/{book_id}': deleteBook,
      'POST /books/{book_id}/loan': lendBook,
      'POST /books/{book_id}/return': returnBook,
      'GET /Members': listMembers,
      'GET /Members/{MemberId}': getMember,
      'GET /export/books.csv': exportBooks,
      'POST /search': search,
      'GET /ping': () => ({ status: 200, ...(legal('ok-body') && { body: 'pong', type: 'text/plain' }) }),
    },
    before,
    after,
    toError,
  }
}
