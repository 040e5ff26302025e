import type { Overrides } from '../create-backend.ts'
import { type Answer, correct, type RefusalKind, toJsonAnswer } from '../parts.ts'
import type { Mistake } from './mistake.ts'

/** Makes a backend that answers 400 in its own way. */
function changeAnswer(change: (answer: Answer, message: string) => Answer): Overrides {
  return {
    refuse(refusal, parts, exchange) {
      const answer = correct.refuse(refusal, parts, exchange)
      return answer.status === 400 ? change(answer, refusal.message) : answer
    },
  }
}

/** Makes a backend whose Error is another object. */
function withError(toError: (message: string) => unknown): Overrides {
  return { toError: (_status, { message }) => toError(message) }
}

/** Makes a backend whose 400 has another body, with the content type as it should be. */
function withBody(toBody: (body: string | Uint8Array, message: string) => string | Uint8Array): Overrides {
  return changeAnswer(({ body }, message) => toJsonAnswer(400, toBody(body, message)))
}

/** Makes a backend whose 400 has another content type, or none. */
function withContentType(contentType: string | undefined): Overrides {
  return changeAnswer(({ headers: { 'Content-Type': _, ...headers }, ...answer }) => ({
    ...answer,
    headers: contentType === undefined ? headers : { ...headers, 'Content-Type': contentType },
  }))
}

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

const page = '<!DOCTYPE html><html><body><pre>Bad Request</pre></body></html>'

const statusMistakes: readonly Mistake[] = [
  {
    title: 'a body is refused with an Error and the status 200',
    rule: 'refusal-is-not-200',
    backend: { toStatus: (kind) => toStatus(kind, { body: 200 }) },
  },
  {
    title: 'a body is refused with an Error and the status 202',
    rule: 'refusal-is-not-200',
    backend: { toStatus: (kind) => toStatus(kind, { body: 202 }) },
  },
  {
    title: 'every body that is refused is answered 500',
    rule: 'refused-body-no-5xx',
    backend: { toStatus: (kind) => toStatus(kind, { body: 500 }) },
  },
  {
    title: 'JSON that is malformed is answered 500',
    rule: 'refused-body-no-5xx',
    backend: crashOnText((text) => text.trim() !== '' && !isJson(text)),
  },
  {
    title: 'an empty body is answered 500',
    rule: 'refused-body-no-5xx',
    backend: crashOnText((text) => text === ''),
  },
  {
    title: 'a body of null is answered 500',
    rule: 'refused-body-no-5xx',
    backend: crashOnText((text) => text.trim() === 'null'),
  },
  {
    title: 'a name that is no string is answered 500',
    rule: 'refused-body-no-5xx',
    backend: {
      readName(members) {
        const { name } = members as { name?: string }
        return correct.readName({ name: name?.slice(0) })
      },
    },
  },
  {
    title: 'an id beyond int64 is answered 500',
    rule: 'refused-body-no-5xx',
    backend: {
      readId({ id }) {
        if (typeof id === 'bigint' && BigInt.asIntN(64, id) !== id)
          throw new RangeError('bigint out of range')
        return correct.readId({ id })
      },
    },
  },
  {
    title: 'null or an object as an id is answered 500',
    rule: 'refused-body-no-5xx',
    backend: {
      readId({ id }) {
        if (typeof id === 'object') BigInt(String(id))
        return correct.readId({ id })
      },
    },
  },
]

