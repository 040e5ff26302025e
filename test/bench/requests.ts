/** A request of the load generator. */
export interface BenchRequest {
  method: string
  target: string
  body?: string
  /** The status of the response of each server. */
  status: number
}

/** How many records the servers have when their lists are measured. */
export const recordCount = 1000

/** The requests of the benchmarks, by name; each one differs by its number. */
export const requests = {
  'POST /plants': (number: bigint) => ({
    method: 'POST',
    target: '/plants',
    body: `{"id":${number},"name":"Monstera","tag":"foliage"}`,
    status: 200,
  }),
  'POST /orders': (number: bigint) => ({
    method: 'POST',
    target: '/orders',
    body: `{"title":"order ${number}","status":"${['open', 'paid', 'sent'][Number(number % 3n)]}","contact":"ann@example.com","total":{"amount":${number},"currency":"EUR"},"lines":[{"sku":"A-1000","quantity":2,"note":"blue"},{"sku":"B-2000","quantity":1}],"tags":["new","web"]}`,
    status: 201,
  }),
  'GET /orders/{id}': (number: bigint) => ({
    method: 'GET',
    target: `/orders/${(number % BigInt(recordCount)) + 1n}`,
    status: 200,
  }),
  'GET /orders?status=paid': (number: bigint) => ({
    method: 'GET',
    target: `/orders?status=paid&limit=${(number % 5n) + 18n}`,
    status: 200,
  }),
} satisfies Record<string, (number: bigint) => BenchRequest>

export type RequestName = keyof typeof requests
