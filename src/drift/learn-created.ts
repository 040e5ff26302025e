import { createPlainPlant, writePlant } from '../probes/plain-plant.ts'
import type { Notes } from './notes.ts'
import { readAnswer } from './read-answer.ts'
import type { Service } from './service.ts'
import { markId, withPlaceholders } from './varying.ts'
import type { Lesson } from './write-configuration.ts'

/** What a 200 has besides the Plant, with `{id}` for the id. */
interface Extras {
  title: string
  members: Readonly<Record<string, unknown>>
  headers: Readonly<Record<string, string>>
}

/** Learns each value that some answers have; a header is only used if all answers have it. */
function learnEach(extras: readonly Extras[], part: 'members' | 'headers'): Lesson[] {
  const names = new Set(extras.flatMap((one) => Object.keys(one[part])))
  return [...names].map((name): Lesson => {
    const path = ['answers', 'created', part, name]
    const having = extras.filter((one) => Object.hasOwn(one[part], name))
    if (part === 'headers' && having.length < extras.length)
      return { path, by: 'comes and goes; the fake has none' }
    return { path, value: withPlaceholders(having.map((one) => one[part][name])), by: `${having[0]?.title}` }
  })
}

/** Learns what a 200 has besides the members of a Plant. */
export async function learnCreated({ send, session, fail }: Service, notes: Notes): Promise<Lesson[]> {
  const asked = await Promise.all(
    [true, false, true, false].map(async (hasTag) => {
      const plant = createPlainPlant(session, { hasTag })
      const exchange = await send({ body: writePlant(plant) })
      return { plant, exchange, title: `a plant ${hasTag ? 'with' : 'without'} a tag` }
    }),
  )
  if (!asked.some(({ exchange }) => typeof readAnswer(exchange)?.members?.['name'] === 'string'))
    fail('not-found', `${session.base.href} answers plain plants, but never with a Plant`)
  const extras = asked.map(({ plant, exchange, title }): Extras => {
    notes.judge(title, exchange, { id: 'free' })
    const { members = {}, headers = {} } = readAnswer(exchange) ?? {}
    const { name: _name, tag, ...others } = members
    // What the plant itself has is no addition of the service.
    const more = Object.fromEntries(
      Object.entries(others).filter(([member]) => plant.others?.[member] === undefined),
    )
    const hasOwnTag = plant.tag === undefined && typeof tag === 'string'
    const type = headers['content-type'] ?? ''
    const hasOwnType = /^application\/json *;/i.test(type)
    const { 'content-type': _type, ...forClients } = headers
    const own = { ...(hasOwnType && { 'content-type': type }), ...forClients }
    const id = String(plant.id)
    return {
      title,
      members: markId({ ...more, ...(hasOwnTag && { tag }) }, id) as Extras['members'],
      headers: markId(own, id) as Extras['headers'],
    }
  })
  return [...learnEach(extras, 'headers'), ...learnEach(extras, 'members')]
}
