import { decodeBody, toMaxDecodedBytes } from './decode-body.ts'
import type { HttpAnswer } from './exchange.ts'

/** The answers that came over one connection so far, and what is wrong after them. */
export interface Answers {
  answers: HttpAnswer[]
  /** The index after the last one. */
  end: number
  /** How many interim answers, such as a 100, came after them. */
  interim: number
  /** Why the bytes after them aren't HTTP. */
  problem?: string
}

interface ReadOptions {
  /** How many bytes were sent. */
  sentBytes: number
  /** Whether no more bytes come. */
  isOver: boolean
  /** Whether the requests were HEAD. */
  isOfHead?: boolean
  /** Whether the answers have the names of headers and the bytes of bodies as they came. */
  keepsRaw?: boolean
}

/** What a reader of a part finds: the part and the index of its end, or that more has to come. */
type ReadPart<Value> = { value: Value; end: number } | 'incomplete'

class NotHttpError extends Error {}

const line = /^HTTP\/(\d\.\d) (\d{3})(?: .*)?$/
const field = /^([!#$%&'*+.^_`|~\w-]+):(.*)$/
const padding = /^[ \t]+|(?<![ \t])[ \t]+$/g

function readHead(
  bytes: Buffer,
  start: number,
): ReadPart<Pick<HttpAnswer, 'version' | 'status' | 'headers'> & { pairs: HttpAnswer['headers'] }> {
  const end = bytes.indexOf('\r\n\r\n', start)
  const text = bytes.toString('latin1', start, end === -1 ? bytes.length : end)
  if (!text.startsWith('HTTP/'.slice(0, text.length))) throw new NotHttpError('the answer is not HTTP')
  if (end === -1) return 'incomplete'
  const [first = '', ...lines] = text.split('\r\n')
  const [, version, status] = line.exec(first) ?? []
  if (version === undefined)
    throw new NotHttpError(`the answer begins with ${JSON.stringify(first.slice(0, 60))}`)
  const pairs = lines.map((one) => {
    const [, name, value] = field.exec(one) ?? []
    if (name === undefined || value === undefined) throw new NotHttpError('the answer has an invalid header')
    return [name, value.replaceAll(padding, '')] as const
  })
  const headers = pairs.map(([name, value]) => [name.toLowerCase(), value] as const)
  const value = { version, status: Number(status), headers, pairs }
  return { value, end: end + 4 }
}

function readChunks(bytes: Buffer, start: number): ReadPart<Buffer> {
  const chunks: Buffer[] = []
  for (let at = start; ; ) {
    const end = bytes.indexOf('\r\n', at)
    if (end === -1) return 'incomplete'
    const [, digits] = /^([\da-f]{1,8})[ \t]*(?:;.*)?$/i.exec(bytes.toString('latin1', at, end)) ?? []
    if (digits === undefined) throw new NotHttpError('the answer has an invalid chunk')
    const size = Number.parseInt(digits, 16)
    if (size === 0) {
      const trailers = bytes.subarray(end, end + 4).equals(Buffer.from('\r\n\r\n'))
        ? end
        : bytes.indexOf('\r\n\r\n', end)
      return trailers === -1 ? 'incomplete' : { value: Buffer.concat(chunks), end: trailers + 4 }
    }
    if (bytes.length < end + size + 4) return 'incomplete'
    chunks.push(bytes.subarray(end + 2, end + 2 + size))
    at = end + size + 4
  }
}

function readBody(
  bytes: Buffer,
  start: number,
  answer: Pick<HttpAnswer, 'status' | 'headers'>,
  { isOver, isOfHead = false }: Pick<ReadOptions, 'isOver' | 'isOfHead'>,
): ReadPart<Buffer> {
  const find = (name: string): string | undefined => answer.headers.find(([other]) => other === name)?.[1]
  if (isOfHead || answer.status === 204 || answer.status === 304)
    return { value: Buffer.alloc(0), end: start }
  if (/(?:^|,)\s*chunked\s*$/i.test(find('transfer-encoding') ?? '')) return readChunks(bytes, start)
  const length = find('content-length')
  if (length === undefined) return isOver ? { value: bytes.subarray(start), end: bytes.length } : 'incomplete'
  if (!/^\d{1,15}$/.test(length)) throw new NotHttpError('the answer has an invalid Content-Length')
  const end = start + Number(length)
  return end > bytes.length ? 'incomplete' : { value: bytes.subarray(start, end), end }
}

export function readAnswers(
  bytes: Buffer,
  { sentBytes, keepsRaw = false, ...reading }: ReadOptions,
): Answers {
  const answers: HttpAnswer[] = []
  let [at, end, interim] = [0, 0, 0]
  try {
    while (at < bytes.length) {
      const head = readHead(bytes, at)
      if (head === 'incomplete') break
      if (head.value.status < 200 && head.value.status >= 100) {
        at = head.end
        interim++
        continue
      }
      const body = readBody(bytes, head.end, head.value, reading)
      if (body === 'incomplete') break
      const { pairs, ...value } = head.value
      const coding = value.headers.find(([name]) => name === 'content-encoding')?.[1]
      const decoded = decodeBody(body.value, coding, toMaxDecodedBytes(sentBytes))
      const raw = { headers: pairs, body: body.value }
      answers.push({ ...value, ...decoded, ...(keepsRaw && { raw }) })
      end = body.end
      at = body.end
      interim = 0
    }
  } catch (error) {
    if (!(error instanceof NotHttpError)) throw error
    return { answers, end, interim, problem: error.message }
  }
  return { answers, end, interim }
}
