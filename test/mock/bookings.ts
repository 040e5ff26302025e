import { readDescription } from '../contract/describe-api.ts'

/** Rooms, and the bookings of a room: nested resources, an API key, problem details, pages, int64, and entity tags. */
export const bookings = readDescription(import.meta.url, 'bookings.yaml')
