import { joinPieces } from '../http/exchange.ts'
import { writeMessage } from '../http/write-message.ts'
import type { RuleId } from '../judge/rules.ts'
import type { ListProbes, Probe } from './probe.ts'
import { type Fields, withFields } from './with-fields.ts'

const last = '0\r\n\r\n'
const toHex = (length: number): string => length.toString(16)

/** Writes a body in chunks of so many bytes. */
const inChunks =
  (size: number, toSize = toHex, end = last) =>
  (body: string): string =>
    (body.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [])
      .map((one) => `${toSize(one.length)}\r\n${one}\r\n`)
      .join('') + end

/** Another way to write a request: its headers, its head, and its body. */
interface WireForm {
  fields?: (length: number) => Fields
  toHead?: (head: string) => string
  toBody?: (body: string) => string
  /** Whether the service may wait for more. */
  isLast?: true
  /** Whether it changes the header Authorization, which not every request has. */
  isOfAuthorization?: true
}

const inCoding = (toBody: (body: string) => string, coding = 'chunked'): WireForm => ({
  fields: () => ({ 'Content-Length': null, 'Transfer-Encoding': coding }),
  toBody,
})

const withLength = (toLength: (length: number) => string): WireForm => ({
  fields: (length) => ({ 'Content-Length': toLength(length) }),
})

const mapFields = (change: (name: string, value: string) => string) => (head: string) =>
  head.replaceAll(/^([\w-]+): (.*)\r\n/gm, (_line, name, value) => `${change(name, value)}\r\n`)

const addFields =
  (...fields: readonly string[]) =>
  (head: string): string =>
    `${head}${fields.map((one) => `${one}\r\n`).join('')}`

const putSpace = (name: string) => (head: string) => head.replace(`${name}:`, `${name} :`)

type WireForms = Readonly<Record<string, WireForm>>

/** What RFC 9112 lets a client do. */
const legal: Partial<Record<RuleId, WireForms>> = {
  'header-forms': {
    'names of headers in lower case': {
      toHead: mapFields((name, value) => `${name.toLowerCase()}: ${value}`),
    },
    'names of headers in upper case': {
      toHead: mapFields((name, value) => `${name.toUpperCase()}: ${value}`),
    },
    'headers without a space after the colon': { toHead: mapFields((name, value) => `${name}:${value}`) },
    'headers with tabs and spaces around their values': {
      toHead: mapFields((name, value) =>
        name === 'Content-Length' ? `${name}: ${value}` : `${name}: \t ${value} \t`,
      ),
    },
    'a Content-Length that begins with zeros': withLength((length) => `00${length}`),
    'an Upgrade to websocket': { toHead: addFields('Upgrade: websocket', 'Connection: Upgrade') },
  },
  'chunk-forms': {
    'chunks of one byte': inCoding(inChunks(1)),
    'chunks with extensions': inCoding(inChunks(9, (size) => `${toHex(size)};a;b=c;d="e;\\"f"`)),
    'chunks with sizes in upper case': inCoding(inChunks(30, (size) => toHex(size).toUpperCase())),
    'chunks with sizes that begin with zeros': inCoding(inChunks(30, (size) => toHex(size).padStart(8, '0'))),
    'chunks, and two trailers': inCoding(inChunks(20, toHex, '0\r\nX-Sum: 1\r\nX-More: 2\r\n\r\n')),
    'the coding Chunked': inCoding(inChunks(20), 'Chunked'),
  },
}

/** What it forbids; nobody takes it for the request. */
const illegal: Partial<Record<RuleId, WireForms>> = {
  'malformed-head': {
    'no Host': { fields: () => ({ Host: null }) },
    'a space between Content-Length and its colon': { toHead: putSpace('Content-Length') },
    'a space between Authorization and its colon': {
      toHead: putSpace('Authorization'),
      isOfAuthorization: true,
    },
    'a space between another name and its colon': { toHead: addFields('X-Other : 1') },
  },
  'invalid-framing': {
    'a negative Content-Length': withLength((length) => `-${length}`),
    'a Content-Length with a letter after it': withLength((length) => `${length}x`),
    'a Content-Length of letters': withLength(() => 'x'),
    'an empty Content-Length': withLength(() => ''),
    'a Content-Length beyond 2^64': withLength(() => '99999999999999999999999'),
    'a hexadecimal Content-Length': withLength((length) => `0x${toHex(length)}`),
    'two different Content-Lengths': withLength((length) => `${length}, ${length - 1}`),
    'a Content-Length that is longer than the body': {
      ...withLength((length) => `${length + 9}`),
      isLast: true,
    },
    'a chunk size that is no number': {
      ...inCoding(inChunks(1000, (size) => `x${toHex(size)}`)),
      isLast: true,
    },
    'a chunk size with letters after it': {
      ...inCoding(inChunks(1000, (size) => `${toHex(size)}zz`)),
      isLast: true,
    },
    'chunks without a last one': { ...inCoding(inChunks(40, toHex, '')), isLast: true },
    'an unknown transfer coding': inCoding(inChunks(40), 'xchunked'),
    'another transfer coding, and a Content-Length': { fields: () => ({ 'Transfer-Encoding': 'gzip' }) },
  },
}

/** Lists the forms of HTTP that only unusual clients send. */
export const listWireProbes: ListProbes = (plain) => {
  const { operation, body } = plain
  const hasAuthorization = operation.security
    .flat()
    .some(({ scheme }) => scheme.in === 'header' && scheme.parameter === 'authorization')
  const toProbes = (table: Partial<Record<RuleId, WireForms>>, kind: 'accept' | 'reject'): Probe[] =>
    Object.entries(table).flatMap(([rule, forms]) =>
      Object.entries(forms)
        .filter(([, { isOfAuthorization }]) => hasAuthorization || isOfAuthorization === undefined)
        .filter(
          ([, { fields, toBody }]) => body !== undefined || (fields === undefined && toBody === undefined),
        )
        .map(
          ([tried, { fields, toHead, toBody, isLast }]): Probe => ({
            operation,
            kind,
            rule: rule as RuleId,
            place: operation.pointer,
            tried,
            reason: 'unread',
            change: (draft) => ({
              ...draft,
              wire(request) {
                const length = joinPieces(request).length
                const own = fields === undefined ? request : withFields(fields(length))(request)
                return { pieces: [writeMessage(own, toHead, toBody)], ...(isLast && { isLast }) }
              },
            }),
          }),
        ),
    )
  const head: Probe = {
    operation,
    kind: 'open',
    rule: 'response-follows-http',
    place: operation.pointer,
    tried: 'HEAD',
    reason: 'method',
    change: ({ body: _body, ...draft }) => ({
      ...draft,
      method: 'HEAD',
      wire: (request) => ({ pieces: [writeMessage(request)], isOfHead: true }),
    }),
  }
  return [...toProbes(legal, 'accept'), ...toProbes(illegal, 'reject'), head]
}
