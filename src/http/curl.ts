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

/** A few characters that are repeated so often that a command of their own is shorter. */
const run = /([^\n]{1,6}?)\1{39,}/gu
const minRun = 201

/** Splits a text into what stays as it is, and runs: the repeated characters and how often they come. */
function split(text: string): (string | { unit: string; count: number })[] {
  const parts: ReturnType<typeof split> = []
  let end = 0
  for (const { 0: all, 1: unit = '', index } of text.matchAll(run)) {
    if (all.length < minRun) continue
    parts.push(text.slice(end, index), { unit, count: all.length / unit.length })
    end = index + all.length
  }
  return [...parts, text.slice(end)].filter((part) => part !== '')
}

const writeRun = ({ unit, count }: { unit: string; count: number }): string =>
  `printf ${quote(`${unit.replaceAll(/[%\\]/g, '$&$&')}%.0s`)} $(seq ${count})`

/** Writes commands that print a text with long runs; undefined if it has none. */
function toRepeat(text: string): string | undefined {
  const parts = split(text)
  if (parts.every((part) => typeof part === 'string')) return undefined
  return parts
    .map((part) => (typeof part === 'string' ? `printf %s ${quote(part)}` : writeRun(part)))
    .join('; ')
}

/** Writes a text as one argument, in which commands print long runs of letters. */
const toArgument = (text: string): string =>
  split(text)
    .map((part) =>
      typeof part === 'string'
        ? quote(part)
        : /^[\w=&%.,:;/+-]+$/.test(part.unit)
          ? `"$(${writeRun(part)})"`
          : quote(part.unit.repeat(part.count)),
    )
    .join('') || quote('')

function writeHeader({ name, value, shell }: RequestHeader, showToken: boolean): string {
  if (!showToken && shell !== undefined) return `-H "${name}: ${shell}"`
  // curl omits a header without a value unless it ends in a semicolon.
  if (value.trim() === '') return `-H ${quote(`${name};`)}`
  return /^[\x20-\x7e]*$/.test(value)
    ? `-H ${toArgument(`${name}: ${value}`)}`
    : `-H "$(printf ${quote(toPrintf(Buffer.from(`${name}: ${value}`, 'latin1')))})"`
}

/** Methods for which curl sends no length of a body that there isn't. */
const withoutBody: ReadonlySet<string> = new Set(['GET', 'DELETE', 'OPTIONS'])

/** A command of curl: its arguments, and what prints the body if that isn't one of them. */
interface CurlParts {
  args: string
  input?: string
}

/** Writes the parts of the command that sends a request. Secret values are what `shell` says, unless `showToken` is set. */
function toParts(request: HttpRequest, url: string, showToken: boolean): CurlParts {
  const { method, path, headers, curl } = request
  const body = joinPieces(request)
  const hasBody = body.length > 0 || !withoutBody.has(method)
  const isSent = (wanted: string) => headers.some(({ name }) => name.toLowerCase() === wanted.toLowerCase())
  const parts = [
    ...(curl === undefined ? [] : [curl]),
    // By itself, curl writes only the path into the request line.
    ...(/^https?:/.test(path) ? [`--request-target ${quote(path)}`] : []),
    ...headers
      .filter(({ name }) => !own.has(name.toLowerCase()))
      .map((header) => writeHeader(header, showToken)),
    ...(isSent('Host') ? [] : ["-H 'Host:'"]),
    ...ofCurl
      .filter((name) => !isSent(name) && (hasBody || name !== 'Content-Type'))
      .map((name) => `-H '${name}:'`),
  ]
  // With -X HEAD, curl waits for a body that never comes.
  const isHead = method === 'HEAD' && body.length === 0
  const how = isHead ? '-I' : `-X ${method}`
  // Otherwise, curl takes brackets for a list of addresses.
  const glob = /^\w+:\/\/[^/]*\/.*[[\]{}]/.test(url) ? 'g' : ''
  const command = `-i${glob} ${how} ${toArgument(url)} ${parts.join(' ')}`
  if (isHead) return { args: command }
  if (body.length === 0) return { args: hasBody ? `${command} --data-binary ''` : command }
  const text = utf8.decode(body)
  const repeated = isPlainText(body) ? toRepeat(text) : undefined
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
