import { expect, test } from 'vitest'
import { readAnswers } from '../../src/http/read-answers.ts'

const ok = 'HTTP/1.1 200 OK\r\n'
const head = `${ok}Content-Length: 2\r\n\r\n`
const chunked = `${ok}Transfer-Encoding: Chunked\r\n\r\n`
const spaces = ' '.repeat(10_000)

test.each<[title: string, text: string, isOver: boolean, bodies: string[], problem?: string]>([
  ['nothing', '', false, []],
  ['the beginning of an answer', 'HTT', false, []],
  ['a head without its body', head, false, []],
  ['two answers', `${head}{}${head}[]`, false, ['{}', '[]']],
  ['an answer after a 100', `HTTP/1.1 100 Continue\r\n\r\n${head}{}`, false, ['{}']],
  ['a 204', 'HTTP/1.1 204 No Content\r\n\r\n', false, ['']],
  ['chunks', `${chunked}1;a=b\r\n{\r\nA\r\n0123456789\r\n0\r\nX: 1\r\n\r\n`, false, ['{0123456789']],
  ['chunks that go on', `${chunked}3\r\n{`, false, []],
  ['a body up to the end of the connection', 'HTTP/1.0 200 OK\r\n\r\n{}', true, ['{}']],
  ['such a body before the end', 'HTTP/1.0 200 OK\r\n\r\n{}', false, []],
  ['many spaces', `${ok}X: a${spaces}b\r\nContent-Length:  2 \r\n\r\n{}`, false, ['{}']],
  ['an answer and something else', `${head}{}plants`, false, ['{}'], 'the answer is not HTTP'],
  ['a line that is no status', 'HTTP/1.1 OK\r\n\r\n', false, [], 'the answer begins with "HTTP/1.1 OK"'],
  ['a line that is no header', `${ok}plants\r\n\r\n`, false, [], 'the answer has an invalid header'],
  [
    'a length of letters',
    `${ok}Content-Length: x\r\n\r\n`,
    false,
    [],
    'the answer has an invalid Content-Length',
  ],
  ['a chunk size of letters', `${chunked}x\r\n`, false, [], 'the answer has an invalid chunk'],
])('the answers in the bytes of a connection are read: %s', (_title, text, isOver, bodies, problem) => {
  const read = readAnswers(Buffer.from(text), { isOver, sentBytes: 0 })
  expect(read.answers.map(({ body }) => body.toString())).toEqual(bodies)
  expect(read.problem).toBe(problem)
})