const errorMistakes: readonly Mistake[] = [
  {
    title: 'an Error is text/plain',
    rule: 'error-content-type',
    backend: withContentType('text/plain; charset=utf-8'),
  },
  {
    title: 'an Error is application/problem+json',
    rule: 'error-content-type',
    backend: withContentType('application/problem+json'),
  },
  { title: 'an Error has no content type', rule: 'error-content-type', backend: withContentType(undefined) },
  { title: 'a 400 has an empty body', rule: 'error-is-json', backend: withBody(() => '') },
  {
    title: 'a 400 has neither body nor content type',
    rule: 'error-is-json',
    also: ['error-content-type'],
    backend: changeAnswer(() => ({ status: 400, headers: { 'Content-Length': 0 }, body: '' })),
  },
  {
    title: 'a 400 is a page of HTML',
    rule: 'error-is-json',
    also: ['error-content-type'],
    backend: changeAnswer(() => ({ status: 400, headers: { 'Content-Type': 'text/html' }, body: page })),
  },
  {
    title: 'a 400 is a page of HTML that is called JSON',
    rule: 'error-is-json',
    backend: withBody(() => page),
  },
  {
    title: 'a 400 is the message as a JSON string',
    rule: 'error-is-json',
    backend: withBody((_, message) => JSON.stringify(message)),
  },
  { title: 'a 400 is a list of Errors', rule: 'error-is-json', backend: withBody((body) => `[${body}]`) },
  {
    title: 'an Error is written in Latin-1',
    rule: 'error-is-json',
    backend: withBody(() => Buffer.from('{"error":400,"message":"ungültige Daten"}', 'latin1')),
  },
  {
    title: 'an Error has no error',
    rule: 'error-has-error',
    backend: withError((message) => ({ message })),
  },
  {
    title: 'an Error calls its error code',
    rule: 'error-has-error',
    backend: withError((message) => ({ code: 400, message })),
  },
  {
    title: 'an error is a string of digits',
    rule: 'error-has-error',
    backend: withError((message) => ({ error: '400', message })),
  },
  {
    title: 'an error is a name',
    rule: 'error-has-error',
    backend: withError((message) => ({ error: 'BAD_REQUEST', message })),
  },
  {
    title: 'an error is null',
    rule: 'error-has-error',
    backend: withError((message) => ({ error: null, message })),
  },
  {
    title: 'an error has a fraction',
    rule: 'error-has-error',
    backend: withError((message) => ({ error: 400.1, message })),
  },
  {
    title: 'an Error is wrapped in a member error',
    rule: 'error-has-error',
    also: ['error-has-message'],
    backend: withError((message) => ({ error: { code: 400, message } })),
  },
  {
    title: 'an error is just beyond int32',
    rule: 'error-is-int32',
    backend: withError((message) => ({ error: 2147483648, message })),
  },
  {
    title: 'an error is a time in milliseconds',
    rule: 'error-is-int32',
    backend: withError((message) => ({ error: 1_760_000_000_000, message })),
  },
  {
    title: 'an error is an unsigned code of Windows',
    rule: 'error-is-int32',
    backend: withError((message) => ({ error: 0x8007_0057, message })),
  },
  {
    title: 'an error is below int32',
    rule: 'error-is-int32',
    backend: withError((message) => ({ error: -2147483649, message })),
  },
  {
    title: 'an Error has no message',
    rule: 'error-has-message',
    backend: withError(() => ({ error: 400 })),
  },
  {
    title: 'a message is null',
    rule: 'error-has-message',
    backend: withError(() => ({ error: 400, message: null })),
  },
  {
    title: 'a message is a list',
    rule: 'error-has-message',
    backend: withError((message) => ({ error: 400, message: [message] })),
  },
  {
    title: 'a message is called detail',
    rule: 'error-has-message',
    backend: withError((detail) => ({ error: 400, detail })),
  },
  {
    title: 'only malformed JSON gets an Error without a message',
    rule: 'error-has-message',
    backend: {
      toError: (error, { message }) => (message === 'the body is not JSON' ? { error } : { error, message }),
    },
  },
]

const leakMistakes: readonly Mistake[] = [
  {
    title: 'an Error has the stack of the service',
    rule: 'refusal-hides-internals',
    backend: { toError: (error, { message, stack }) => ({ error, message, stack }) },
  },
  {
    title: 'a message is the trace of Python',
    rule: 'refusal-hides-internals',
    backend: withError(() => ({
      error: 400,
      message:
        'Traceback (most recent call last):\n  File "/app/plants.py", line 12, in create\n    name = body["name"]\nKeyError: \'name\'',
    })),
  },
  {
    title: 'the refusal of a token repeats it',
    rule: 'refusal-hides-token',
    backend: {
      toError: (error, { message, kind }, { request }) => ({
        error,
        message: kind === 'credentials' ? `${request.headers.authorization} is not valid` : message,
      }),
    },
  },
  {
    title: 'every answer has the headers of its request',
    rule: 'refusal-hides-token',
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

/** Mistakes in what a refusal looks like. */
export const refusalMistakes: readonly Mistake[] = [...statusMistakes, ...errorMistakes, ...leakMistakes]
