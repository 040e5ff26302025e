import { EventEmitter } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { describe, expect, test } from 'vitest'
import { collectBody } from '../../src/server/collect-body.ts'
import { startServer } from '../../src/server/start-server.ts'
import { openConnection, sendRaw, toRequestText } from '../tools/raw-connection.ts'
import { readError, sendPlant } from '../tools/send.ts'
import { countTurns } from './count-turns.ts'

const ficus = { id: 2, name: 'Ficus' }
const mebibyte = 1024 * 1024
const chunked = { 'Content-Length': undefined, 'Transfer-Encoding': 'chunked' }

/** A NewPlant of exactly this many bytes, with some multi-byte characters. */
function plantOfBytes(bytes: number): string {
  const start = '{"id":1,"name":"Café '
  return `${start}${'x'.repeat(bytes - Buffer.byteLength(start) - 2)}"}`
}

describe('the largest body', () => {
  test.each<[title: string, options: { maxBody?: number }, limit: number]>([
    ['by default', {}, mebibyte],
    ['with maxBody 100', { maxBody: 100 }, 100],
    ['with maxBody 3 MiB', { maxBody: 3 * mebibyte }, 3 * mebibyte],
  ])('%s is accepted, and one more byte is 413', async (_title, options, limit) => {
    await using server = await startServer({ port: 0, ...options })
    const refused = await sendPlant(server.url, plantOfBytes(limit + 1))
    expect(refused.status).toBe(413)
    expect(readError(refused).message).toContain(String(limit))
    expect(await server.store.plants.count()).toBe(0)
    expect((await sendPlant(server.url, plantOfBytes(limit))).status).toBe(200)
  })
})

describe('a body far over the limit', () => {
  test('gets 413 while the client is still sending, with keep-alive and without', async () => {
    await using server = await startServer({ port: 0, maxBody: 1000 })
    const connection = await openConnection(server.url)
    const length = 8 * mebibyte
    for (const Connection of ['keep-alive', 'close']) {
      await connection.write(
        toRequestText({ headers: { Connection, 'Content-Length': String(length) }, body: '' }),
      )
      for (let sent = 0; sent < length; sent += mebibyte) await connection.write(Buffer.alloc(mebibyte, 'x'))
    }
    const answers = await connection.answers()
    expect(answers.map((answer) => [answer.status, readError(answer).error])).toEqual([
      [413, 41301],
      [413, 41301],
    ])
  })

  test('gets 413 even if it never ends', async () => {
    await using server = await startServer({ port: 0, maxBody: 1000 })
    const connection = await openConnection(server.url)
    await connection.write(toRequestText({ headers: { ...chunked, Connection: 'keep-alive' }, body: '' }))
    const chunk = Buffer.concat([Buffer.from('100000\r\n'), Buffer.alloc(mebibyte, 'x'), Buffer.from('\r\n')])
    let isAnswered = false
    const answered = connection.until(/"error":41301/).then(() => {
      isAnswered = true
    })
    while (!isAnswered) await connection.write(chunk)
    await answered
    connection.abandon()
  })

  test('appears in the journal with only its beginning', async () => {
    await using server = await startServer({ port: 0, maxBody: 1000 })
    await sendPlant(server.url, plantOfBytes(mebibyte))
    const [entry] = server.store.requests.all()
    expect(entry?.failure).toBe('body-too-large')
    expect(entry?.request.body).toMatch(/^\{"id":1,"name":"Café x{100,1000}$/)
  })
})

test('large bodies that end together let others run in between, but not small ones', async () => {
  const collect = (bytes: number): Promise<void> =>
    new Promise((resolve) => {
      const request = new EventEmitter()
      collectBody(request as IncomingMessage, mebibyte, () => resolve())
      request.emit('data', Buffer.alloc(bytes))
      request.emit('end')
    })
  const collectAll = (bytes: number) => () => Promise.all(Array.from({ length: 9 }, () => collect(bytes)))
  expect(await countTurns(collectAll(mebibyte))).toBeGreaterThanOrEqual(8)
  expect(await countTurns(collectAll(1000))).toBe(0)
})

describe('a chunked body', () => {
  test('is read as one body', async () => {
    await using server = await startServer({ port: 0 })
    const bytes = Buffer.from('{"id":1,"name":"Café"}')
    const connection = await openConnection(server.url)
    await connection.write(toRequestText({ headers: chunked, body: '' }))
    // Each byte is a chunk, so the é is split.
    for (const byte of bytes) await connection.write(Buffer.from([...Buffer.from('1\r\n'), byte, 13, 10]))
    await connection.write('0\r\n\r\n')
    const [answer] = await connection.answers()
    expect(answer).toMatchObject({ status: 200, body: '{"name":"Café"}' })
  })

  test('that is not valid HTTP is refused with an Error and stores nothing', async () => {
    await using server = await startServer({ port: 0 })
    const body = '1a\r\n{"id":1,"name":"Monstera"}\r\nnonsense\r\n'
    const [answer] = await sendRaw(server.url, toRequestText({ headers: chunked, body }))
    expect(answer?.status).toBe(400)
    expect(answer && readError(answer).error).toBe(40000)
    expect(await server.store.plants.count()).toBe(0)
  })
})

describe('a client that disconnects in the middle of the body', () => {
  test.each<[title: string, leave: 'abandon' | 'end']>([
    ['without a word', 'abandon'],
    ['after closing its sending side', 'end'],
  ])('%s stores nothing, and the server goes on', async (_title, leave) => {
    const server = await startServer({ port: 0 })
    const connection = await openConnection(server.url)
    const headers = { 'Content-Length': '1000', Expect: '100-continue' }
    await connection.write(toRequestText({ headers, body: '' }))
    await connection.until(/100 Continue/)
    // The sent part is a complete plant, but not the complete body.
    await connection.write('{"id":1,"name":"Monstera"}')
    connection[leave]()
    expect((await sendPlant(server.url, ficus)).status).toBe(200)
    // This resolves once the server has closed all connections.
    await server.close()
    expect(await server.store.plants.list()).toEqual([ficus])
    expect(server.store.requests.size).toBe(1)
  })
})
