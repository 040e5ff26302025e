import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { Ask } from '../probes/ask.ts'
import { int64 } from '../probes/source.ts'
import { type FailureName, failureNames, type PlantMistake } from '../store/failures.ts'
import type { Session } from '../verify/trial.ts'
import { createPlainAsk, type Members, writeMembers, writePlain } from './write-plain.ts'

/** A request that shows a row of the table of answers, or that only shows whether the fake answers it alike. */
export interface Trigger {
  failure?: FailureName
  /** The mistake of an invalid plant, if it has exactly one. */
  mistake?: PlantMistake
  title: string
  /** Whether a server in front of the service may answer it. */
  isForHttpLayer?: boolean
  toAsk(session: Session): Ask
}

const withHeader = (name: string, value: string | null) => createPlainAsk({ headers: { [name]: value } })

const withMembers = (members: Members) => (session: Session) => ({ body: writeMembers(session, members) })

const withRandomToken = (session: Session): Ask =>
  withHeader('authorization', `Bearer ${randomBytes(18).toString('hex')}`)(session)

/** Services that round numbers may accept only ids that a number can hold, and `verify` tries only those. */
const withZeroFraction =
  (from: bigint, to: bigint) =>
  (session: Session): Ask => ({
    body: writeMembers(session, { id: `${session.ids.takeFrom(from, to) ?? session.ids.take()}.0` }),
  })

type Asks = Readonly<Record<string, Trigger['toAsk']>>

const table: Readonly<Partial<Record<FailureName | PlantMistake, Asks>>> = {
  'malformed-request': {
    'no Host': withHeader('host', null),
    'no Host again': withHeader('host', null),
  },
  'headers-too-large': {
    'a header of 64 KiB': withHeader('x-filler', 'F'.repeat(65_536)),
    'a header of 96 KiB': withHeader('x-filler', 'F'.repeat(98_304)),
  },
  'unknown-path': {
    'POST /plants/1': createPlainAsk({ path: '/plants/1' }),
    'POST /plants-of-nowhere': createPlainAsk({ path: '/plants-of-nowhere' }),
    'POST /plants/': createPlainAsk({ path: '/plants/' }),
    'POST /Plants': createPlainAsk({ path: '/Plants' }),
  },
  // Of the safe methods, HEAD gets no body to learn from.
  'method-not-allowed': {
    'GET /plants': () => ({ method: 'GET' }),
    'OPTIONS /plants': () => ({ method: 'OPTIONS' }),
  },
  'missing-credentials': {
    'no Authorization': withHeader('authorization', null),
    'an empty Authorization': withHeader('authorization', ''),
    'the Basic scheme': withHeader('authorization', 'Basic dXNlcjpwYXNz'),
    'another scheme with the token': withHeader('authorization', 'Token {token}'),
  },
  'invalid-token': {
    'a random token': withRandomToken,
    'another random token': withRandomToken,
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
  'not-an-object': {
    'an array': (session) => ({ body: `[${writePlain(session)}]` }),
    'a number': () => ({ body: '1' }),
  },
  'missing-id': {
    'no id': withMembers({ id: undefined }),
    'no id and no tag': withMembers({ id: undefined, tag: undefined }),
  },
  'missing-name': {
    'no name': withMembers({ name: undefined }),
    'no name and no tag': withMembers({ name: undefined, tag: undefined }),
  },
  'invalid-id': {
    'an id with a fraction': withMembers({ id: '1.5' }),
    'an id beyond int64': withMembers({ id: '9223372036854775808' }),
    'a text as id': withMembers({ id: '"1"' }),
    'null as id': withMembers({ id: 'null' }),
  },
  'invalid-name': {
    'a number as name': withMembers({ name: '5' }),
    'null as name': withMembers({ name: 'null' }),
  },
  'invalid-tag': {
    'a number as tag': withMembers({ tag: '5' }),
    'null as tag': withMembers({ tag: 'null' }),
  },
  'unknown-member': {
    'a member that the schema does not name': withMembers({ height: '1.5' }),
    'another member that the schema does not name': withMembers({ color: '"green"' }),
  },
  'invalid-plant': {
    'no id and no name': () => ({ body: '{}' }),
    'an id, a name, and a tag of the wrong type': () => ({ body: '{"id":"1","name":5,"tag":5}' }),
  },
  'duplicate-id': {
    'a stored id': toDuplicate,
    'another stored id': toDuplicate,
  },
}

/** Requests that many services decide by themselves, and the fake by the standards. */
const others: Asks = {
  'the scheme bearer': withHeader('authorization', 'bearer {token}'),
  'two spaces after the scheme': withHeader('authorization', 'Bearer  {token}'),
  'the content type APPLICATION/JSON': withHeader('content-type', 'APPLICATION/JSON'),
  'the content type application/json; charset=utf-8': withHeader(
    'content-type',
    'application/json; charset=utf-8',
  ),
  'the content type application/json5': withHeader('content-type', 'application/json5'),
  'the content type application/vnd.api+json': withHeader('content-type', 'application/vnd.api+json'),
  'white space around the JSON': (session) => ({ body: ` \n${writePlain(session)}\n` }),
  'an id below 2^31 with a zero fraction': withZeroFraction(1000n, 2n ** 31n - 1n),
  'an id beyond 2^53 with a zero fraction': withZeroFraction(2n ** 53n, int64.to),
  'an id with a very small fraction': (session) => ({
    body: writeMembers(session, { id: `${session.ids.take()}.00000000000000000001` }),
  }),
  // The same name each time, so that two runs write the same file.
  'a name with half of a surrogate pair': withMembers({ name: '"Fe\\ud800rn"' }),
  'the same plant again': (session) => {
    const body = writePlain(session)
    return { stored: [body], body }
  },
}

/** Makes a request with an id that is stored already. */
export function toDuplicate(session: Session): Ask {
  const id = session.ids.take()
  return { stored: [writePlain(session, { id })], body: writePlain(session, { id }) }
}

const isFailure = (name: string): name is FailureName => (failureNames as readonly string[]).includes(name)

function toTriggers([name, asks]: [string, Asks]): Trigger[] {
  const shows: Pick<Trigger, 'failure' | 'mistake'> = isFailure(name)
    ? { failure: name }
    : { failure: 'invalid-plant', mistake: name as PlantMistake }
  const isForHttpLayer = name === 'malformed-request' || name === 'headers-too-large'
  return Object.entries(asks).map(([title, toAsk]) => ({ ...shows, title, isForHttpLayer, toAsk }))
}

/** The requests that show each row of the table of answers, and others. */
export const triggers: readonly Trigger[] = [
  ...Object.entries(table).flatMap(toTriggers),
  ...Object.entries(others).map(([title, toAsk]) => ({ title, toAsk })),
]

/** Makes the trigger of a body over a limit. */
export const toLargeBody = (limit: number): Trigger => ({
  failure: 'body-too-large',
  title: `a body of ${limit + 1} bytes`,
  toAsk: (session) => ({ body: writePlain(session).padEnd(limit + 1) }),
})
