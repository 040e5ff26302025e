import { toCurl } from '../../http/curl.ts'
import { escapeControls } from '../../http/escape-controls.ts'
import type { AnyMock } from '../../mock/create-mock.ts'
import type { JournalEntry } from '../../mock/journal/journal-entry.ts'
import { describeValue } from '../../options/problems.ts'
import { ControlError } from './control-error.ts'

/** Makes the URL of a request, whose target may also be `*`. */
const toUrl = (origin: string, target: string): string => origin + target.replace(/^(?!\/)/, '/')

/** Says that the journal has only a part of a body. */
const describeBody = ({ failure, fault }: JournalEntry): string | undefined =>
  failure === 'body-too-large' && fault === undefined
    ? 'The journal keeps the beginning of a body over the limit.'
    : undefined

/** Writes what the shell puts in the place of a masked value: a key comes from the variable that is called like its header. A mock that accepts any token has a default. */
function toShell(name: string, value: string, { failure, fault }: JournalEntry, needsToken: boolean): string {
  const isRejected = failure === 'invalid-credentials' && fault === undefined
  const token = isRejected
    ? 'invalid-token'
    : needsToken
      ? '$PLANT_STORE_TOKEN'
      : `\${PLANT_STORE_TOKEN:-local-token}`
  if (value === '***') return `$${name.toUpperCase().replaceAll(/[^A-Z\d]+/g, '_')}`
  return value
    .replaceAll(/[\\"$`]/g, '\\$&')
    .replace(/^(bearer) \*{3}$/i, (_masked, scheme) => `${scheme} ${token}`)
}

/**
 * Writes requests as shell commands that send them again, each below a comment with its number, time, and response.
 *
 * @param needsToken whether only some tokens are valid: then they come from `PLANT_STORE_TOKEN`
 */
const toCommands = (entries: readonly JournalEntry[], origin: string, needsToken: boolean): string =>
  entries
    .map((entry) => {
      const { number, time, request, response, failure } = entry
      const { method, path, headers, body } = request
      const result = response?.status
        ? [response.status, failure].filter(Boolean).join(' ')
        : response
          ? 'no response'
          : 'still waiting'
      const sent = Object.entries(headers)
        // Each hop has its own.
        .filter(([name]) => name !== 'connection')
        .map(([name, value]) => ({
          name,
          value,
          ...(value.includes('***') && { shell: toShell(name, value, entry, needsToken) }),
        }))
      const note = [`# ${number}. ${time} ${result}`, describeBody(entry)].filter(Boolean).join('. ')
      // The certificate of a mock is hardly ever one that curl trusts.
      const curl = origin.startsWith('https:') ? { curl: '-k' } : {}
      const full = { method, path, headers: sent, pieces: [Buffer.from(body)], ...curl }
      return `${escapeControls(note)}\n${toCurl(full, toUrl(origin, path), false)}\n`
    })
    .join('\n')

/** A result of the control API that isn't JSON of an object. */
export class TextResult {
  readonly type: string
  readonly text: string

  constructor(type: string, text: string) {
    this.type = type
    this.text = text
  }
}

/** Shows requests in the format that a client asks for, JSON by default. @throws {ControlError} if there is no such format */
export function exportRequests(
  entries: readonly JournalEntry[],
  format: string | undefined,
  { settings }: AnyMock,
  origin: string,
): TextResult | { requests: readonly JournalEntry[] } {
  if (format === undefined) return { requests: entries }
  if (format !== 'curl') throw new ControlError(400, `format must be curl, got ${describeValue(format)}`)
  return new TextResult(
    'text/plain; charset=utf-8',
    toCommands(entries, origin, settings.credentials.length > 0),
  )
}
