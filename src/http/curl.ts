import { type HttpRequest, joinPieces, type RequestHeader } from './exchange.ts'
import { quote } from './quote.ts'

/** A longer body comes from a command, so that it can be pasted. */
const maxShown = 2000

/** Headers that curl sets without options. */
const own = new Set(['host', 'content-length', 'user-agent'])

/** Headers that curl sets by default. */
const ofCurl = ['Accept', 'User-Agent', 'Content-Type']

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })
const strictUtf8 = new TextDecoder('utf-8', { ignoreBOM: true, fatal: true })

function isPlainText(body: Uint8Array): boolean {
  try {
    return !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/u.test(strictUtf8.decode(body))
  } catch {
    return false
  }
}

/** Writes bytes as an argument of printf; any byte but printable ASCII is an octal escape. */
const toPrintf = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString('latin1')
    .replaceAll(/[%\\]/g, '$&$&')
    .replaceAll(/[^\x20-\x7e]|'/g, (byte) => `\\${byte.charCodeAt(0).toString(8).padStart(3, '0')}`)

/** Runs of the parts that `verify` makes large bodies of. */
const runs = /(\[|\{"a":|\]|[Fxé ]|🌱)\1{9,}/g

/** How often a part is repeated in a run that is worth a command of its own. */
const minRepeats = 200

/** Writes a command that prints a long run of the same few bytes. */
function toRepeat(text: string): string | undefined {
  for (const { 0: run, 1: unit = '', index } of text.matchAll(runs)) {
    const count = run.length / unit.length
    if (count < minRepeats) continue
    const after = text.slice(index + run.length)
    const rest = after.length > maxShown ? toRepeat(after) : `printf %s ${quote(after)}`
    if (rest === undefined) return undefined
    return `printf %s ${quote(text.slice(0, index))}; printf ${quote(`${unit}%.0s`)} $(seq ${count}); ${rest}`
  }
  return undefined
}

function writeHeader({ name, value, shell }: RequestHeader, showToken: boolean): string {
  if (!showToken && shell !== undefined) return `-H "${name}: ${shell}"`
  // curl omits a header without a value unless it ends in a semicolon.
  if (value.trim() === '') return `-H ${quote(`${name};`)}`
  return /^[\x20-\x7e]*$/.test(value)
    ? `-H ${quote(`${name}: ${value}`)}`
    : `-H "$(printf ${quote(toPrintf(Buffer.from(`${name}: ${value}`, 'latin1')))})"`
}

/** A command of curl: its arguments, and what prints the body if that isn't one of them. */
interface CurlParts {
  args: string
  input?: string
}

/** Writes the parts of the command that sends a request. Secret values are what `shell` says, unless `showToken` is set. */
function toParts(request: HttpRequest, url: string, showToken: boolean): CurlParts {
  const { method, path, headers, curl } = request
  const body = joinPieces(request)
  const isSent = (wanted: string) => headers.some(({ name }) => name.toLowerCase() === wanted.toLowerCase())
  const parts = [
    ...(curl === undefined ? [] : [curl]),
    // By itself, curl writes only the path into the request line.
    ...(/^https?:/.test(path) ? [`--request-target ${quote(path)}`] : []),
    ...headers
      .filter(({ name }) => !own.has(name.toLowerCase()))
      .map((header) => writeHeader(header, showToken)),
    ...(isSent('Host') ? [] : ["-H 'Host:'"]),
    ...ofCurl.filter((name) => !isSent(name)).map((name) => `-H '${name}:'`),
  ]
  // With -X HEAD, curl waits for a body that never comes.
  const isHead = method === 'HEAD' && body.length === 0
  const how = isHead ? '-I' : `-X ${method}`
  // Otherwise, curl takes brackets for a list of addresses.
  const glob = /^\w+:\/\/[^/]*\/.*[[\]{}]/.test(url) ? 'g' : ''
  const command = `-i${glob} ${how} ${quote(url)} ${parts.join(' ')}`
  if (isHead) return { args: command }
  if (body.length === 0) return { args: `${command} --data-binary ''` }
  const text = utf8.decode(body)
  const repeated = body.length > minRepeats && isPlainText(body) ? toRepeat(text) : undefined
  if (repeated !== undefined) return { input: `{ ${repeated}; }`, args: `${command} --data-binary @-` }
  // curl reads a file if the argument starts with @.
  if (body.length <= maxShown && isPlainText(body) && !text.startsWith('@'))
    return { args: `${command} --data-binary ${quote(text)}` }
  return { input: `printf ${quote(toPrintf(body))}`, args: `${command} --data-binary @-` }
}

/** Writes several requests as one command that sends them over one connection; undefined if more than one of them needs input. */
export function toCurlOfConnection(
  requests: readonly { request: HttpRequest; url: string }[],
  showToken: boolean,
): string | undefined {
  const commands = requests.map(({ request, url }) => toParts(request, url, showToken))
  const inputs = commands.flatMap(({ input }) => input ?? [])
  if (inputs.length > 1) return undefined
  return [...inputs, `curl ${commands.map(({ args }) => args).join(' --next ')}`].join(' | ')
}

/** Writes a request as a command of one line that can be pasted into a terminal; empty if curl can't send it. The token is `$PLANT_STORE_TOKEN`, unless `showToken` is set. */
export const toCurl = (request: HttpRequest, url: string, showToken: boolean): string =>
  request.isRaw || request.pause !== undefined
    ? ''
    : (toCurlOfConnection([{ request, url }], showToken) ?? '')

export interface Burst {
  atOnce: number
  /** Whether each request has its own id. */
  hasFreshIds: boolean
}

/** Stands for a number in the command that xargs runs. */
const place = 'NNN'

/** Writes a command that sends a request at least 100 times, many at once, each time with another name; it prints the answer, the number in the name, and the status. */
export function toBurst(request: HttpRequest, url: string, showToken: boolean, burst: Burst): string {
  const { atOnce, hasFreshIds } = burst
  const body = joinPieces(request).toString()
  const named = body.replace(/("name":"[^"\\]*)"/, `$1${place}"`)
  const numbered = hasFreshIds ? named.replace(/("id":-?\d+?)\d{0,3}(?!\d)/, `$1${place}`) : named
  const command = toCurl({ ...request, pieces: [Buffer.from(numbered)] }, url, showToken)
  return command.replace(
    /^curl -i /,
    `seq 100 ${Math.max(199, 99 + atOnce)} | xargs -P ${atOnce} -I ${place} curl -s -w ' ${place} %{http_code}\\n' `,
  )
}
