import type { HttpRequest, RequestHeader } from './exchange.ts'
import { quote } from './quote.ts'

/** A longer body comes from a command, so that it can be pasted. */
const maxShown = 2000

/** Headers that curl sets without options. */
const own = new Set(['host', 'content-length', 'user-agent'])

/** Headers that curl sets by default. */
const ofCurl = ['Accept', 'User-Agent', 'Content-Type']

const isPlainText = (body: Buffer): boolean =>
  Buffer.from(body.toString()).equals(body) && !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(body.toString())

/** Writes bytes as an argument of printf; any byte but printable ASCII is an octal escape. */
const toPrintf = (body: Buffer): string =>
  [...body]
    .map((byte) => {
      if (byte === 0x25) return '%%'
      if (byte === 0x5c) return '\\\\'
      return byte < 0x20 || byte > 0x7e || byte === 0x27
        ? `\\${byte.toString(8).padStart(3, '0')}`
        : String.fromCharCode(byte)
    })
    .join('')

/** Writes a command that prints a long run of the same few bytes. */
function toRepeat(text: string): string | undefined {
  const match = /^([\s\S]*?)(\[|\{"a":|\]|F|🌱)\2{999,}([\s\S]*)$/.exec(text)
  if (match === null) return undefined
  const [whole, before = '', unit = '', after = ''] = match
  const count = (whole.length - before.length - after.length) / unit.length
  const rest = after.length > maxShown ? toRepeat(after) : `printf %s ${quote(after)}`
  if (rest === undefined) return undefined
  return `printf %s ${quote(before)}; printf ${quote(`${unit}%.0s`)} $(seq ${count}); ${rest}`
}

function writeHeader({ name, value, shell }: RequestHeader, showToken: boolean): string {
  if (!showToken && shell !== undefined) return `-H "${name}: ${shell}"`
  // curl omits a header without a value unless it ends in a semicolon.
  if (value.trim() === '') return `-H ${quote(`${name};`)}`
  return /^[\x20-\x7e]*$/.test(value)
    ? `-H ${quote(`${name}: ${value}`)}`
    : `-H "$(printf ${quote(toPrintf(Buffer.from(`${name}: ${value}`, 'latin1')))})"`
}

/** Writes a request as a command of one line that can be pasted into a terminal. The token is `$PLANT_STORE_TOKEN`, unless `showToken` is set. */
export function toCurl({ method, headers, pieces }: HttpRequest, url: string, showToken: boolean): string {
  const body = Buffer.concat(pieces as Buffer[])
  const isSent = (wanted: string) => headers.some(({ name }) => name.toLowerCase() === wanted.toLowerCase())
  const parts = [
    ...headers
      .filter(({ name }) => !own.has(name.toLowerCase()))
      .map((header) => writeHeader(header, showToken)),
    ...ofCurl.filter((name) => !isSent(name)).map((name) => `-H '${name}:'`),
  ]
  const command = `curl -i -X ${method} ${quote(url)} ${parts.join(' ')}`
  if (body.length === 0) return `${command} --data-binary ''`
  const text = body.toString()
  // curl reads a file if the argument starts with @.
  if (isPlainText(body) && body.length <= maxShown && !text.startsWith('@'))
    return `${command} --data-binary ${quote(text)}`
  if (body.length > maxShown) {
    const repeated = toRepeat(text)
    if (repeated !== undefined) return `{ ${repeated}; } | ${command} --data-binary @-`
  }
  return `printf ${quote(toPrintf(body))} | ${command} --data-binary @-`
}

/** How a request is sent many times at once. */
export interface Burst {
  /** How many requests are in flight at the same time. */
  atOnce: number
  /** Whether each request has its own id. */
  hasFreshIds: boolean
}

/** Stands for a number in the command that xargs runs. */
const place = 'NNN'

/** Writes a command that sends a request at least 100 times, many at once, each time with another name; it prints the answer, the number in the name, and the status. */
export function toBurst(request: HttpRequest, url: string, showToken: boolean, burst: Burst): string {
  const { atOnce, hasFreshIds } = burst
  const body = Buffer.concat(request.pieces as Buffer[]).toString()
  const named = body.replace(/("name":"[^"\\]*)"/, `$1${place}"`)
  const numbered = hasFreshIds ? named.replace(/("id":-?\d+?)\d{0,3}(?!\d)/, `$1${place}`) : named
  const command = toCurl({ ...request, pieces: [Buffer.from(numbered)] }, url, showToken)
  return command.replace(
    /^curl -i /,
    `seq 100 ${Math.max(199, 99 + atOnce)} | xargs -P ${atOnce} -I ${place} curl -s -w ' ${place} %{http_code}\\n' `,
  )
}
