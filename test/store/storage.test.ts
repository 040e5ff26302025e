import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { createMemoryStorage } from '../../src/store/storage/memory-storage.ts'
import { sqliteStorage } from '../../src/store/storage/sqlite-storage.ts'
import { describeStorage } from './describe-storage.ts'

// The storage of a page runs in Chromium, with the tests of the page, and that in Redis with the tests of Redis.
describeStorage('memory', createMemoryStorage)
describeStorage('SQLite', () => sqliteStorage(':memory:'))

test('each storage that users create is an entry of the package', () => {
  const root = new URL('../../', import.meta.url)
  const files = globSync('src/store/storage/!(memory|plant|shared)-storage.ts', { cwd: fileURLToPath(root) })
  const entries = readFileSync(new URL('package.json', root), 'utf8')
  expect(files.length).toBeGreaterThan(0)
  expect(
    files.filter((file) => !entries.includes(file.replace('src/', './dist/').replace('.ts', '.d.ts'))),
  ).toEqual([])
})
