import { stringifyExactJson } from '../json/exact-json.ts'
import { isObject } from '../options/is-object.ts'

/** The media type of server-sent events. */
export const eventStream = 'text/event-stream'

const lineEnd = /\r\n|\r|\n/

const field = /^(?:data|event|id|retry):/

/** Whether a text is an event stream already: it has only fields, comments, and empty lines. */
const isStream = (lines: readonly string[]): boolean =>
  lines.some((line) => field.test(line)) &&
  lines.every((line) => line === '' || line.startsWith(':') || field.test(line))

function writeField(name: string, value: unknown): string {
  const text = typeof value === 'string' ? value : stringifyExactJson(value)
  return text
    .split(lineEnd)
    .map((line) => `${name}: ${line}\n`)
    .join('')
}

function writeEvent(value: unknown, hasFields: boolean): string {
  if (hasFields && isObject(value) && 'data' in value) {
    const fields = ['event', 'id', 'retry', 'data'].filter((name) => value[name] !== undefined)
    return `${fields.map((name) => writeField(name, value[name])).join('')}\n`
  }
  const lines = typeof value === 'string' ? value.split(lineEnd) : []
  const end = lines.findLastIndex((line) => line !== '') + 1
  return isStream(lines) ? `${lines.slice(0, end).join('\n')}\n\n` : `${writeField('data', value)}\n`
}

/**
 * Writes a value as server-sent events (HTML standard, section 9.2.6): each item of an array is one.
 *
 * @param hasFields whether an object with `data` has the fields of the event (OpenAPI 3.2 section 4.14.3), and isn't its data
 */
export const writeEvents = (value: unknown, hasFields: boolean): string =>
  [value]
    .flat()
    .map((event) => writeEvent(event, hasFields))
    .join('')
