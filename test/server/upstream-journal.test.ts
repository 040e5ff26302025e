import { describe, expect, test } from 'vitest'
import type { PlantRequest } from '../../src/store/exchange.ts'
import { createPlantStore } from '../../src/store/plant-store.ts'
import { openConnection, sendRaw, toRequestText } from '../tools/raw-connection.ts'
import { callControl, send, sendPlant } from '../tools/send.ts'
import { startBoth, text } from './start-both.ts'

describe('the journal and the log', () => {
  test('mark requests that are passed on, without bodies and credentials', async () => {
    const { url, store, log } = await startBoth((_request, response) => {
      response.writeHead(201, { 'set-cookie': 'session=secret' }).end('secret answer')
    })
    const path = '/orders?access_token=secret'
    await send(url + path, { method: 'POST', headers: { authorization: 'Bearer secret' }, body: 'secret' })
    await sendPlant(url, { id: 1, name: 'Fern' })
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

  test.each<[string, Record<string, string>]>([
    ['a request', {}],
    ['a WebSocket', { Connection: 'Upgrade', Upgrade: 'websocket' }],
  ])('say that a client with %s disconnected before the store let it pass', async (_what, headers) => {
    let resolve = (): void => {}
    const promise = new Promise<void>((done) => {
      resolve = done
    })
    const store = createPlantStore()
    const begun: string[] = []
    const passOn = async (request: PlantRequest) => {
      begun.push(request.path)
      await promise
      return store.passOn(request)
    }
    const { url, log } = await startBoth(text('upstream'), { store: { ...store, passOn } as never })
    for (const leave of ['abandon', 'reset', 'end'] as const) {
      const connection = await openConnection(url)
      await connection.write(toRequestText({ method: 'GET', target: `/${leave}`, headers, body: '' }))
      await expect.poll(() => begun).toContain(`/${leave}`)
      connection[leave]()
    }
    // What the clients sent before is read by then.
    await callControl(url, 'GET', '/health')
    resolve()
    const gone = { status: 0, message: 'the client disconnected', upstream: true }
    await expect.poll(() => log.filter(({ upstream }) => upstream)).toMatchObject([gone, gone, gone])
    expect(store.requests.all()).toHaveLength(3)
  })

  test.each<[string, Record<string, string>]>([
    ['a request', {}],
    ['a WebSocket', { Connection: 'Upgrade', Upgrade: 'websocket' }],
  ])('leave no client with %s waiting if the store fails', async (_what, headers) => {
    const passOn = () => Promise.reject(new Error('broken'))
    const store = { ...createPlantStore(), passOn } as never
    const { url } = await startBoth(text('upstream'), { store })
    const answers = await sendRaw(url, toRequestText({ method: 'GET', target: '/', headers, body: '' }))
    expect(answers).toEqual([])
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
