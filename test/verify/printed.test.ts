import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, type ExpectStatic, test } from 'vitest'
import { startServer } from '../../src/adapters/server/start-server.ts'
import { readContract } from '../../src/contract/read/read-contract.ts'
import { createMock } from '../../src/mock/create-mock.ts'
import { type ShownFinding, type VerifyReport, verify } from '../../src/verify/verify.ts'
import { shop, silentShop } from '../mock/shop.ts'
import { has } from '../tools/optional-tools.ts'
import { startMistaken } from './backends/mistakes.ts'
import { validToken } from './backends/parts.ts'
import { judgePlants } from './judge.ts'
import { services } from './services/services.ts'

/** Pastes commands into a shell, and returns the statuses of the responses. */
async function paste(commands: readonly string[], variables: Record<string, string>): Promise<number[]> {
  const options = {
    env: { ...process.env, ...variables },
    encoding: 'latin1',
    timeout: 10_000,
    maxBuffer: 2 ** 26,
  } as const
  const script = `exec 2>&1\n${commands.join('\n')}`
  const { stdout } = await promisify(execFile)('sh', ['-c', script], options).catch(
    (error: { stdout: string }) => error,
  )
  return [...stdout.matchAll(/HTTP\/1\.[01] (?!100)(\d{3})/g)].map(([, status]) => Number(status))
}

/** Whether the commands of a finding get the same statuses, even on a busy machine. */
const isRepeatable = ({ exchanges }: ShownFinding): boolean =>
  exchanges.some(({ request }) => request.curl !== '') &&
  exchanges.every(({ request, answer }) => answer !== undefined && request.note === undefined)

const listRepeatable = ({ cases }: VerifyReport): ShownFinding[] =>
  cases.filter(({ status }) => status === 'failed').flatMap(({ findings }) => findings.filter(isRepeatable))

/** Pastes the commands of all findings, and expects the statuses that the run has got. */
async function expectRepeatable(
  expect: ExpectStatic,
  report: VerifyReport,
  variables: Record<string, string>,
): Promise<void> {
  expect(report.outcome).toBe('failed')
  for (const { tried, exchanges } of listRepeatable(report)) {
    const own = exchanges.filter(({ request }) => request.curl !== '')
    const commands = own.map(({ request }) => request.curl)
    const sent = await paste(commands, variables)
    // Commands of one connection are one; what curl can't send has none.
    const [statuses, others] = [exchanges, own].map((some) => some.map(({ answer }) => answer?.status))
    expect({ tried, sent }).toEqual({ tried, sent: expect.toBeOneOf([statuses, others]) })
  }
}

describe.skipIf(!has('curl'))('what a report prints shows the same again right after the run', () => {
  test('of a plant store', async ({ expect }) => {
    await using server = await startMistaken(
      'null as a tag is read as no tag',
      'a path with a slash at its end needs no credentials',
      'a created plant is answered 201',
    )
    const report = await judgePlants(server.url, { level: 'protocol' })
    await expectRepeatable(expect, report, { PLANT_STORE_TOKEN: validToken })
  })

  test('with the keys that the service makes then', async ({ expect }) => {
    const [hotel] = services
    if (hotel === undefined) throw new Error('there is no such service')
    await using server = await hotel.start({ mistakes: ['room-of-other-hotel'] })
    const { url, credentials } = server
    const contract = await readContract(hotel.file)
    const operations = ['createHotel', 'getHotel', 'replaceHotel', 'createRoom', 'getRoom']
    const only = ['child-of-its-parent'] as const
    const report = await verify(url, { contract, credentials, operations, only, seed: 1 })
    await expectRepeatable(expect, report, { API_KEY: credentials['apiKey'] ?? '' })
  })

  test('with the entity tags that the service makes then', async ({ expect }) => {
    const contract = await readContract('test/verify/descriptions/desks.yaml')
    await using server = await startServer({
      port: 0,
      mock: createMock({
        contract,
        respond: {
          // Knows no entity tag, not even its own.
          changeDesk: ({ request: { headers } }) =>
            headers?.['if-match'] === undefined ? undefined : { status: 412 },
        },
      }),
    })
    const report = await verify(server.url, { contract, only: ['if-match'], seed: 1 })
    expect(JSON.stringify(report.cases)).toContain('$etag')
    await expectRepeatable(expect, report, {})
  })

  test('with the key of the record that a body refers to', async ({ expect }) => {
    await using server = await startServer({ port: 0, contract: silentShop })
    const report = await verify(server.url, { contract: shop, only: ['rejects-in-state'], seed: 1 })
    const [shipped] = report.cases
      .flatMap(({ findings }) => findings)
      .filter(({ tried }) => /^shipOrder/.test(tried ?? ''))
    const commands = shipped?.exchanges.map(({ request }) => request.curl).join('\n')
    expect(commands).toContain(`"customerId":'"$key"'`)
    expect(commands).toContain(`/orders/'"$key2"'/ship`)
    await expectRepeatable(expect, report, {})
  })
})
