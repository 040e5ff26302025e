import { execFile } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { verify } from '../../src/verify/verify.ts'
import { has } from '../tools/optional-tools.ts'
import { startBackend } from './backends/create-backend.ts'
import { correct } from './backends/parts.ts'

test.skipIf(!has('curl'))('a failure under concurrency comes with lines that reproduce it', async () => {
  await using backend = await startBackend({
    async save(plant, parts, exchange) {
      if (exchange.state.open > 1) throw new Error('no connection to the database')
      await sleep(5)
      return correct.save(plant, parts, exchange)
    },
  })
  const token = 'local-token'
  const { cases } = await verify(backend.url, { token, concurrency: 6, only: ['requests-at-once'], seed: 1 })
  const [one] = cases
  expect(one?.again).toMatch(/ --only requests-at-once --concurrency 6$/)
  const found = one?.findings.find(({ tried }) => tried?.includes('at once'))
  const shown = found?.exchanges.at(-1)?.request.curl ?? ''
  expect(shown).toMatch(/^seq 100 199 \| xargs -P 6 -I NNN curl -s -w /)
  const command = shown.replace('199', '139')
  const env = { ...process.env, PLANT_STORE_TOKEN: token }
  const { stdout } = await promisify(execFile)('sh', ['-c', command], { env })
  expect(stdout).toMatch(/\{"name":"\w+(\d{3})".+ \1 200\n/)
  expect(stdout).toMatch(/ \d{3} 500\n/)
  // One request alone shows nothing.
  const alone = command.replace('-P 6', '-P 1').replace('seq 100 139', 'seq 200 203')
  expect((await promisify(execFile)('sh', ['-c', alone], { env })).stdout).not.toContain(' 500')
})
