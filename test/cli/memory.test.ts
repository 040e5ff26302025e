import { gzipSync } from 'node:zlib'
import { expect, inject, test } from 'vitest'
import { listen } from '../tools/listen.ts'
import { runProcess, startListening } from '../tools/processes.ts'
import { sendPlant } from '../tools/send.ts'

/** The command with so little memory that it can't keep all answers of this size. */
const small = ['--max-old-space-size=64', inject('bin')]

test('verify keeps little of large headers', async () => {
  const headers = Array.from({ length: 900 }, (_, index) => [`x-${index}`, 'x'.repeat(1000)]).flat()
  await using server = await listen((_, response) => response.writeHead(200, headers).end('{}'))
  const args = [...small, 'verify', server.url, '--token', 'some-token']
  expect((await runProcess(process.execPath, args)).code).toBe(4)
})

test('proxy unpacks little of an answer that it passes on', async () => {
  const bomb = gzipSync(`{"name":[${'[],'.repeat(4 * 2 ** 20)}0]}`)
  const fields = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
  await using server = await listen((_, response) => response.writeHead(200, fields).end(bomb))
  const args = [...small, 'proxy', server.url, '--port', '0']
  await using proxy = await startListening(process.execPath, args, { ready: /listening on (\S+)/ })
  expect((await sendPlant(proxy.url)).status).toBe(200)
})
