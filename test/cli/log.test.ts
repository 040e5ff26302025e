import { describe, expect, inject, test } from 'vitest'
import { createFolder } from '../tools/folder.ts'
import { has } from '../tools/optional-tools.ts'
import { type RunOptions, startProcess, startStore } from '../tools/processes.ts'
import { addPlant, type PlantRequestOptions } from './send-request.ts'

const time = String.raw`\d+\.\d ms`

/** What the log says about requests, line by line. */
async function logOf(
  requests: readonly PlantRequestOptions[],
  args: readonly string[],
  options?: RunOptions,
): Promise<string[]> {
  await using store = await startStore(args, options)
  for (const request of requests) await addPlant(store.url, request).catch(() => {})
  store.kill('SIGTERM')
  const { stderr } = await store.ended
  return stderr.split('\n').slice(0, -1)
}

describe.concurrent('pretty', () => {
  test('a line has the method, path, status and time, then the failure and what is wrong', async () => {
    const rows: [request: PlantRequestOptions, line: string][] = [
      [{}, `POST /plants 200 ${time}`],
      [{ token: '' }, `POST /plants 401 ${time} missing-credentials: the header Authorization must .+`],
      [{ token: 'invalid-token' }, `POST /plants 401 ${time} invalid-token: the bearer .+`],
      [{ id: 1.5 }, `POST /plants 400 ${time} invalid-plant: id must be .+ got 1\\.5`],
      [
        { path: '/trees?old=1' },
        `POST /trees\\?old=1 404 ${time} unknown-path: there is nothing at this path; the only operation is POST /plants`,
      ],
      [{ id: 2, path: '/plants?access_token=secret' }, `POST /plants\\?access_token=\\*\\*\\* 200 ${time}`],
    ]
    const requests = rows.map(([request]) => request)
    const lines = rows.map(([, line]) => expect.stringMatching(new RegExp(`^${line}$`)))
    expect(await logOf(requests, [])).toEqual(lines)
  })

  test.each([
    ['dropped-connection', `POST /plants dropped ${time} fault dropped-connection`],
    ['cut-off-body', `POST /plants 200 ${time} fault cut-off-body`],
    ['internal-error', `POST /plants 500 ${time} fault internal-error: the storage .+ failed`],
  ])('the fault %s is distinguished from a failure of the request', async (fault, line) => {
    await using folder = createFolder({ 'one.json': `{"title":"One fault","steps":[{"fault":"${fault}"}]}` })
    const lines = await logOf([{}], ['--scenario', './one.json'], { cwd: folder.path })
    expect(lines).toEqual([expect.stringMatching(new RegExp(`^${line}$`))])
  })
})

test.concurrent('json: each line is an object of method, path, status and duration, and why a request was refused', async () => {
  const lines = await logOf([{}, { token: '' }], ['--log', 'json'])
  const added = { method: 'POST', path: '/plants', status: 200, duration: expect.any(Number) }
  const message = expect.stringContaining('Authorization')
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    added,
    { ...added, status: 401, failure: 'missing-credentials', message },
  ])
})

test.concurrent('silent: nothing', async () => {
  expect(await logOf([{}, { token: '' }], ['--log', 'silent'])).toEqual([])
})

test.concurrent('no control character of a request reaches the terminal', async () => {
  const id = JSON.stringify('\u009b31m\u202e')
  const [pretty] = await logOf([{ id }], [])
  expect(pretty).toMatch(/got "\\u\{9b\}31m\\u\{202e\}"$/)
  const [json = ''] = await logOf([{ id }], ['--log', 'json'])
  expect(json).not.toMatch(/[\u009b\u202e]/)
  expect(JSON.parse(json).message).toContain('got "\u009b31m\u202e"')
})

test.concurrent.each(['pretty', 'json'])('%s: a credential is never in the log', async (log) => {
  const secret = 'c0ffee-secret'
  const tricks: PlantRequestOptions[] = [
    { token: secret },
    { token: secret, headers: { authorization: `Bearer ${secret} ${secret}` } },
    { token: secret, id: `"${secret}"` },
    { token: secret, headers: { 'content-type': secret } },
    { token: secret, path: `/plants?access_token=${secret}` },
    { token: secret, path: `/plants?access%5Ftoken=${secret}` },
  ]
  const lines = await logOf(tricks, ['--log', log])
  expect(lines).toHaveLength(tricks.length)
  expect(lines.join()).not.toContain(secret)
})

describe.concurrent('colors', () => {
  const sequence = '\u001b['

  test('there are none in a pipe', async () => {
    expect((await logOf([{}], [])).join()).not.toContain(sequence)
  })

  test.each([
    ['200 is green', {}, `${sequence}32m200${sequence}39m`],
    ['401 is yellow', { token: '' }, `${sequence}33m401${sequence}39m`],
  ])('FORCE_COLOR=1 asks for them: %s', async (_title, request, status) => {
    expect((await logOf([request], [], { env: { FORCE_COLOR: '1' } })).join()).toContain(status)
  })

  test.skipIf(!has('script')).each([
    ['has them', {}, true],
    ['has none if NO_COLOR is set', { NO_COLOR: '1' }, false],
  ])('a terminal %s', async (_title, env, has) => {
    const command = `'${process.execPath}' ${inject('bin')} start --port 0 | cat`
    // `script` of util-linux runs this in a terminal; only standard error of the command stays connected to it.
    await using terminal = startProcess('script', ['-qefc', command, '/dev/null'], {
      env: { TERM: 'xterm', ...env },
    })
    const [url = ''] = /http:[\w.:/]+/.exec(await terminal.waitFor('stdout', /Try: /)) ?? []
    await addPlant(url)
    expect((await terminal.waitFor('stdout', / ms/)).includes(sequence)).toBe(has)
  })
})
