import type { Overrides } from '../create-backend.ts'
import { type Answer, correct, toJsonAnswer } from '../parts.ts'
import { type Mistake, withError } from './mistake.ts'

/** Makes a backend that changes its 400. */
function changeAnswer(change: (answer: Answer, message: string) => Answer): Overrides {
  return {
    refuse(refusal, parts, exchange) {
      const answer = correct.refuse(refusal, parts, exchange)
      return answer.status === 400 ? change(answer, refusal.message) : answer
    },
  }
}

/** Makes a backend whose 400 has another body, with the right content type. */
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

const page = '<!DOCTYPE html><html><body><pre>Bad Request</pre></body></html>'

/** Backends with a wrong Error in a 400. */
export const errorMistakes: readonly Mistake[] = [
  {
    title: 'an Error is text/plain',
    backend: withContentType('text/plain; charset=utf-8'),
  },
  {
    title: 'an Error is application/problem+json',
    backend: withContentType('application/problem+json'),
  },
  { title: 'an Error has no content type', backend: withContentType(undefined) },
  { title: 'a 400 has an empty body', backend: withBody(() => '') },
  {
    title: 'a 400 has neither body nor content type',
    backend: changeAnswer(() => ({ status: 400, headers: { 'Content-Length': 0 }, body: '' })),
  },
  {
    title: 'a 400 is an HTML page',
    backend: changeAnswer(() => ({ status: 400, headers: { 'Content-Type': 'text/html' }, body: page })),
  },
  {
    title: 'a 400 is an HTML page with the content type of JSON',
    backend: withBody(() => page),
  },
  {
    title: 'a 400 is the message as a JSON string',
    backend: withBody((_, message) => JSON.stringify(message)),
  },
  { title: 'a 400 is a list of Errors', backend: withBody((body) => `[${body}]`) },
  {
    title: 'an Error is written in Latin-1',
    backend: withBody(() => Buffer.from('{"error":400,"message":"ungültige Daten"}', 'latin1')),
  },
  {
    title: 'an Error has no member error',
    backend: withError((message) => ({ message })),
  },
  {
    title: 'the member error is named code',
    backend: withError((message) => ({ code: 400, message })),
  },
  {
    title: 'an error is a string of digits',
    backend: withError((message) => ({ error: '400', message })),
  },
  {
    title: 'an error is a name',
    backend: withError((message) => ({ error: 'BAD_REQUEST', message })),
  },
  {
    title: 'an error is null',
    backend: withError((message) => ({ error: null, message })),
  },
  {
    title: 'an error has a fraction',
    backend: withError((message) => ({ error: 400.1, message })),
  },
  {
    title: 'an Error is inside a member named error',
    backend: withError((message) => ({ error: { code: 400, message } })),
  },
  {
    title: 'an error is just beyond int32',
    backend: withError((message) => ({ error: 2147483648, message })),
  },
  {
    title: 'an error is a time in milliseconds',
    backend: withError((message) => ({ error: 1_760_000_000_000, message })),
  },
  {
    title: 'an error is an unsigned error code of Windows',
    backend: withError((message) => ({ error: 0x8007_0057, message })),
  },
  {
    title: 'an error is below int32',
    backend: withError((message) => ({ error: -2147483649, message })),
  },
  {
    title: 'an Error has no message',
    backend: withError(() => ({ error: 400 })),
  },
  {
    title: 'a message is null',
    backend: withError(() => ({ error: 400, message: null })),
  },
  {
    title: 'a message is a list',
    backend: withError((message) => ({ error: 400, message: [message] })),
  },
  {
    title: 'the message is named detail',
    backend: withError((detail) => ({ error: 400, detail })),
  },
  {
    title: 'only malformed JSON gets an Error without a message',
    backend: {
      toError: (error, { message }) => (message === 'the body is not JSON' ? { error } : { error, message }),
    },
  },
]
