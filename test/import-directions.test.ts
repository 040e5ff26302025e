import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const root = new URL('../', import.meta.url).pathname
const folder = mkdtempSync(join(tmpdir(), 'plant-store-imports-'))
afterAll(() => rmSync(folder, { recursive: true }))

const { vcs: _vcs, ...config } = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8'))
writeFileSync(join(folder, 'biome.json'), JSON.stringify({ ...config, $schema: undefined }))

/** Lints a file that imports something, and gives what is found. */
function lint(path: string, imported: string): string {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `import type { x } from '${imported}'\nexport type Y = typeof x\n`)
  const { stdout, stderr } = spawnSync(join(root, 'node_modules/.bin/biome'), ['lint', path], {
    cwd: folder,
    encoding: 'utf8',
  })
  return stdout + stderr
}

test.each<[from: string, to: string]>([
  ['src/contract/x.ts', '../store/plant-store.ts'],
  ['src/contract/x.ts', '../verify/verify.ts'],
  ['src/contract/x.ts', 'node:fs'],
  ['src/store/x.ts', '../server/start-server.ts'],
  ['src/store/storage/x.ts', '../../server/start-server.ts'],
  ['src/store/x.ts', '../verify/verify.ts'],
  ['src/store/x.ts', '../cli/main.ts'],
  ['src/store/x.ts', 'node:fs'],
  ['src/store/x.ts', 'msw'],
  ['src/index.ts', './server/start-server.ts'],
  ['src/server/x.ts', '../msw/create-handlers.ts'],
  ['src/server/x.ts', '../prism/proxy.ts'],
  ['src/server/x.ts', '../cli/main.ts'],
  ['src/msw/x.ts', '../server/start-server.ts'],
  ['src/msw/x.ts', 'node:fs'],
  ['src/vitest/x.ts', '../pact/record-pact.ts'],
  ['src/vitest/x.ts', '../server/start-server.ts'],
  ['src/msw/x.ts', '../vitest/vitest.ts'],
  ['src/verify/x.ts', '../store/plant-store.ts'],
  ['src/verify/x.ts', '../index.ts'],
  ['src/pact/x.ts', '../server/start-server.ts'],
  ['src/prism/x.ts', '../cli/main.ts'],
  ['src/verify/x.ts', 'msw'],
  ['src/pact/x.ts', '@stoplight/prism-http'],
  ['src/pact/provider/x.ts', '../../verify/checks/ids.ts'],
  ['src/pact/provider/x.ts', '../../store/plant-store.ts'],
  ['src/cli/x.ts', '@pact-foundation/pact'],
])('%s may not import %s, types included', (from, to) => {
  expect(lint(from, to)).toContain('noRestrictedImports')
})

test.each<[from: string, to: string]>([
  ['src/store/x.ts', '../contract/exact-json.ts'],
  ['src/server/x.ts', '../store/plant-store.ts'],
  ['src/server/x.ts', 'node:http'],
  ['src/vitest/x.ts', '../msw/create-handlers.ts'],
  ['src/verify/x.ts', '../contract/exact-json.ts'],
  ['src/cli/x.ts', '../server/start-server.ts'],
  ['src/pact/x.ts', '@pact-foundation/pact'],
  ['src/pact/reports/x.ts', '../../reports/junit.ts'],
  ['src/msw/x.ts', 'msw'],
])('%s may import %s', (from, to) => {
  expect(lint(from, to)).toContain('Checked 1 file')
  expect(lint(from, to)).not.toContain('noRestrictedImports')
})
