import { expect, test } from 'vitest'
import { openIdle } from '../../src/http/open-socket.ts'
import { listenRaw } from './requests.ts'

const { signal } = new AbortController()

test('idle connections send nothing, and end with their scope; those that are refused are left out', async () => {
  let open = 0
  await using server = await listenRaw((socket) => {
    open++
    socket.on('data', () => open--).on('close', () => open--)
  })
  const base = new URL(server.url)
  {
    using _idle = await openIdle({ base, signal }, ['', '', ''])
    await expect.poll(() => open).toBe(3)
  }
  await expect.poll(() => open).toBe(0)
  using _refused = await openIdle({ base: new URL('http://127.0.0.1:1'), signal }, ['', 'POST'])
})
