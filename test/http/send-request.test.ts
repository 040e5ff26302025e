import { expect, test } from 'vitest'
import { createAgent, sendRequest } from '../../src/http/send-request.ts'
import { listen } from '../tools/listen.ts'

test('nothing is sent after the run was stopped', async () => {
  let received = 0
  await using server = await listen((_request, response) => {
    received++
    response.end()
  })
  const base = new URL(server.url)
  const agent = createAgent(base, { keepAlive: false })
  const request = { method: 'GET', path: '/', headers: [{ name: 'Host', value: base.host }], pieces: [] }
  const send = (signal: AbortSignal) => sendRequest(request, { base, agent, limit: 60_000, signal })
  expect((await send(AbortSignal.abort())).kind).toBe('stopped')
  expect((await send(new AbortController().signal)).kind).toBe('answer')
  expect(received).toBe(1)
})
