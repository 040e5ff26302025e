import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { openConnection, sendRaw, toRequestText } from '../tools/raw-connection.ts'
import { actAs, nodes, start } from './start.ts'

const headers = { Connection: 'Upgrade', Upgrade: 'websocket' }
const chunked = { ...headers, 'Content-Length': undefined, 'Transfer-Encoding': 'chunked' }

describe.each(nodes)('a request with Upgrade, on Node %s,', (version) => {
  const startHere = () => {
    actAs({ node: `${version}.0.0` })
    return start()
  }

  test('is answered like any other request, with its headers and its body', async () => {
    const { url, store } = await startHere()
    const connection = await openConnection(url)
    await connection.write(toRequestText({ headers: { ...headers, 'X-Client': 'Caf\xe9' } }))
    await connection.until(/\{"name":"Monstera"\}$/)
    await connection.write(toRequestText({ body: '{"id":2,"name":"Ficus"}' }))
    expect((await connection.answers()).map(({ status }) => status)).toEqual([200, 200])
    expect(await store.plants.count()).toBe(2)
    expect(store.requests.all()[0]?.request).toMatchObject({
      method: 'POST',
      path: '/plants',
      headers: { 'x-client': 'Caf\xc3\xa9', authorization: 'Bearer ***' },
      body: '{"id":1,"name":"Monstera"}',
    })
  })

  test('is answered after the requests before it on the same connection', async () => {
    const { url } = await startHere()
    const text = toRequestText({ headers: { Connection: 'keep-alive' } })
    const answers = await sendRaw(
      url,
      text + toRequestText({ headers: { ...headers, Connection: 'Upgrade, close' } }),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 409])
  })

  test('gets an answer even if its body is malformed, once', async () => {
    const { url, store, log } = await startHere()
    const answers = await sendRaw(url, toRequestText({ headers: chunked, body: 'zz\r\n{}\r\n' }))
    expect(answers.map(({ body }) => body)).toEqual([store.refuse('malformed-request').body])
    expect(log).toMatchObject([{ status: 400, failure: 'malformed-request' }])
  })

  test('may send its chunks slowly', async () => {
    const { url, log } = await startHere()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const connection = await openConnection(url)
    await connection.write(toRequestText({ headers: { ...chunked, Connection: 'Upgrade, close' }, body: '' }))
    for (const part of ['{"id":', '1,"name"', ':"Fern"}']) {
      await connection.write(`${part.length.toString(16)}\r\n${part}\r\n`)
      // The server reads connections in order, so it has what was sent.
      await sendRaw(url, toRequestText({ method: 'GET', target: '/other', body: '' }))
      await vi.advanceTimersByTimeAsync(400)
    }
    await connection.write('0\r\n\r\n')
    expect(await connection.answers()).toMatchObject([{ status: 200, body: '{"name":"Fern"}' }])
    expect(log.filter(({ path }) => path === '/plants')).toHaveLength(1)
    expect(vi.getTimerCount()).toBe(0)
  })
})
