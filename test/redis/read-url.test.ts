import { expect, test } from 'vitest'
import { OptionsError } from '../../src/index.ts'
import { readRedisUrl } from '../../src/redis/read-url.ts'
import { redisStore } from '../../src/redis/redis-store.ts'

test.each([
  ['redis://h', 'redis://h', 'redis://h', 'default'],
  ['rediss://u:s%2Fecret@h:1/2?namespace=a.B-c_9', 'rediss://u:s%2Fecret@h:1/2', 'rediss://h:1/2', 'a.B-c_9'],
])('the address %s is taken apart', (text, url, address, namespace) => {
  expect(readRedisUrl(text)).toEqual({ url, address, namespace })
})

const form =
  'the address of the store must be a URL like redis://host:6379/0?namespace=name, or rediss:// for TLS; in a password, write %2F for /, %3F for ?, %23 for #, and %25 for %'
const namespace = 'the namespace must be 1 to 100 letters, digits, dots, hyphens, and underscores'

test.each<[url: unknown, reason: string]>([
  ...['', 5, 'http://h', 'redis://user:secret@:'].map((url): [unknown, string] => [url, form]),
  ...['1/secret', '%secret', '1?secret', '1?namespace=secret', '1#secret'].map(
    (password): [string, string] => [`redis://user:${password}@h`, form],
  ),
  ['redis://h?namespace=', `${namespace}, got ""`],
  ['redis://h?namespace={a}', `${namespace}, got "{a}"`],
  [`redis://h?namespace=${'a'.repeat(101)}`, `${namespace}, got "${'a'.repeat(40)}…" (101 characters)`],
  [
    'redis://user:secret@h?password=secret',
    `the store's address has the unknown parameter "password"; there is only namespace`,
  ],
  ['redis://user:secret@h/x', `the path of the store's address must be the number of a database, got "/x"`],
])('the address %j is refused without repeating a password', async (url, reason) => {
  await expect(redisStore(url as string)).rejects.toThrow(new OptionsError(reason))
})

test.each([0, 2 ** 31])('a time to live of %i seconds is refused', async (ttl) => {
  const problem = `must be an integer from 1 to 2147483647, got ${ttl}`
  await expect(redisStore('redis://h', { ttl })).rejects.toThrow(new OptionsError(problem, ['ttl']))
})
