import { toCurlCommand } from '../contract/curl.ts'
import { type HarExchange, toArchive, toHarEntry } from '../contract/har.ts'
import { readVersion } from '../contract/read-version.ts'
import { tame } from '../contract/tame.ts'
import type { JournalEntry } from '../store/journal-entry.ts'
import { writeInSlices } from './in-slices.ts'

/** Makes the URL of a request, whose target may also be `*`. */
const toUrl = (origin: string, target: string): string => origin + target.replace(/^(?!\/)/, '/')

/** Says that the journal has only a part of a body. */
const describeBody = ({ failure, fault }: JournalEntry): string | undefined =>
  failure === 'body-too-large' && fault === undefined
    ? 'The journal keeps the beginning of a body over the limit.'
    : undefined

/** Writes what the shell puts in the place of a masked value. A fake that accepts any token has a default. */
function toShell(value: string, { failure, fault }: JournalEntry, needsToken: boolean): string {
  const isRefused = failure === 'invalid-token' && fault === undefined
  const token = isRefused
    ? 'invalid-token'
    : needsToken
      ? '$PLANT_STORE_TOKEN'
      : `\${PLANT_STORE_TOKEN:-local-token}`
  return value
    .replaceAll(/[\\"$`]/g, '\\$&')
    .replace(/^(bearer) \*{3}$/i, (_masked, scheme) => `${scheme} ${token}`)
}

/**
 * Writes requests as shell commands that send them again, each below a comment with its number, time, and answer.
 *
 * @param needsToken whether only some tokens are valid: then they come from `PLANT_STORE_TOKEN`
 */
export const toCommands = (
  entries: readonly JournalEntry[],
  origin: string,
  needsToken: boolean,
): Promise<Buffer[]> =>
  writeInSlices(
    entries,
    (entry) => {
      const { number, time, request, answer, failure } = entry
      const { method, path, headers, body } = request
      const result = answer.status === 0 ? 'no answer' : [answer.status, failure].filter(Boolean).join(' ')
      const sent = Object.entries(headers)
        // Each hop has its own.
        .filter(([name]) => name !== 'connection')
        .map(([name, value]) => ({
          name,
          value,
          ...(value.includes('***') && { shell: toShell(value, entry, needsToken) }),
        }))
      const note = [`# ${number}. ${time} ${result}`, describeBody(entry)].filter(Boolean).join('. ')
      // The certificate of a fake is hardly ever one that curl trusts.
      const isInsecure = origin.startsWith('https:')
      const full = { method, headers: sent, body: new TextEncoder().encode(body), isInsecure }
      return `${tame(note)}\n${toCurlCommand(full, toUrl(origin, path), false)}\n`
    },
    '\n',
  )

function toHarExchange(entry: JournalEntry, origin: string): HarExchange {
  const { number, time, request, answer, duration, failure, fault } = entry
  const bodyComment = describeBody(entry)
  return {
    startedAt: time,
    duration,
    request: {
      method: request.method,
      url: toUrl(origin, request.path),
      headers: Object.entries(request.headers),
      body: request.body,
      ...(bodyComment !== undefined && { bodyComment }),
    },
    answer:
      answer.status === 0
        ? 'a fault dropped the connection'
        : { ...answer, headers: Object.entries(answer.headers) },
    comment: [`${number}`, failure, fault && `fault ${fault}`].filter(Boolean).join(': '),
  }
}

/** Writes an HTTP Archive of requests and their answers. */
export function toJournalArchive(entries: readonly JournalEntry[], origin: string): Promise<Buffer[]> {
  const empty = JSON.stringify(toArchive({ name: 'plant-store', version: readVersion() }, []))
  const toText = (entry: JournalEntry): string => JSON.stringify(toHarEntry(toHarExchange(entry, origin)))
  // It ends in the brackets of the list and of the two objects around it.
  return writeInSlices(entries, toText, ',', [empty.slice(0, -3), empty.slice(-3)])
}
