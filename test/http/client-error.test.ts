import { EventEmitter } from 'node:events'
import type { Server } from 'node:http'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { refuseMessages } from '../../src/http/client-error.ts'

test.each([
  ['HPE_HEADER_OVERFLOW', 'headers-too-large'],
  ['ERR_HTTP_REQUEST_TIMEOUT', 'request-timeout'],
  ['HPE_INVALID_METHOD', 'malformed-request'],
  [undefined, 'malformed-request'],
])('the parser error %s is the failure %s, and answered once', async (code, failure) => {
  const server = new EventEmitter() as Server
  const toAnswer = (body: string) => ({ status: 400, headers: {}, body })
  refuseMessages(server, {
    refuseTunnel: () => toAnswer('tunnel'),
    refuseMessage: (kind, { message }) => toAnswer(`${kind}: ${message}`),
    responsesOf: () => [],
  })
  const socket = new PassThrough()
  const error = Object.assign(new Error('why'), code !== undefined && { code })
  for (let time = 0; time < 2; time++) server.emit('clientError', error, socket)
  const [, ...answers] = (await text(socket)).split('HTTP/1.1 400')
  expect(answers).toEqual([expect.stringContaining(`${failure}: why`)])
})
