import type { Overrides } from '../create-backend.ts'
import { type Answer, correct, type Exchange } from '../parts.ts'
import { type Mistake, waitForever } from './mistake.ts'

/** Makes a backend that gives a wrong answer if it refuses a body for some reasons. */
function sendRefusals(
  isHere: (message: string) => boolean,
  send: (answer: Answer, exchange: Exchange) => void,
): Overrides {
  return {
    send(answer, exchange) {
      const { message } = answer.status === 400 ? JSON.parse(String(answer.body)) : { message: '' }
      return answer.status === 400 && isHere(message)
        ? send(answer, exchange)
        : correct.send(answer, exchange)
    },
  }
}

/** Makes a backend that changes the header fields of the answers with a status. */
const changeAnswers = (
  status: number,
  change: (headers: Answer['headers']) => Answer['headers'],
): Overrides => ({
  send: (answer, exchange) =>
    correct.send(
      answer.status === status ? { ...answer, headers: change(answer.headers) } : answer,
      exchange,
    ),
})

/** Sends an answer with more bytes after it, all at once. */
function sendMore(answer: Answer, exchange: Exchange, more: Answer['body']): void {
  const { socket } = exchange.request
  socket.cork()
  correct.send(answer, exchange)
  socket.write(more)
  socket.uncork()
}

const always = () => true
const drop = (_: Answer, { request }: Exchange) => void request.socket.destroy()
const hang = () => {}
const isNotJson = (message: string) => message.includes('JSON')

/** Backends that don't answer a request completely. */
export const answerMistakes: readonly Mistake[] = [
  {
    title: 'malformed JSON drops the connection',
    backend: sendRefusals(isNotJson, drop),
  },
  {
    title: 'malformed JSON is never answered',
    backend: sendRefusals(isNotJson, hang),
  },
  {
    title: 'a body that is not an object drops the connection',
    backend: sendRefusals((message) => message.includes('object'), drop),
  },
  {
    title: 'a 400 stops in the middle of its body',
    backend: sendRefusals(always, ({ status, headers, body }, { response }) => {
      response.writeHead(status, headers)
      response.write(String(body).slice(0, 9), () => response.destroy())
    }),
  },
  {
    title: 'a 400 promises more bytes than it has',
    backend: sendRefusals(always, ({ status, headers, body }, { response }) => {
      response.writeHead(status, { ...headers, 'Content-Length': String(body).length + 10 })
      response.write(body)
    }),
  },
  {
    title: 'a 400 is bare JSON without HTTP',
    backend: sendRefusals(always, ({ body }, { request }) => void request.socket.end(body)),
  },
  {
    title: 'the header of a 400 has an invalid line',
    backend: sendRefusals(always, ({ body }, { request }) => {
      request.socket.end(`HTTP/1.1 400 Bad Request\r\nWarning deprecated\r\n\r\n${body}`)
    }),
  },
  {
    title: 'a request without a body waits forever',
    backend: {
      async readBody(exchange) {
        const bytes = await correct.readBody(exchange)
        return bytes.length > 0 ? bytes : waitForever(exchange)
      },
    },
  },
  {
    title: 'wrong credentials drop the connection',
    backend: {
      send: (answer, exchange) =>
        answer.status === 401 ? drop(answer, exchange) : correct.send(answer, exchange),
    },
  },
  {
    title: 'answers have no Date',
    backend: {
      send(answer, exchange) {
        exchange.response.sendDate = false
        correct.send(answer, exchange)
      },
    },
  },
  {
    title: 'a clock is an hour late',
    backend: changeAnswers(200, (headers) => ({
      ...headers,
      Date: new Date(Date.now() - 3_600_000).toUTCString(),
    })),
  },
  {
    title: 'a 405 names the method that it refuses',
    backend: changeAnswers(405, (headers) => ({ ...headers, Allow: 'GET, HEAD, OPTIONS, POST' })),
  },
  {
    title: 'the challenge of a 401 cannot be parsed',
    backend: changeAnswers(401, (headers) => ({
      ...headers,
      'WWW-Authenticate': 'Bearer realm=the plant store',
    })),
  },
  {
    title: 'a 405 does not name the allowed methods',
    backend: changeAnswers(405, ({ Allow: _, ...headers }) => headers),
  },
  {
    title: 'a 401 has a date that cannot be parsed',
    backend: changeAnswers(401, (headers) => ({ ...headers, Date: 'today' })),
  },
  {
    title: 'a 400 is followed by one more byte',
    backend: sendRefusals(always, (answer, exchange) => sendMore(answer, exchange, '}')),
  },
  {
    title: 'an answer to HEAD has a body',
    backend: {
      send: (answer, exchange) =>
        sendMore(answer, exchange, exchange.request.method === 'HEAD' ? answer.body : ''),
    },
  },
]
