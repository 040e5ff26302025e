import { describe, expect, test } from 'vitest'
import { callControl, openConnection, postPlant, send, toRequestText } from './raw-request.ts'
import { startBoth, text } from './start-both.ts'

describe('the journal and the log', () => {
  test('mark requests that are passed on, without bodies and credentials', async () => {
    const { url, store, log } = await startBoth((_request, response) => {
      response.writeHead(201, { 'set-cookie': 'session=secret' }).end('secret answer')
    })
    const path = '/orders?access_token=secret'
    await send(url + path, { method: 'POST', headers: { authorization: 'Bearer secret' }, body: 'secret' })
    await postPlant(url, { id: 1, name: 'Fern' })
    await expect
      .poll(() => log)
      .toEqual([
        {
          method: 'POST',
          path: '/orders?access_token=***',
          status: 201,
          duration: expect.any(Number),
          upstream: true,
        },
        { method: 'POST', path: '/plants', status: 200, duration: expect.any(Number) },
      ])
    const { requests } = JSON.parse((await callControl(url, 'GET', '/requests')).body)
    expect(requests).toMatchObject([
      {
        request: { method: 'POST', path: '/orders?access_token=***', body: '' },
        answer: { status: 201, headers: { 'set-cookie': '***' }, body: '' },
        upstream: true,
      },
      { request: { path: '/plants' } },
    ])
    expect(requests[1]).not.toHaveProperty('upstream')
    expect(JSON.stringify([log, requests])).not.toContain('secret')
    expect(store.requests.size).toBe(2)
  })

  test('say that a client disconnected', async () => {
    let arrived = false
    const { url, log } = await startBoth(() => {
      arrived = true
    })
    const connection = await openConnection(url)
    await connection.write(toRequestText({ method: 'GET', target: '/orders', body: '' }))
    await expect.poll(() => arrived).toBe(true)
    connection.reset()
    await expect.poll(() => log).toMatchObject([{ status: 0, message: 'the client disconnected' }])
  })

  test('keep a request with the token that isolates it', async () => {
    const { url, store } = await startBoth(text('upstream'), { isolate: 'token' })
    await send(`${url}/orders`, { headers: { authorization: 'Bearer one' } })
    expect(store.requests.size).toBe(0)
    const own = await callControl(url, 'GET', '/requests', undefined, { authorization: 'Bearer one' })
    expect(JSON.parse(own.body).requests).toHaveLength(1)
  })

  test('a request that ends after a reset is in no journal', async () => {
    let finish = (): void => {}
    const { url, store, log } = await startBoth((_request, response) => {
      finish = () => response.end('done')
    })
    const answered = send(`${url}/orders`)
    await expect.poll(() => finish.toString()).toContain('done')
    await store.reset()
    finish()
    await answered
    await expect.poll(() => log.length).toBe(1)
    expect(store.requests.size).toBe(0)
  })
})
