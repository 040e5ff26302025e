import { type CurlParts, joinCurl, toCurlParts, toPrintf } from './curl-command.ts'
import { type HttpRequest, joinPieces, type RequestHeader } from './exchange.ts'
import { quote } from './quote.ts'
import { writeMessage } from './write-message.ts'

/** Whether a cut would leave a part of a secret. */
function splitsSecret(raw: Buffer, cut: number, { value, shell }: RequestHeader): boolean {
  const at = raw.indexOf(value, Math.max(0, cut - value.length + 1), 'latin1')
  return shell !== undefined && at !== -1 && at < cut
}

/** Returns all bytes of a connection, and where they are cut, if curl would send them in another way. */
function toBytes(request: HttpRequest): Pick<HttpRequest, 'raw' | 'cuts'> {
  const { raw, pieces, pause } = request
  if (raw !== undefined || pause === undefined) return request
  const whole = writeMessage(request)
  let end = whole.length
  // The head comes with the first piece.
  const cuts = pieces
    .slice(1)
    .toReversed()
    .map(({ length }) => (end -= length))
  return { raw: whole, cuts: cuts.toReversed() }
}

/** Writes a request as a command of one line that can be pasted into a terminal. The token is `$PLANT_STORE_TOKEN`, unless `showToken` is set. */
export function toCurl(request: HttpRequest, url: string, showToken: boolean): string {
  const { raw, cuts = [] } = toBytes(request)
  const { protocol, host, port, hostname } = new URL(url)
  // Over TLS, curl sends no bytes as they are.
  if (raw === undefined || protocol === 'https:') return joinCurl([toParts(request, url, showToken)]) ?? ''
  if (raw.length === 0) return ''
  const headers = showToken ? [] : request.headers
  const ends = cuts.filter((cut) => !headers.some((header) => splitsSecret(raw, cut, header)))
  const messages = [0, ...ends].map((start, index) => {
    const secrets: string[] = []
    let text = toPrintf(raw.subarray(start, ends[index]))
    for (const { value, shell } of headers) {
      if (shell === undefined) continue
      text = text.replaceAll(toPrintf(Buffer.from(value, 'latin1')), () => {
        secrets.push(` "${shell}"`)
        return '%s'
      })
    }
    return `printf ${quote(text)}${secrets.join('')}; `
  })
  // curl ends when its input does, so that an answer needs some time.
  return `{ ${messages.join('sleep 0.1; ')}sleep 2; } | curl -sN telnet://${port === '' ? `${hostname}:80` : host}`
}

function toParts(request: HttpRequest, url: string, showToken: boolean): CurlParts {
  const isWithoutHost = !request.headers.some(({ name }) => name.toLowerCase() === 'host')
  // By itself, curl writes only the path into the request line.
  const target = /^https?:/.test(request.path) ? `--request-target ${quote(request.path)}` : ''
  const curl = [request.curl ?? '', target].join(' ').trim()
  const parts = { ...request, body: joinPieces(request), isWithoutHost, ...(curl && { curl }) }
  return toCurlParts(parts, url, showToken)
}

/** Writes several requests as one command that sends them over one connection; undefined if there is no such command. */
export const toCurlOfConnection = (
  requests: readonly { request: HttpRequest; url: string }[],
  showToken: boolean,
): string | undefined => joinCurl(requests.map(({ request, url }) => toParts(request, url, showToken)))

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
