import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createMock } from '../../src/index.ts'

const url = 'http://plants.example/plants'
const init = {
  method: 'POST',
  headers: { authorization: 'Bearer x', 'content-type': 'application/json' },
  body: '{"id":1,"name":"Fern"}',
}

describe('mock.fetch', () => {
  test.each<[what: string, input: string | URL | Request, init?: RequestInit]>([
    ['a string', `${url}?a=1#top`, init],
    ['a URL', new URL(url), init],
    ['a Request', new Request(url, init)],
    ['a path', '/plants', init],
  ])('accepts %s, on its own', async (_what, input, given) => {
    const { fetch } = createMock()
    const response = await fetch(input, given)
    const { headers } = response
    const seen = [response.status, headers.get('content-type'), headers.get('content-length')]
    expect([...seen, await response.text()]).toEqual([200, 'application/json', '15', '{"name":"Fern"}'])
  })

  test('gives the length of a body in bytes, and none to a response without a body', async () => {
    const { fetch } = createMock()
    const emoji = await fetch(url, { ...init, body: '{"id":1,"name":"🌱"}' })
    expect([emoji.headers.get('content-length'), (await emoji.arrayBuffer()).byteLength]).toEqual(['15', 15])
    const preflight = { method: 'HEAD', headers: init.headers }
    expect((await fetch(url, preflight)).headers.get('content-length')).toBeNull()
  })

  test('rejects like fetch if the connection is dropped', async () => {
    const mock = createMock()
    mock.faults.next('dropped-connection')
    const failed = mock.fetch(url, init)
    await expect(failed).rejects.toThrow(TypeError)
    await expect(failed).rejects.toThrow('fetch failed: the connection was dropped')
  })

  test('gives the first half of a body that is cut off, then fails', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const mock = createMock()
    mock.faults.next('cut-off-body')
    const { status, headers, body } = await mock.fetch(url, init)
    const lines = [headers.get('content-type'), headers.get('content-length')]
    expect([status, ...lines]).toEqual([200, 'application/json', '15'])
    const reader = body?.getReader()
    expect(new TextDecoder().decode((await reader?.read())?.value as Uint8Array)).toBe('{"name"')
    const failed = reader?.read()
    await expect(failed).rejects.toThrow(TypeError)
    await expect(failed).rejects.toThrow('the connection was cut off')
  })

  test.each(['before', 'during'])(
    'rejects with the reason of a signal that aborts %s a delay; a request that was sent is carried out',
    async (when) => {
      vi.useFakeTimers()
      onTestFinished(() => void vi.useRealTimers())
      const mock = createMock({ latency: 60_000 })
      const controller = new AbortController()
      if (when === 'before') controller.abort(new Error('left'))
      const response = mock.fetch(url, { ...init, signal: controller.signal })
      response.catch(() => {})
      if (when === 'during') {
        await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1))
        controller.abort(new Error('left'))
      }
      await expect(response).rejects.toThrow('left')
      await vi.runAllTimersAsync()
      const stored = when === 'before' ? [] : [200]
      expect(mock.requests.all().map(({ response }) => response?.status)).toEqual(stored)
      expect(mock.records('plants').count()).toBe(stored.length)
    },
  )
})
