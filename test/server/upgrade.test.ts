import { describe, expect, test } from 'vitest'
import { openConnection, sendRaw, toRequestText } from '../tools/raw-connection.ts'
import { start, startBoth } from './start.ts'

const headers = { Connection: 'Upgrade', Upgrade: 'websocket' }

describe('a request with Upgrade', () => {
  test('gets a response like any other request, with its headers and its body', async () => {
    const { url, mock } = await start()
    const connection = await openConnection(url)
    await connection.write(toRequestText({ headers: { ...headers, 'X-Client': 'Caf\xe9' } }))
    await connection.until(/\{"name":"Monstera"\}$/)
    const chunked = { ...headers, 'Content-Length': undefined, 'Transfer-Encoding': 'chunked' }
    await connection.write(
      toRequestText({ headers: chunked, body: '17\r\n{"id":2,"name":"Ficus"}\r\n0\r\n\r\n' }),
    )
    await connection.until(/\{"name":"Ficus"\}$/)
    await connection.write(toRequestText({ body: '{"id":3,"name":"Fern"}' }))
    expect((await connection.answers()).map(({ status }) => status)).toEqual([200, 200, 200])
    expect(mock.records('plants').count()).toBe(3)
    expect(mock.requests.all()[0]?.request).toMatchObject({
      method: 'POST',
      path: '/plants',
      headers: { 'x-client': 'Caf\xc3\xa9', authorization: 'Bearer ***' },
      body: '{"id":1,"name":"Monstera"}',
    })
  })

  test('is passed on to an upstream as an ordinary request', async () => {
    const { url } = await startBoth(({ headers: { upgrade = 'no Upgrade' } }, response) =>
      response.end(upgrade),
    )
    const live = toRequestText({
      method: 'GET',
      target: '/live',
      headers: { ...headers, Connection: 'Upgrade, close' },
      body: '',
    })
    expect(await sendRaw(url, live)).toMatchObject([{ status: 200, body: 'no Upgrade' }])
  })
})
