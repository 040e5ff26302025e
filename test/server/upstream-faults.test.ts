import { describe, expect, test } from 'vitest'
import { openConnection, toRequestText } from '../tools/raw-connection.ts'
import { callControl, send, sendPlant } from '../tools/send.ts'
import { startBoth, text } from './start-both.ts'

describe('a fault with a path', () => {
  const fail = (url: string, fault: object) => callControl(url, 'POST', '/faults', fault)

  test('hits requests to this path alone, with any method and query', async () => {
    const { url, log } = await startBoth(text('upstream'))
    await fail(url, { fault: 'internal-error', path: '/orders', requests: 2 })
    const statuses = []
    for (const [method, path] of [
      ['GET', '/other'],
      ['POST', '/plants'],
      ['GET', '/orders?page=2'],
      ['PUT', '/orders'],
      ['GET', '/orders'],
    ])
      statuses.push((await send(`${url}${path}`, { method: method ?? '' })).status)
    expect(statuses).toEqual([200, 401, 500, 500, 200])
    const [first] = log.filter(({ path }) => path === '/orders?page=2')
    expect(first).toMatchObject({ fault: 'internal-error', failure: 'internal-error', upstream: true })
  })

  test('without a path hits only the operation', async () => {
    const { url } = await startBoth(text('upstream'))
    await fail(url, { fault: 'internal-error' })
    expect((await send(`${url}/orders`)).status).toBe(200)
    expect((await send(`${url}/plants`)).status).toBe(200)
    expect((await sendPlant(url, { id: 1, name: 'Fern' })).status).toBe(500)
  })

  test('with the path of the operation hits it too', async () => {
    const { url } = await startBoth(text('upstream'), { basePath: '/v1' })
    await fail(url, { fault: 'internal-error', path: '/v1/plants', requests: 2 })
    expect((await sendPlant(url, { id: 1, name: 'Fern' })).status).toBe(500)
    expect((await send(`${url}/plants`)).status).toBe(500)
  })

  test('dropped-connection closes the connection, and the upstream gets nothing', async () => {
    let count = 0
    const { url, log } = await startBoth((_request, response) => {
      count++
      response.end()
    })
    await fail(url, { fault: 'dropped-connection', path: '/orders' })
    await expect(fetch(`${url}/orders`)).rejects.toThrow('fetch failed')
    expect(count).toBe(0)
    await expect.poll(() => log.at(-1)).toMatchObject({ status: 0, fault: 'dropped-connection' })
  })

  test('cut-off-body cuts off the answer of the upstream', async () => {
    const { url } = await startBoth(text('upstream'))
    await fail(url, { fault: 'cut-off-body', path: '/orders' })
    const response = await fetch(`${url}/orders`)
    expect(response.status).toBe(200)
    const chunks: string[] = []
    const read = async () => {
      for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) chunks.push(chunk)
    }
    await expect(read()).rejects.toThrow('terminated')
    expect(chunks.join('')).toBe('upst')
  })

  test('not-json-body replaces the body of the upstream', async () => {
    const { url } = await startBoth((_request, response) => {
      response.writeHead(201, { 'content-type': 'application/json' }).end('{}')
    })
    await fail(url, { fault: 'not-json-body', path: '/orders' })
    expect(await send(`${url}/orders`)).toMatchObject({
      status: 201,
      headers: { 'content-type': 'application/json' },
      body: '<html><body>Bad Gateway</body></html>',
    })
  })

  test('delay waits before the upstream gets the request, and ends if the client disconnects', async () => {
    const paths: (string | undefined)[] = []
    const { url, log, store } = await startBoth((request, response) => {
      paths.push(request.url)
      response.end()
    })
    await fail(url, { delay: 3_600_000, path: '/orders' })
    const connection = await openConnection(url)
    await connection.write(toRequestText({ method: 'GET', target: '/orders', body: '' }))
    await expect.poll(() => store.faults.list()).toEqual([])
    await send(`${url}/other`)
    connection.reset()
    await expect
      .poll(() => log)
      .toContainEqual(
        expect.objectContaining({ path: '/orders', status: 0, message: 'the client disconnected' }),
      )
    expect(paths).toEqual(['/other'])
  })
})
