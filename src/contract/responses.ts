import type { Parameter, Response, Responses, Schema, Warning } from './contract.ts'
import { createParameter } from './create-parameter.ts'
import { type Description, listMembers, type Place, placeIn } from './description.ts'
import { lazy } from './lazy.ts'
import { pickMedia, readContent } from './media-type.ts'

const isSuccess = (name: string): boolean => /^2/.test(name)

function toStatus(name: string, isOnly: boolean): number {
  if (/^[1-5]\d\d$/.test(name)) return Number(name)
  if (/^[1-5]XX$/i.test(name)) return Number(name[0]) * 100
  return isOnly ? 200 : 500
}

const readHeaders = (
  place: Place,
  description: Description,
  getSchema: (place: Place) => Schema,
): Parameter[] =>
  listMembers(placeIn(place, 'headers')).flatMap(([header, at]) => {
    if (header.toLowerCase() === 'content-type') return []
    return createParameter(at, { description, getSchema, warn: () => {}, header }) ?? []
  })

export function readResponses(
  description: Description,
  place: Place,
  getSchema: (place: Place) => Schema,
  warn: (warning: Warning) => void,
): Responses {
  const entries = listMembers(place).filter(([name]) => {
    const isKnown = /^(?:[1-5](?:\d\d|XX)|default)$/i.test(name)
    if (!isKnown && !name.startsWith('x-'))
      warn({ message: `${name} isn't a status. This response is ignored.`, pointer: place.pointer })
    return isKnown
  })
  const hasSuccess = entries.some(([name]) => isSuccess(name))
  const all = entries.map(([name, at]): Response => {
    const found = description.follow(at) ?? at
    const { description: text } = Object(found.json)
    const media = lazy(() => readContent(description, placeIn(found, 'content'), getSchema))
    const headers = lazy(() => readHeaders(found, description, getSchema))
    return {
      name,
      status: toStatus(name, !hasSuccess),
      pointer: found.pointer,
      description: typeof text === 'string' ? text : '',
      get media() {
        return media()
      },
      get headers() {
        return headers()
      },
      pick(contentType) {
        return pickMedia(media(), contentType)
      },
    }
  })
  const pickNamed = (test: (name: string) => boolean): Response | undefined =>
    all.find(({ name }) => test(name))
  const isDefault = (name: string): boolean => name === 'default'
  const successes = all.filter(({ name }) => isSuccess(name))
  return {
    all,
    pick: (status) =>
      pickNamed((name) => name === String(status)) ??
      pickNamed((name) => name.toUpperCase() === `${Math.floor(status / 100)}XX`) ??
      pickNamed(isDefault),
    success:
      successes.find(({ name }) => /^\d+$/.test(name)) ??
      successes[0] ??
      pickNamed((name) => !hasSuccess && isDefault(name)) ??
      pickNamed((name) => name.startsWith('3')),
    successes,
    errors: all.filter(({ name }) => /^[45]/.test(name) || (isDefault(name) && hasSuccess)),
  }
}
