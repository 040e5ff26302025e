import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { FailureName } from '../store/failures.ts'
import { createPlainPlant, writePlant } from '../verify/create-request.ts'
import type { Session } from '../verify/trial.ts'
import type { Ask } from './ask.ts'

/** Writes a new plain plant as JSON. */
export const writePlain = (session: Session): string => writePlant(createPlainPlant(session))

/** Writes a new plain plant with one member in JSON of its own; `undefined` leaves it out. */
export function writeMember(session: Session, member: string, json: string | undefined): string {
  const { id, name, tag } = createPlainPlant(session)
  const members = { id: String(id), name: JSON.stringify(name), tag: JSON.stringify(tag), [member]: json }
  const pairs = Object.entries(members).filter(([, value]) => value !== undefined)
  return `{${pairs.map(([key, value]) => `${JSON.stringify(key)}:${value}`).join(',')}}`
}

/** Writes letters for a name or a tag, in the style that the service accepts in plain plants. */
export function writeLetters({ random, memory }: Session, count: number): string {
  const { style = 'plain' } = memory
  const text = random.letters(count)
  const rest = style === 'plain' ? text.slice(1) : text.slice(1).toLowerCase()
  const first = text.charAt(0)
  return (style === 'modest' ? first.toLowerCase() : first.toUpperCase()) + rest
}

/** A request that shows a row of the table of answers. */
export interface Trigger {
  failure: FailureName
  title: string
  /** Whether a server in front of the service may answer it. */
  isForHttpLayer?: boolean
  toAsk(session: Session): Omit<Ask, 'title'>
}

const plain = (more: Omit<Ask, 'title' | 'body'>) => (session: Session) => ({
  ...more,
  body: writePlain(session),
})

const withHeader =
  (name: string, value: string | null | (() => string)) =>
  (session: Session): Omit<Ask, 'title'> => ({
    headers: { [name]: typeof value === 'function' ? value() : value },
    body: writePlain(session),
  })

const withMember = (member: string, json?: string) => (session: Session) => ({
  body: writeMember(session, member, json),
})

const randomToken = (): string => `Bearer ${randomBytes(18).toString('hex')}`

const table: Readonly<Partial<Record<FailureName, Readonly<Record<string, Trigger['toAsk']>>>>> = {
  'malformed-request': {
    'no Host': withHeader('host', null),
    'no Host again': withHeader('host', null),
  },
  'headers-too-large': {
    'a header of 64 KiB': withHeader('x-filler', 'F'.repeat(65_536)),
    'a header of 96 KiB': withHeader('x-filler', 'F'.repeat(98_304)),
  },
  'unknown-path': {
    'POST /plants/1': plain({ path: '/plants/1' }),
    'POST /nothing': plain({ path: '/nothing' }),
    'POST /': plain({ path: '/' }),
    'POST /plants/': plain({ path: '/plants/' }),
    'POST /Plants': plain({ path: '/Plants' }),
  },
  'method-not-allowed': {
    'GET /plants': () => ({ method: 'GET' }),
    'PUT /plants': () => ({ method: 'PUT' }),
    'PATCH /plants': () => ({ method: 'PATCH' }),
    'DELETE /plants': () => ({ method: 'DELETE' }),
    'OPTIONS /plants': () => ({ method: 'OPTIONS' }),
  },
  'missing-credentials': {
    'no Authorization': withHeader('authorization', null),
    'an empty Authorization': withHeader('authorization', ''),
    'the Basic scheme': withHeader('authorization', 'Basic dXNlcjpwYXNz'),
    'another scheme with the token': withHeader('authorization', 'Token {token}'),
  },
  'invalid-token': {
    'a random token': withHeader('authorization', randomToken),
    'another random token': withHeader('authorization', randomToken),
    'Bearer without a token': withHeader('authorization', 'Bearer'),
    'a token with a comma': withHeader('authorization', 'Bearer a,b'),
  },
  'unsupported-media-type': {
    'text/plain': withHeader('content-type', 'text/plain'),
    'form fields': withHeader('content-type', 'application/x-www-form-urlencoded'),
    'application/xml': withHeader('content-type', 'application/xml'),
    'no Content-Type': withHeader('content-type', null),
  },
  'unsupported-encoding': {
    'an unknown Content-Encoding': withHeader('content-encoding', 'rot13'),
    'two content codings': withHeader('content-encoding', 'identity, br'),
    'a gzipped body': (session) => ({
      headers: { 'content-encoding': 'gzip' },
      body: gzipSync(writePlain(session)),
    }),
  },
  'missing-body': { 'no body': () => ({}), 'no body again': () => ({}) },
  'malformed-json': {
    'a body cut off before its end': (session) => ({ body: writePlain(session).slice(0, -1) }),
    'an extra comma': (session) => ({ body: writePlain(session).replace('}', ',}') }),
    'bytes that are not UTF-8': (session) => ({
      body: Buffer.from(writePlain(session).replace('"name":"', '"name":"\u00ff'), 'latin1'),
    }),
    'form fields in the body': () => ({ body: 'id=1&name=Fern' }),
    'opening brackets': () => ({ body: '['.repeat(100) }),
  },
  'invalid-plant': {
    'no id': withMember('id'),
    'no name': withMember('name'),
    'an id with a fraction': withMember('id', '1.5'),
    'an id beyond int64': withMember('id', '9223372036854775808'),
    'a text as id': withMember('id', '"1"'),
    'a number as name': withMember('name', '5'),
    'null as name': withMember('name', 'null'),
    'a number as tag': withMember('tag', '5'),
    'an array': (session) => ({ body: `[${writePlain(session)}]` }),
    'a number': () => ({ body: '1' }),
  },
  'duplicate-id': {
    'a stored id': toDuplicate,
    'another stored id': toDuplicate,
  },
}

function toDuplicate(session: Session): Omit<Ask, 'title'> {
  const { id } = createPlainPlant(session)
  const write = (): string => writePlant({ ...createPlainPlant(session), id })
  return { stored: [write()], body: write() }
}

/** The requests that show each row of the table of answers. */
export const triggers: readonly Trigger[] = Object.entries(table).flatMap(([failure, asks]) =>
  Object.entries(asks).map(([title, toAsk]) => ({
    failure: failure as FailureName,
    title,
    toAsk,
    isForHttpLayer: failure === 'malformed-request' || failure === 'headers-too-large',
  })),
)

/** Makes the trigger of a body over a limit. */
export const toLargeBody = (limit: number): Trigger => ({
  failure: 'body-too-large',
  title: `a body of ${limit + 1} bytes`,
  toAsk: (session) => ({ body: writePlain(session).padEnd(limit + 1) }),
})
