import { quote } from './quote.ts'

/** A header of a request. If its value is secret, `shell` is what a shell evaluates to it between double quotes. */
export interface RequestHeader {
  name: string
  value: string
  shell?: string
}

/** A request with its whole body. */
interface CurlRequest {
  method: string
  headers: readonly RequestHeader[]
  body: Uint8Array
  /** Whether the request has no Host, which curl sends by default. */
  isWithoutHost?: boolean
  /** Whether curl accepts every certificate. */
  isInsecure?: boolean
}

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
    return !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(strictUtf8.decode(body))
  } catch {
    return false
  }
}

/** Each byte in an argument of printf; any byte but printable ASCII is an octal escape. */
const printfBytes: readonly string[] = Array.from({ length: 256 }, (_, byte) => {
  if (byte === 0x25) return '%%'
  if (byte === 0x5c) return '\\\\'
  return byte < 0x20 || byte > 0x7e || byte === 0x27
    ? `\\${byte.toString(8).padStart(3, '0')}`
    : String.fromCharCode(byte)
})

/** Writes bytes as an argument of printf. */
function toPrintf(bytes: Iterable<number>): string {
  let text = ''
  for (const byte of bytes) text += printfBytes[byte]
  return text
}

/** Gives the bytes of a header, each of which is one character. */
const toLatin1 = (text: string): number[] => [...text].map((letter) => letter.charCodeAt(0) & 0xff)

/** Writes a command that prints a long run of the same few bytes. */
function toRepeat(text: string): string | undefined {
  const match = /^([\s\S]*?)(\[|\{"a":|\]|[Fxé ]|🌱)\2{999,}([\s\S]*)$/.exec(text)
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
    : `-H "$(printf ${quote(toPrintf(toLatin1(`${name}: ${value}`)))})"`
}

/** Writes a request as a command of one line that can be pasted into a terminal. Secret values are what `shell` says, unless `showToken` is set. */
export function toCurlCommand(
  { method, headers, body, isWithoutHost = false, isInsecure = false }: CurlRequest,
  url: string,
  showToken: boolean,
): string {
  const isSent = (wanted: string) => headers.some(({ name }) => name.toLowerCase() === wanted.toLowerCase())
  const parts = [
    ...headers
      .filter(({ name }) => !own.has(name.toLowerCase()))
      .map((header) => writeHeader(header, showToken)),
    ...(isWithoutHost ? ["-H 'Host:'"] : []),
    ...ofCurl.filter((name) => !isSent(name)).map((name) => `-H '${name}:'`),
  ]
  const command = `curl -i${isInsecure ? 'k' : ''} -X ${method} ${quote(url)} ${parts.join(' ')}`
  if (body.length === 0) return `${command} --data-binary ''`
  const text = utf8.decode(body)
  // curl reads a file if the argument starts with @.
  if (isPlainText(body) && body.length <= maxShown && !text.startsWith('@'))
    return `${command} --data-binary ${quote(text)}`
  if (body.length > maxShown) {
    const repeated = toRepeat(text)
    if (repeated !== undefined) return `{ ${repeated}; } | ${command} --data-binary @-`
  }
  return `printf ${quote(toPrintf(body))} | ${command} --data-binary @-`
}
