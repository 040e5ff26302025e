import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { endSocketWith } from '../../src/http/end-with.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'Date'], now: 0 }))
afterEach(() => void vi.useRealTimers())

const answer = { status: 431, headers: { 'content-type': 'text/plain' }, body: 'né' }
const written = [
  'HTTP/1.1 431 Request Header Fields Too Large',
  'date: Thu, 01 Jan 1970 00:00:00 GMT',
  'content-type: text/plain',
  'content-length: 3',
  'connection: close',
  '',
  'né',
].join('\r\n')

const toEarlier = (complete: boolean, closed: boolean) =>
  Object.assign(new EventEmitter(), { req: { complete }, closed }) as unknown as ServerResponse

test.each([
  ['no earlier answer', undefined],
  ['one that is closed', toEarlier(true, true)],
  ['one to an incomplete request', toEarlier(false, false)],
])(
  'with %s, the answer is written at once, and the connection is closed a second later',
  async (_, earlier) => {
    const socket = new PassThrough()
    endSocketWith(socket, answer, earlier)
    expect(await text(socket)).toBe(written)
    const lingering = new PassThrough()
    endSocketWith(lingering, answer, earlier)
    vi.advanceTimersByTime(999)
    expect(lingering.destroyed).toBe(false)
    vi.advanceTimersByTime(1)
    expect(lingering.destroyed).toBe(true)
  },
)

test('an earlier answer goes first', async () => {
  const socket = new PassThrough()
  const earlier = toEarlier(true, false)
  endSocketWith(socket, answer, earlier)
  expect(socket.writableEnded).toBe(false)
  earlier.emit('close')
  expect(await text(socket)).toBe(written)
})

test('a connection that broke meanwhile is left alone', () => {
  const socket = new PassThrough()
  endSocketWith(socket, answer)
  expect(() => socket.emit('error', new Error('EPIPE'))).not.toThrow()
  const ended = new PassThrough().end()
  const end = vi.spyOn(ended, 'end')
  endSocketWith(ended, answer)
  expect(end).not.toHaveBeenCalled()
})
