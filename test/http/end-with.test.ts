import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, test, vi } from 'vitest'
import { endSocketWith } from '../../src/http/end-with.ts'

const answer = { status: 431, headers: { 'content-type': 'text/plain' }, body: 'né' }

test('an answer is written at once, and the connection is closed a second later', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'Date'], now: 0 })
  const [socket, lingering] = [new PassThrough(), new PassThrough()]
  for (const one of [socket, lingering]) endSocketWith(one, answer)
  expect((await text(socket)).split('\r\n')).toEqual([
    'HTTP/1.1 431 Request Header Fields Too Large',
    'date: Thu, 01 Jan 1970 00:00:00 GMT',
    'content-type: text/plain',
    'content-length: 3',
    'connection: close',
    '',
    'né',
  ])
  vi.advanceTimersByTime(999)
  expect(lingering.destroyed).toBe(false)
  vi.advanceTimersByTime(1)
  expect(lingering.destroyed).toBe(true)
  vi.useRealTimers()
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
