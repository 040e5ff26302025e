import type { Overrides } from '../create-backend.ts'
import { correct, type RefusalKind } from '../parts.ts'
import { type Mistake, withError } from './mistake.ts'

/** Makes a backend that crashes, and answers 500, on some texts of bodies. */
function crashOnText(isTooMuch: (text: string) => boolean): Overrides {
  return {
    parse(text) {
      if (isTooMuch(text)) throw new TypeError('cannot read properties')
      return correct.parse(text)
    },
  }
}

function isJson(text: string): boolean {
  try {
    correct.parse(text)
    return true
  } catch {
    return false
  }
}

const toStatus = (kind: RefusalKind, statuses: Partial<Record<RefusalKind, number>>) =>
  statuses[kind] ?? correct.toStatus(kind)

const statusMistakes: readonly Mistake[] = [
  {
    title: 'a body is refused with an Error and the status 200',
    backend: { toStatus: (kind) => toStatus(kind, { body: 200 }) },
  },
  {
    title: 'a body is refused with an Error and the status 202',
    backend: { toStatus: (kind) => toStatus(kind, { body: 202 }) },
  },
  {
    title: 'every refused body is answered 500',
    backend: { toStatus: (kind) => toStatus(kind, { body: 500 }) },
  },
  {
    title: 'malformed JSON is answered 500',
    backend: crashOnText((text) => text.trim() !== '' && !isJson(text)),
  },
  {
    title: 'an empty body is answered 500',
    backend: crashOnText((text) => text === ''),
  },
  {
    title: 'a body of null is answered 500',
    backend: crashOnText((text) => text.trim() === 'null'),
  },
  {
    title: 'a name that is not a string is answered 500',
    backend: {
      readName(members) {
        const { name } = members as { name?: string }
        return correct.readName({ name: name?.slice(0) })
      },
    },
  },
  {
    title: 'an id beyond int64 is answered 500',
    backend: {
      readId({ id }) {
        if (typeof id === 'bigint' && BigInt.asIntN(64, id) !== id)
          throw new RangeError('bigint out of range')
        return correct.readId({ id })
      },
    },
  },
  {
    title: 'a body with nothing but a tag that is null is answered 500',
    backend: crashOnText((text) => /^\s*{\s*"tag"\s*:\s*null\s*}\s*$/.test(text)),
  },
  {
    title: 'several wrong members at once are answered 500',
    backend: {
      toPlant(value, ...rest) {
        const { id, name, tag } = Object(value) as Record<string, unknown>
        if (typeof id === 'string' && typeof name === 'number' && typeof tag === 'number')
          throw new TypeError('a list of one problem was expected')
        return correct.toPlant(value, ...rest)
      },
    },
  },
  {
    title: 'null or an object as an id is answered 500',
    backend: {
      readId({ id }) {
        if (typeof id === 'object') BigInt(String(id))
        return correct.readId({ id })
      },
    },
  },
]

const leakMistakes: readonly Mistake[] = [
  {
    title: 'an Error has a stack trace',
    backend: { toError: (error, { message, stack }) => ({ error, message, stack }) },
  },
  {
    title: 'a message is a traceback of Python',
    backend: withError(() => ({
      error: 400,
      message:
        'Traceback (most recent call last):\n  File "/app/plants.py", line 12, in create\n    name = body["name"]\nKeyError: \'name\'',
    })),
  },
  {
    title: 'the refusal of a token repeats the token',
    backend: {
      toError: (error, { message, kind }, { request }) => ({
        error,
        message: kind === 'credentials' ? `${request.headers.authorization} is not valid` : message,
      }),
    },
  },
  {
    title: 'every answer repeats the headers of its request',
    backend: {
      send: (answer, exchange) =>
        correct.send(
          {
            ...answer,
            headers: {
              ...answer.headers,
              'X-Debug': encodeURI(exchange.request.headers.authorization ?? ''),
            },
          },
          exchange,
        ),
    },
  },
]

/** Backends with refusals in a wrong form. */
export const refusalMistakes: readonly Mistake[] = [...statusMistakes, ...leakMistakes]
