import { EVENT_ID, type Event, getScalarValue, parseEvents } from 'js-yaml'
import { readPointer } from '../pointer.ts'
import { isJson, yamlOptions } from './parse-description.ts'

/** Finds the position of what a JSON pointer leads to, or of the last part of it that there is. */
export type FindPosition = (pointer: string) => number

const skipSpace = (text: string, at: number): number => {
  let next = at
  while (' \t\r\n,:'.includes(text[next] ?? '.')) next++
  return next
}

/** Returns the position after a string of JSON. */
function skipString(text: string, at: number): number {
  let next = at + 1
  while (next < text.length && text.charCodeAt(next) !== 0x22) next += text.charCodeAt(next) === 0x5c ? 2 : 1
  return next + 1
}

/** Returns the position after a value of JSON. */
function skipValue(text: string, at: number): number {
  let depth = 0
  let next = at
  do {
    const letter = text.charCodeAt(next)
    if (letter === 0x22) next = skipString(text, next) - 1
    else if (letter === 0x7b || letter === 0x5b) depth++
    else if (letter === 0x7d || letter === 0x5d) depth--
    else if (depth === 0) {
      while (next < text.length && !/[\s,}\]]/.test(text[next] ?? '')) next++
      return next
    }
    next++
  } while (depth > 0 && next < text.length)
  return next
}

function findInJson(text: string, steps: readonly string[]): number {
  let at = skipSpace(text, 0)
  let found = at
  for (const name of steps) {
    const isArray = text[at] === '['
    if (!isArray && text[at] !== '{') return found
    at = skipSpace(text, at + 1)
    for (let index = 0; ; index++) {
      if (at >= text.length || text[at] === '}' || text[at] === ']') return found
      const start = at
      const end = isArray ? at : skipString(text, at)
      const value = skipSpace(text, end)
      if ((isArray ? String(index) : JSON.parse(text.slice(at, end))) === name) {
        found = start
        at = value
        break
      }
      at = skipSpace(text, skipValue(text, value))
    }
  }
  return found
}

const isCollection = ({ type }: Event): boolean => type === EVENT_ID.MAPPING || type === EVENT_ID.SEQUENCE

const startOf = (event: Event | undefined): number => {
  if (event?.type === EVENT_ID.SCALAR) return event.valueStart
  return event?.type === EVENT_ID.MAPPING || event?.type === EVENT_ID.SEQUENCE ? event.start : 0
}

/** Returns the index after the events of a value. */
function skipEvents(events: readonly Event[], from: number): number {
  let depth = 0
  let index = from
  do {
    const event = events[index++]
    if (event === undefined) return index
    if (isCollection(event)) depth++
    else if (event.type === EVENT_ID.POP) depth--
  } while (depth > 0)
  return index
}

function findInYaml(text: string, events: readonly Event[], steps: readonly string[]): number {
  let index = 1
  let found = startOf(events[index])
  for (const name of steps) {
    const event = events[index]
    if (event === undefined || !isCollection(event)) return found
    const isArray = event.type === EVENT_ID.SEQUENCE
    index++
    for (let item = 0; ; item++) {
      const key = events[index]
      if (key === undefined || key.type === EVENT_ID.POP) return found
      const value = isArray ? index : skipEvents(events, index)
      const own = isArray
        ? String(item)
        : key.type === EVENT_ID.SCALAR
          ? getScalarValue(text, key)
          : undefined
      if (own === name) {
        found = startOf(key)
        index = value
        break
      }
      index = skipEvents(events, value)
    }
  }
  return found
}

/** Makes what finds positions in the text of a description. */
export function createFindPosition(text: string): FindPosition {
  let events: readonly Event[] | undefined
  return (pointer) => {
    const steps = readPointer(pointer)
    if (isJson(text)) return findInJson(text, steps)
    events ??= parseEvents(text, yamlOptions)
    return findInYaml(text, events, steps)
  }
}
