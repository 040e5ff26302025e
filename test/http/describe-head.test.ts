import { afterAll, beforeEach, expect, test } from 'vitest'
import { startServer } from '../../src/adapters/server/start-server.ts'
import { sendRaw, toRequestText } from '../tools/raw-connection.ts'
import { readError } from '../tools/send.ts'

const server = await startServer({ port: 0 })
beforeEach(() => server.mock.reset())
afterAll(server.close)

/** Sends a plant with these lines instead of the header Host. */
const sendHost = async (version: string, ...lines: string[]) => {
  const fields = lines.map((line) => `${line}\r\n`).join('')
  const text = toRequestText().replace('Host: localhost\r\n', fields).replace('HTTP/1.1', version)
  return (await sendRaw(server.url, text))[0]
}

test.each<[what: string, problem: string, lines: string[], version?: string]>([
  ['missing', 'is missing', []],
  ['empty', 'must be one host name and optionally a port, got ""', ['Host:']],
  ['given twice', 'got "localhost, localhost"', ['Host: localhost', 'Host: localhost']],
  ['with a space', 'got "local host"', ['Host: local host']],
  ['with a path', 'got "localhost/plants"', ['Host: localhost/plants']],
  ['with a user', 'got "me@localhost"', ['Host: me@localhost']],
  ['with a port that is not a number', 'got "localhost:http"', ['Host: localhost:http']],
  ['with a string in brackets', 'got "[1]"', ['Host: [1]']],
  ['with nine groups in brackets', 'got "[1:2:3:4:5:6:7:8:9]"', ['Host: [1:2:3:4:5:6:7:8:9]']],
  ['with an incomplete escape', 'got "local%2"', ['Host: local%2']],
  ['invalid in HTTP/1.0', 'got "local host"', ['Host: local host'], 'HTTP/1.0'],
])('a Host that is %s is rejected, which is in the journal', async (_what, problem, lines, version) => {
  const response = await sendHost(version ?? 'HTTP/1.1', ...lines)
  expect(response?.status).toBe(400)
  const message = expect.stringContaining(
    `the header Host ${problem.startsWith('got') ? 'must be' : problem}`,
  )
  expect(response && readError(response)).toEqual({ error: 40000, message })
  expect(response?.body).toContain(JSON.stringify(problem).slice(1, -1))
  const rejected = { request: { method: 'POST', path: '/plants' }, failure: 'malformed-request' }
  expect(server.mock.requests.all()).toMatchObject([rejected])
  expect(server.mock.records('plants').count()).toBe(0)
})

const hosts = 'localhost plants.example:80 plants.example: 127.0.0.1 [::1]:4010 [::ffff:127.0.0.1] [v1.a]'

test.each([...hosts.split(' '), 'pl%C3%A4nts'])('the Host %s is accepted', async (host) => {
  expect((await sendHost('HTTP/1.1', `Host: ${host}`))?.status).toBe(200)
})

test.each([
  ['gzip, chunked', 400, 'the header Transfer-Encoding must be chunked, got "gzip, chunked"'],
  ['Chunked', 200, 'Fern'],
])('the transfer coding %s gets %i', async (codings, status, text) => {
  const headers = { 'Content-Length': undefined, 'Transfer-Encoding': codings }
  const request = toRequestText({ headers, body: '16\r\n{"id":1,"name":"Fern"}\r\n0\r\n\r\n' })
  const [response] = await sendRaw(server.url, request)
  expect(response?.status).toBe(status)
  expect(response?.body).toContain(JSON.stringify(text).slice(1, -1))
  expect(server.mock.records('plants').count()).toBe(status === 200 ? 1 : 0)
})

test('HTTP/1.0 needs no Host', async () => {
  expect((await sendHost('HTTP/1.0'))?.status).toBe(200)
})
