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
}

/** The setup of the service of this name. */
export function findSetup(name: string): Setup {
  const setup = setups[name]
  if (!setup) throw new Error(`There is no setup of ${name}.`)
  return setup
}
