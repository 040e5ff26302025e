import { createPlainPlant, writePlant } from '../probes/plain-plant.ts'
import type { Notes } from './notes.ts'
import { readAnswer } from './read-answer.ts'
import type { Service } from './service.ts'
import { describeVarying, findVarying, markId } from './varying.ts'
import type { Lesson } from './write-configuration.ts'

/** Headers of a 200 that matter to clients: those about the plant and about caches, and those of the service itself. */
const isForClients = (name: string): boolean =>
  /^(?:location|content-location|link|etag|last-modified|cache-control)$/.test(name) ||
  /^x-(?!powered-by|runtime|(?:frame|content-type|dns|download|permitted|xss)-)/.test(name)

/** What a 200 has besides the Plant, with `{id}` for the id. */
interface Extras {
  title: string
  members: Readonly<Record<string, unknown>>
  headers: Readonly<Record<string, string>>
}

/** Learns each value that some answers have; one that isn't the same in all answers is only used if it is a member. */
function learnEach(extras: readonly Extras[], part: 'members' | 'headers'): Lesson[] {
  const names = new Set(extras.flatMap((one) => Object.keys(one[part])))
  return [...names].map((name): Lesson => {
    const path = ['answers', 'created', part, name]
    const having = extras.filter((one) => Object.hasOwn(one[part], name))
    const values = having.map((one) => one[part][name])
    const varying = findVarying(values)
    if (part === 'headers' && (varying.length > 0 || having.length < extras.length))
      return { path, by: 'varies; the fake has none' }
    return { path, value: values[0], by: `${having[0]?.title}${describeVarying(varying)}` }
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
    const { name: _name, tag, ...more } = members
    const hasOwnTag = plant.tag === undefined && typeof tag === 'string'
    const type = headers['content-type'] ?? ''
    const hasOwnType = /^application\/json *;/i.test(type)
    const sent = exchange.outcome.kind === 'answer' ? exchange.outcome.answer.headers : []
    const forClients = sent.filter(([header]) => isForClients(header))
    const own = Object.fromEntries([...(hasOwnType ? [['content-type', type] as const] : []), ...forClients])
    const id = String(plant.id)
    return {
      title,
      members: markId({ ...more, ...(hasOwnTag && { tag }) }, id) as Extras['members'],
      headers: markId(own, id) as Extras['headers'],
    }
  })
  return [...learnEach(extras, 'headers'), ...learnEach(extras, 'members')]
}
