import { expect, test } from 'vitest'
import { startServer } from '../../src/server/start-server.ts'
import { createFolder } from '../tools/folder.ts'
import { listen } from '../tools/listen.ts'
import { type EndedHere, runHere } from './run-here.ts'

const headers = { 'Content-Type': 'application/json', Authorization: 'Bearer any' }
const request = { method: 'POST', path: '/plants', headers, body: { id: 1, name: 'Fern' } }
const pact = JSON.stringify({
  consumer: { name: 'shop' },
  provider: { name: 'plant-store' },
  interactions: [{ description: 'a plant', request, response: { status: 200, body: { name: 'Fern' } } }],
  metadata: { pactSpecification: { version: '2.0.0' } },
})

async function run(url: string, ...flags: string[]): Promise<EndedHere> {
  await using folder = createFolder({ 'shop.json': pact })
  return await runHere(['verify-pacts', url, '--token', 'local-token', ...flags], {}, folder.path)
}

test('the flags about a broker are sent to it', async () => {
  const requests: [authorization: string | undefined, body: unknown][] = []
  await using broker = await listen(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    requests.push([request.headers.authorization, body && JSON.parse(body)])
    const href = `${broker.url}/for/{provider}`
    const answer = { _links: { 'pb:provider-pacts-for-verification': { href } }, _embedded: { pacts: [] } }
    response.setHeader('content-type', 'application/hal+json').end(JSON.stringify(answer))
  })
  const flags = ['--broker', broker.url, '--provider', 'plant-store']
  const selectors = ['--selector', '{"branch":"x"}', '--selector', '{"mainBranch":true}', '--branch', 'main']
  const pending = ['--enable-pending', '--include-wip-since', '2026-01-31']
  const user = ['--broker-username', 'me', '--broker-password', 'pw']
  await run(broker.url, ...flags, ...user, ...selectors, ...pending)
  await run(broker.url, ...flags, '--broker-token', 'secret')
  const basic = `Basic ${btoa('me:pw')}`
  expect(requests).toEqual([
    [basic, ''],
    [
      basic,
      {
        consumerVersionSelectors: [{ branch: 'x' }, { mainBranch: true }],
        includePendingStatus: true,
        includeWipPactsSince: '2026-01-31',
        providerVersionBranch: 'main',
      },
    ],
    ['Bearer secret', ''],
    ['Bearer secret', expect.anything()],
  ])
})

test.each([
  ['--limit', '150', 4, /the limit of 150 ms/],
  ['--request-limit', '150', 1, /150 ms/],
])('%s %s ends a run against a service that hangs', async (flag, value, code, stdout) => {
  await using hanging = await listen(() => {})
  const ended = await run(hanging.url, '--pacts', 'shop.json', flag, value)
  expect(ended).toEqual({ code, stdout: expect.stringMatching(stdout), stderr: '' })
})

test('--verbose shows the output of the verifier of Pact on standard error', async () => {
  await using service = await startServer({ port: 0, onDuplicate: 'replace' })
  const quiet = await run(service.url, '--pacts', 'shop.json')
  expect(quiet).toEqual({ code: 0, stdout: expect.stringMatching(/✓ Every interaction passed/), stderr: '' })
  const { stdout, stderr } = await run(service.url, '--pacts', 'shop.json', '--verbose')
  expect(stderr).toContain('returns a response which')
  expect(stdout).toMatch(/^✓ shop: a plant/m)
})
