import { expect, inject, test } from 'vitest'
import { parseExactJson } from '../../src/json/exact-json.ts'
import { openHooks } from '../mock/callbacks/open-hooks.ts'
import { pets } from '../mock/callbacks/pets.ts'
import { createFolder } from '../tools/folder.ts'
import { listen } from '../tools/listen.ts'
import { has } from '../tools/optional-tools.ts'
import { startProcess } from '../tools/processes.ts'
import { callControl, send, sendPlant } from '../tools/send.ts'
import { startStoreHere } from './run-here.ts'

type Request = (url: string) => Promise<unknown>

/** Returns what the log says about requests, line by line. */
async function logOf(requests: readonly Request[], args: readonly string[]): Promise<string[]> {
  await using store = await startStoreHere(args)
  for (const request of requests) await request(store.url).catch(() => {})
  store.kill('SIGTERM')
  const { stderr } = await store.ended
  return stderr.split('\n').slice(0, -1)
}

const time = String.raw`\d+\.\d ms`
const toLine = (line: string) => expect.stringMatching(new RegExp(`^${line}$`))

test('a pretty line has the method, path, status and time, then the failure and what is wrong', async () => {
  const rows: [line: string, Request][] = [
    [`1. POST /plants 200 ${time}`, (url) => sendPlant(url)],
    [
      `2. POST /plants 401 ${time} missing-credentials: the header Authorization must .+`,
      (url) => sendPlant(url, {}, { token: '' }),
    ],
    [
      String.raw`3. POST /plants 400 ${time} invalid-body: /id must be .+ got "\\u\{9b\}31m"`,
      (url) => sendPlant(url, '{"id":"\u009b31m","name":""}'),
    ],
    [
      String.raw`4. GET /trees\?access_token=\*\*\* 404 ${time} unknown-path: no operation has the path .+`,
      (url) => send(`${url}/trees?access_token=secret`),
    ],
  ]
  const requests = rows.map(([, request]) => request)
  expect(await logOf(requests, [])).toEqual(rows.map(([line]) => toLine(line)))
})

test('a line tells a fault from a failure of the request, and says that a request is for the upstream', async () => {
  await using upstream = await listen((_request, response) => response.end())
  const faults = ['dropped-connection', 'cut-off-body', 'internal-error']
  const scenario = { title: 'Faults', steps: faults.map((fault) => ({ fault })) }
  await using folder = createFolder({ 'faults.json': JSON.stringify(scenario) })
  const requests = faults.map((): Request => (url) => sendPlant(url))
  const flags = ['--scenario', folder.file('faults.json'), '--upstream', upstream.url]
  expect(await logOf([...requests, (url) => send(`${url}/orders`)], flags)).toEqual([
    toLine(`1. POST /plants dropped ${time} fault dropped-connection`),
    toLine(`2. POST /plants 200 ${time} fault cut-off-body`),
    toLine(`3. POST /plants 500 ${time} fault internal-error: .+`),
    toLine(`GET /orders 200 ${time} upstream`),
  ])
})

test('a callback has a line of its own, with the number of its request', async () => {
  await using hooks = await openHooks()
  await using folder = createFolder({ 'pets.json': JSON.stringify(pets) })
  const flags = ['--openapi', folder.file('pets.json'), '--webhook', `newPet=${hooks.url}/new`]
  const add = (url: string, callbackUrl: string) =>
    send(`${url}/pets`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Ash', callbackUrl }),
    })
  const refused = 'callbacks to the host hooks.example are.+'
  const requests: Request[] = [
    async (url) => {
      await add(url, 'http://hooks.example/')
      await expect.poll(() => hooks.received.length).toBe(1)
      // The result is there once the next one is.
      await add(url, `${hooks.url}/own`)
      const readJournal = async () => (await callControl(url, 'GET', '/requests')).body
      // Each of three callbacks has a response in the journal.
      await expect.poll(async () => (await readJournal()).match(/"status":202/g)?.length).toBe(3)
    },
  ]
  const lines = (await logOf(requests, flags)).filter((line) => !line.includes('__admin'))
  expect(lines.toSorted()).toEqual([
    toLine(`1. POST /pets 201 ${time}`),
    toLine(`1. POST ${hooks.url}/new 202 ${time} callback newPet`),
    toLine(`1. POST http://hooks.example/ failed ${time} callback created: ${refused}`),
    toLine(`2. POST /pets 201 ${time}`),
    toLine(`2. POST ${hooks.url}/new 202 ${time} callback newPet`),
    toLine(`2. POST ${hooks.url}/own 202 ${time} callback created`),
  ])
})

test('silent: there is no line; json: each line is an object of method, path, status and duration, and why a request was rejected', async () => {
  expect(await logOf([(url) => sendPlant(url, {})], ['--log', 'silent'])).toEqual([])
  const requests: Request[] = [
    (url) => sendPlant(url, { id: 2n ** 62n, name: 'Fern' }),
    (url) => sendPlant(url, '{"id":"\u009b\u202e","name":""}'),
  ]
  const lines = await logOf(requests, ['--log', 'json'])
  const sent = { operation: 'createPlant', method: 'POST', path: '/plants', duration: expect.any(Number) }
  const message = expect.stringContaining('got "\u009b\u202e"')
  expect(lines.map(parseExactJson)).toEqual([
    { ...sent, number: 1, status: 200 },
    { ...sent, number: 2, status: 400, failure: 'invalid-body', message },
  ])
  expect(lines.join()).not.toMatch(/[\u009b\u202e]/)
})

test.skipIf(!has('script'))('on a terminal, the log has colors', async () => {
  const command = `'${process.execPath}' ${inject('bin')} start --port 0 | cat`
  // `script` of util-linux runs this in a terminal; only standard error of the command stays connected to it.
  await using terminal = startProcess('script', ['-qefc', command, '/dev/null'], { env: { TERM: 'xterm' } })
  const [url = ''] = /http:[\w.:/]+/.exec(await terminal.waitFor('stdout', /Try: /)) ?? []
  await sendPlant(url)
  expect(await terminal.waitFor('stdout', / ms/)).toContain('\u001b[32m200\u001b[39m')
})
