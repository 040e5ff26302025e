import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { isAllowedHost } from '../../src/http/allowed-host.ts'

test.each([
  [
    true,
    [undefined, 'localhost', 'LOCALHOST:1', 'a.localhost', '127.0.0.1:80', '[::1]:80', 'mine', 'MINE:80'],
  ],
  [false, ['', 'notlocalhost', 'localhost.example', '127.0.0.1.example', 'mine.example', 'other:80']],
])('whether a page of another site could not have the host: %s of %j', (is, hosts) => {
  for (const host of hosts)
    expect([host, isAllowedHost({ headers: { host } } as IncomingMessage, ['mine'])]).toEqual([host, is])
})
