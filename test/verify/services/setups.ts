// What the scripts of each service begin with, and a tour through the service.

/** How scripts use a service. */
export interface Setup {
  /** A valid body for each operation that takes one. */
  readonly samples: Readonly<Record<string, Record<string, unknown>>>
  /** Headers of every request; `#` is the number of the request. */
  readonly headers?: Readonly<Record<string, string>>
  /** Requests that create a record each; the name stands for its key. */
  readonly records: Readonly<Record<string, string>>
  /** Requests with the statuses that they may get; `x` is any digit. */
  readonly tour: readonly string[]
}

const hotel = { name: 'Astoria', city: 'Prague', stars: 4 }

const setups: Readonly<Record<string, Setup>> = {
  hotel: {
    samples: {
      'POST /hotels': hotel,
      'PUT /hotels/{hotelId}': hotel,
      'POST /hotels/{hotelId}/rooms': { number: '12A', type: 'double', pricePerNight: 90 },
      'POST /hotels/{hotelId}/rooms/{roomId}/bookings': {
        from: '2031-05-01',
        nights: 2,
        guest: { name: 'Ada' },
      },
    },
    records: {
      h: 'POST /hotels +{"name":"Ritz"}',
      r: 'POST /hotels/$h/rooms +{"number":"1"}',
      b: 'POST /hotels/$h/rooms/$r/bookings +{"from":"2030-01-01"}',
    },
    tour: [
      '201 POST /hotels +{"description":"é 🏨","amenities":["pool"],"alarmCode":"123456"}',
      '200 GET /hotels?limit=1&offset=1&minStars=4',
      '400 GET /hotels?limit=0',
      '409 POST /hotels +',
      '4xx POST /hotels +{"stars":6}',
      '400|422 POST /hotels {',
      '415 POST /hotels (content-type: text/csv) +',
      '200 PUT /hotels/$h +{"name":"New","email":"a@example.com"}',
      '200 PATCH /hotels/$h {"email":null,"stars":5}',
      '409 DELETE /hotels/$h',
      '201 POST /hotels/$h/rooms +{"pricePerNight":10.25}',
      '200 GET /hotels/$h/rooms?type=double',
      '200 GET /hotels/$h/rooms/$r',
      '404 GET /hotels/4242/rooms/$r',
      '409 POST /hotels/$h/rooms/$r/bookings +{"from":"2030-01-02"}',
      '401 DELETE /hotels/$h/rooms/$r/bookings/$b (x-api-key:)',
      '204 DELETE /hotels/$h/rooms/$r/bookings/$b',
      '204 DELETE /hotels/$h/rooms/$r',
      '400|404 GET /hotels/none',
      '404|405 PATCH /hotels',
      '404 GET /nowhere',
    ],
  },
  ledger: {
    samples: {
      'POST /accounts': { id: 'shop-1', owner: 'Ada', currency: 'EUR' },
      'POST /accounts/{accountId}/notes': { text: 'called twice' },
      'POST /transfers': {
        amount: 1250,
        currency: 'EUR',
        payee: 'Ada',
        method: { kind: 'card', last4: '4242', network: 'visa' },
      },
    },
    headers: { 'idempotency-key': 'key-of-request-#' },
    records: { a: 'POST /accounts +{"id":"Main"}', t: 'POST /transfers +' },
    tour: [
      '200 GET /status (authorization:)',
      '201 POST /accounts +{"overdraft":"9223372036854775807n","labels":{"a":"é 🏦"}}',
      '409 POST /accounts +',
      '4xx POST /accounts +{"currency":"XXX"}',
      '400|422 POST /accounts {',
      '200 GET /accounts?limit=1',
      '400 GET /accounts?cursor=guess',
      '200 PATCH /accounts/$a {"overdraft":9007199254740993}',
      '400|422 PATCH /accounts/$a {}',
      '201 POST /accounts/$a/notes +{"priority":3,"pinned":true}',
      '415 POST /accounts/$a/notes (content-type: application/json) {}',
      '200 GET /accounts/$a/notes',
      '200 GET /accounts/$a/statement?from=2031-01-01 (cookie: display=major)',
      '400 GET /accounts/$a/statement?from=soon',
      '201 POST /transfers +{"reference":null,"method":{"kind":"bank","iban":"DE02120300000000202051"}}',
      '201 POST /transfers (idempotency-key: once-and-again) +',
      '201 POST /transfers (idempotency-key: once-and-again) +',
      '409 POST /transfers (idempotency-key: once-and-again) +{"amount":1}',
      '4xx POST /transfers +{"method":{"kind":"cash"}}',
      '200 POST /transfers/$t/cancel',
      '409 POST /transfers/$t/cancel',
      '200 GET /transfers?state=pending&limit=1',
      '401 GET /transfers/$t (authorization: Bearer guess)',
      '204 DELETE /accounts/$a',
      '400|404 GET /accounts/-',
      '404|405 PUT /accounts',
      '404 GET /nowhere',
    ],
  },
  sloppy: {
    samples: {
      'POST /books': { title: 'Dune', Author: 'Frank Herbert', price: 9 },
      'PUT /books/{book_id}': { title: 'Emma' },
      'POST /books/{book_id}/loan': { member: 'm2' },
    },
    records: { b: 'POST /books +' },
    tour: [
      '200 POST /books +{"published_year":null,"tags":["é"],"isbn":"9780441013593","publisher":{"Country":"US"}}',
      '200 POST /books {}',
      '4xx POST /books +{"status":"burnt"}',
      '4xx POST /books [',
      '200 GET /books?q=Dun',
      '200 PUT /books/$b +{"price":9.5}',
      '200 POST /books/$b/loan',
      '4xx POST /books/$b/loan +',
      '200 POST /books/$b/return',
      '4xx GET /books/4242',
      '4xx GET /books/dune',
      '200 GET /Members?page=2 ',
      '401 GET /Members (authorization:)',
      '200 GET /Members/m3',
      '4xx GET /Members/m9',
      '200 POST /search {"terms":["Du"],"max":1}',
      '200 GET /export/books.csv',
      '200 GET /ping',
      '401 DELETE /books/$b (authorization:)',
      '200 DELETE /books/$b',
      '404|405 PATCH /books',
      '404 GET /nowhere',
    ],
  },
}

/** The setup of the service of this name. */
export function findSetup(name: string): Setup {
  const setup = setups[name]
  if (!setup) throw new Error(`There is no setup of ${name}.`)
  return setup
}
