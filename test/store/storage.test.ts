import { createMemoryStorage } from '../../src/store/storage/memory-storage.ts'
import { sqliteStorage } from '../../src/store/storage/sqlite-storage.ts'
import { describeStorage } from './describe-storage.ts'

// The storage of a page runs in Chromium, with the tests of the page, and that in Redis with the tests of Redis.
describeStorage('memory', createMemoryStorage)
describeStorage('SQLite', () => sqliteStorage(':memory:'))
