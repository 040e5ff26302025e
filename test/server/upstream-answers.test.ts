import type { IncomingHttpHeaders } from 'node:http'
import { describe, expect, test } from 'vitest'
import { sendRaw } from '../tools/raw-connection.ts'
import { send } from '../tools/send.ts'
import { startBoth } from './start-both.ts'

describe('an answer that is passed back', () => {
  test('has the status, the headers and the body of the upstream, but not the headers of its connection', async () => {
    const { url } = await startBoth((_request, response) => {
      response.writeHead(207, {
        'content-type': 'text/plain',
        'set-cookie': ['a=1; Path=/', 'b=2; Domain=plants.example; HttpOnly'],
        'x-hop': '1',
        connection: 'close, x-hop',
      })
      response.end('done')
    })
    const response = await fetch(`${url}/orders`)
    expect([response.status, await response.text()]).toEqual([207, 'done'])
    expect(response.headers.get('content-type')).toBe('text/plain')
    expect(response.headers.getSetCookie()).toEqual(['a=1; Path=/', 'b=2; HttpOnly'])
    expect(response.headers.has('x-hop')).toBe(false)
    expect(response.headers.get('connection')).toBe('keep-alive')
  })

  test.each([
    ['/api/orders/1', '/orders/1'],
    ['ORIGIN/api/orders?a=1#b', 'FAKE/orders?a=1#b'],
    ['ORIGIN/api', 'FAKE/'],
    ['ORIGIN/apis', 'FAKE/apis'],
    ['https://login.example/', 'https://login.example/'],
    ['next', 'next'],
  ])('redirects to %s as %s', async (location, expected) => {
    const { url } = await startBoth(
      ({ headers }, response) => {
        response.writeHead(302, { location: location.replace('ORIGIN', `http://${headers.host}`) }).end()
      },
      { prefix: '/api' },
    )
    const { headers } = await fetch(`${url}/old`, { redirect: 'manual' })
    expect(headers.get('location')).toBe(expected.replace('FAKE', url))
  })

  test('arrives while the upstream still writes it', async () => {
    let finish = (): void => {}
    const { url } = await startBoth((_request, response) => {
      response.write('first')
      finish = () => response.end('second')
    })
    const { body } = await fetch(`${url}/events`)
    const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
    expect((await reader?.read())?.value).toBe('first')
    finish()
    expect((await reader?.read())?.value).toBe('second')
  })

  test.each([
    ['', 'Host: localhost\r\n', 'localhost'],
    [' without Host', '', undefined],
  ])('reaches a client of HTTP/1.0%s, whose connection closes', async (_what, field, forwarded) => {
    let received: IncomingHttpHeaders = {}
    const { url } = await startBoth(({ headers }, response) => {
      received = headers
      response.end('upstream')
    })
    const [answer] = await sendRaw(url, `GET /orders HTTP/1.0\r\n${field}\r\n`)
    expect(answer).toMatchObject({ status: 200, headers: { connection: 'close' } })
    expect(received['x-forwarded-host']).toBe(forwarded)
  })

  test('closes the connection while the fake stops', async () => {
    let finish = (): void => {}
    const { url, close } = await startBoth((_request, response) => {
      finish = () => response.end('done')
    })
    const answered = send(`${url}/orders`)
    await expect.poll(() => finish.toString()).toContain('done')
    const closed = close()
    finish()
    const { headers, body } = await answered
    expect([headers['connection'], body]).toEqual(['close', 'done'])
    await closed
  })
})

test('a stream of events does not keep the fake from stopping', async () => {
  const { url, close } = await startBoth((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n')
  })
  const response = await fetch(`${url}/events`)
  await close()
  expect(await response.text()).toBe('data: 1\n\n')
})
