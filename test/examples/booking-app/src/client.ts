export interface Booking {
  reference: string
  room: string
  from: string
  guests: number
  status?: 'requested' | 'confirmed'
}

export interface Page {
  items: Booking[]
  total: number
}

/** A rejection of the service; `fields` has a message for each property that is wrong. */
export class ApiError extends Error {
  readonly status: number
  readonly fields: Record<string, string>

  constructor(status: number, problem: { title: string; detail?: string; errors?: FieldError[] }) {
    super(problem.detail ?? problem.title)
    this.status = status
    this.fields = Object.fromEntries(
      (problem.errors ?? []).map(({ pointer, detail }) => [pointer.slice(1), detail]),
    )
  }
}

interface FieldError {
  pointer: string
  detail: string
}

const baseUrl = 'https://bookings.example/v1'
let token: string | undefined

async function send<Result>(
  method: string,
  path: string,
  body?: object,
  type = 'application/json',
): Promise<Result> {
  const headers = new Headers()
  if (token !== undefined) headers.set('Authorization', `Bearer ${token}`)
  if (body !== undefined) headers.set('Content-Type', type)
  const response = await fetch(baseUrl + path, { method, headers, body: body && JSON.stringify(body) })
  const result = await response.json()
  if (!response.ok) throw new ApiError(response.status, result)
  return result
}

export async function login(email: string, password: string): Promise<void> {
  const session = await send<{ token: string }>('POST', '/login', { email, password })
  token = session.token
}

export function logout(): void {
  token = undefined
}

export const pageSize = 2

export const listBookings = (page: number): Promise<Page> =>
  send('GET', `/bookings?limit=${pageSize}&offset=${page * pageSize}`)

export const createBooking = (booking: Booking): Promise<Booking> => send('POST', '/bookings', booking)

export const confirmBooking = (reference: string): Promise<Booking> =>
  send(
    'PATCH',
    `/bookings/${encodeURIComponent(reference)}`,
    { status: 'confirmed' },
    'application/merge-patch+json',
  )
