// What the hotel service checks of bodies, with the mistakes that it can make there.
import * as is from './checks.ts'
import type { Switches } from './serve.ts'

/** Creates the checks of the bodies of hotels, patches, rooms, and bookings. */
export function createHotelChecks({
  wrong,
  legal,
}: Switches): Record<'hotel' | 'patch' | 'room' | 'booking', is.Check> {
  const choose = is.createChoice(wrong)
  const name = choose(is.text(1, 80), { 'name-empty': is.text(0, 80), 'name-81': is.text(1, 81) })
  const city = is.text(1, 60)
  const stars = choose(is.integer(1, 5), {
    'stars-6': is.integer(1, 6),
    'stars-fraction': is.number(1, 5),
    'stars-string': (value) => is.integer(1, 5)(Number(value)),
  })
  const description = is.text(0, 500)
  const email = choose(is.text(3, 320, /^(?:[^@\s]+|"[^"]+")@[^@\s]+$/), {
    'email-unchecked': is.text(0, 200),
  })
  const amenity = is.oneOf('pool', 'spa', 'gym', 'bar', 'parking', 'wifi', 'pets')
  const longitude = wrong('longitude-missing') ? [] : ['longitude']
  const readOnly = { id: is.anything, createdAt: is.anything, updatedAt: is.anything }
  const hotel = is.object(
    {
      name,
      city,
      stars,
      description: choose(description, { 'description-null': is.orNull(description) }),
      email,
      checkInFrom: choose(is.text(5, 5, /^([01]\d|2[0-3]):[0-5]\d$/), {
        'check-in-unanchored': is.text(0, 99, /([01]\d|2[0-3]):[0-5]\d/),
      }),
      amenities: choose(is.list(amenity, 5, true), {
        'amenity-unknown': is.list(is.text(0, 20), 5, true),
        'amenities-6': is.list(amenity, 6, true),
        'amenities-repeat': is.list(amenity, 5),
      }),
      location: is.object({ latitude: is.number(-90, 90), longitude: is.number(-180, 180) }, [
        'latitude',
        ...longitude,
      ]),
      alarmCode: is.text(6, 6, /^\d+$/),
      ...(legal('read-only-rejected') ? {} : readOnly),
    },
    ['name', ...(wrong('city-missing') ? [] : ['city']), 'stars'],
    wrong('unknown-property-stored') ? is.anything : undefined,
  )
  const patch = is.object({
    name: choose(name, { 'patch-unchecked': is.text(0, 500) }),
    city,
    stars,
    description: is.orNull(description),
    email: is.orNull(email),
  })
  const open = legal('unknown-rejected') ? undefined : is.anything
  const room = is.object(
    {
      number: is.text(1, 5, /^[1-9]\d{0,3}[A-Z]?$/),
      type: choose(is.oneOf('single', 'double', 'suite'), { 'room-type-unchecked': is.text(0, 50) }),
      beds: is.integer(wrong('beds-0') ? 0 : 1, 6),
      pricePerNight: is.number(wrong('price-negative') ? -1000 : 0, 10_000),
      smoking: is.flag,
    },
    ['number', 'type', 'pricePerNight'],
    open,
  )
  const guest = { name: is.text(1, 100), phone: is.orNull(is.text(0, 30)) }
  const booking = is.object(
    {
      from: choose(is.day, { 'from-no-date': is.text(10, 10, /^\d{4}-\d\d-\d\d$/) }),
      nights: is.integer(1, 30),
      guest: is.object(guest, wrong('guest-name-missing') ? [] : ['name'], open),
    },
    ['from', 'nights', 'guest'],
    open,
  )
  return { hotel, patch, room, booking }
}
