import { EVENT_ID, type Event, getScalarValue, parseEvents } from 'js-yaml'
import { readPointer } from '../pointer.ts'
import { isJsonText, yamlOptions } from './parse-description.ts'

/** Finds the line and column, from 1, of what a JSON pointer leads to, or of the last part of it that there is. */
export type FindPlace = (...pointers: readonly string[]) => { line: number; column: number }

interface Member {
  /** Where it begins in the text: its name, or the item. */
  start: number
  /** Where its value is: a position in JSON, and the index of an event of YAML. */
  value: number
}

type ListMembers = (value: number) => Map<string, Member>

function skipSpace(text: string, at: number): number {
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

function listInJson(text: string, value: number): Map<string, Member> {
  const members = new Map<string, Member>()
  const isArray = text[value] === '['
  let start = skipSpace(text, value + 1)
  // Braces of YAML can have names without quotes.
  while (isArray ? start < text.length && text[start] !== ']' : text[value] === '{' && text[start] === '"') {
    const end = isArray ? start : skipString(text, start)
    const own = skipSpace(text, end)
    members.set(isArray ? String(members.size) : JSON.parse(text.slice(start, end)), { start, value: own })
    start = skipSpace(text, skipValue(text, own))
  }
  return members
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

function listInYaml(text: string, events: readonly Event[], value: number): Map<string, Member> {
  const members = new Map<string, Member>()
  const parent = events[value]
  if (parent === undefined || !isCollection(parent)) return members
  const isArray = parent.type === EVENT_ID.SEQUENCE
  let index = value + 1
  for (let key = events[index]; key !== undefined && key.type !== EVENT_ID.POP; key = events[index]) {
    const own = isArray ? index : skipEvents(events, index)
    const name = isArray
      ? String(members.size)
      : key.type === EVENT_ID.SCALAR
        ? getScalarValue(text, key)
        : ''
    members.set(name, { start: startOf(key), value: own })
    index = skipEvents(events, own)
  }
  return members
}

/** Makes what finds the line and column of a position, from those that it found before. */
function createToPlace(text: string): (position: number) => { line: number; column: number } {
  let line = 1
  /** Where the line begins. */
  let start = 0
  return (position) => {
    for (; start > position; line--) start = start < 2 ? 0 : text.lastIndexOf('\n', start - 2) + 1
    for (let end = text.indexOf('\n', start); end >= 0 && end < position; end = text.indexOf('\n', start)) {
      start = end + 1
      line++
    }
    return { line, column: position - start + 1 }
  }
}

/** Makes what finds places in the text of a description; what is in an object or array is listed once. */
export function createFindPlace(text: string): FindPlace {
  const events = isJsonText(text) ? undefined : parseEvents(text, yamlOptions)
  const list: ListMembers = (value) =>
    events === undefined ? listInJson(text, value) : listInYaml(text, events, value)
  const root: Member =
    events === undefined
      ? { start: skipSpace(text, 0), value: skipSpace(text, 0) }
      : { start: startOf(events[1]), value: 1 }
  const known = new Map<number, Map<string, Member>>()
  const toPlace = createToPlace(text)

  function find(pointer: string): number {
    let found = root
    for (const name of readPointer(pointer)) {
      const members = known.get(found.value) ?? list(found.value)
      known.set(found.value, members)
      const member = members.get(name)
      if (member === undefined) break
      found = member
    }
    return found.start
  }

  return (...pointers) => toPlace(Math.max(...pointers.map(find)))
}
