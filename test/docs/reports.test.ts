import { expect, test } from 'vitest'
import { startServer } from '../../src/adapters/server/start-server.ts'
import { runHere } from '../cli/run-here.ts'
import { readPage } from './pages.ts'

/** Replaces what differs from run to run: addresses, keys, tokens, and the places at which their lengths wrap lines. */
const toShape = (text: string): string =>
  text
    .replaceAll(/127\.0\.0\.1:\d+/g, 'ADDRESS')
    .replaceAll(/ \\\n +/g, ' ')
    .replaceAll(/\$\(\(\d+\+\$\(date \+%s%N\)%\d+\)\)/g, 'KEY')
    .replaceAll(/Bearer [\w.~+/-]+/g, 'Bearer TOKEN')

test('the finding that docs/verify.md shows is one that verify prints', async () => {
  await using server = await startServer({ port: 0 })
  const args = [
    'verify',
    server.url,
    '--seed',
    '5',
    '--only',
    'rejects-invalid-credentials',
    '--concurrency',
    '1',
  ]
  const { stdout } = await runHere(args, { PLANT_STORE_TOKEN: 'local-token', COLUMNS: '100' })
  const [sample = ''] = readPage('docs/verify.md').match(/^✗ .+?(?=^```$)/ms) ?? []
  expect(sample).toMatch(/\n {2}\$ curl /)
  expect(toShape(stdout)).toContain(toShape(sample))
})
