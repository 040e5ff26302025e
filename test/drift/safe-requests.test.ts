import { expect, test } from 'vitest'
import { diff, learn } from '../../src/drift/drift.ts'
import { startBackend } from '../verify/backends/create-backend.ts'
import { correct } from '../verify/backends/parts.ts'
import { token } from './learn-here.ts'

test.each([
  ['learn', learn],
  ['diff', diff],
])('%s sends no request that could change or delete the data of a service', async (_name, run) => {
  const methods = new Set<string | undefined>()
  const paths = new Set<string | undefined>()
  await using started = await startBackend({
    route(exchange) {
      const { method, url, headers } = exchange.request
      methods.add(method)
      if (method === 'POST' && headers.authorization?.includes(token)) paths.add(url)
      correct.route(exchange)
    },
  })
  await run(started.url, { token })
  expect([...methods].filter((method = '') => !['POST', 'GET', 'HEAD', 'OPTIONS'].includes(method))).toEqual(
    [],
  )
  expect(paths).toContain('/plants/1')
  expect([...paths].filter((path = '') => !/plant/i.test(decodeURI(path)))).toEqual([])
})
