import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { createMemoryStorage } from '../../../src/mock/storage/memory-storage.ts'
import { sqliteStorage } from '../../../src/mock/storage/sqlite-storage.ts'
import { describeStorage } from './describe-storage.ts'

// The storage of a page has its own file, and that in Redis is with the tests of Redis.
describeStorage('memory', createMemoryStorage)
describeStorage('SQLite', () => sqliteStorage(':memory:'))

describe('each storage that users create', () => {
  const root = new URL('../../../', import.meta.url)
  const names = globSync('src/mock/storage/!(memory|mock|browser)-storage.ts', {
    cwd: fileURLToPath(root),
  }).map((file) => basename(file, '-storage.ts'))

  test.each<[what: string, file: string, toText: (name: string) => string]>([
    ['is an entry of the package', 'package.json', (name) => `./dist/mock/storage/${name}-storage.d.ts`],
    ['is on its page', 'docs/mock.md', (name) => `plant-store-kit/${name}`],
    ['is named in the control API', 'src/adapters/server/control-api.yaml', (name) => `\`${name}\``],
    ['is tested as a storage', 'test/mock/storage/storage.test.ts', (name) => `/${name}-storage.ts'`],
  ])('%s', (_what, file, toText) => {
    const text = readFileSync(new URL(file, root), 'utf8')
    expect(names).not.toEqual([])
    expect(names.filter((name) => !text.includes(toText(name)))).toEqual([])
  })
})
