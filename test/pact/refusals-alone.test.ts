import { describe, expect, test } from 'vitest'
import { type VerifyProviderOptions, verifyProvider } from '../../src/pact/pact.ts'
import { startServer } from '../../src/server/start-server.ts'
import { startRecordingBackend } from './recording-backend.ts'
import { type Difference, headers, withBody, writePactFile } from './written-pact.ts'

const token = 'local-token'
const refusal = { headers: {}, body: undefined }
const bodyRefused: Difference = {
  states: [],
  request: withBody({ id: 1 }),
  response: { status: 400, ...withBody({ error: 40003, message: 'no' }), matchingRules: { body: {} } },
}
const credentialsRefused: Difference = {
  request: { ...headers.none },
  response: {
    ...refusal,
    status: 404,
    matchingRules: { status: { matchers: [{ match: 'statusCode', status: 'clientError' }] } },
  },
}

describe('a pact with only refusals proves nothing if the provider refuses everything', () => {
  test.each<
    [title: string, difference: Difference, answers: object, options: Partial<VerifyProviderOptions>]
  >([
    ['because the token is invalid', bodyRefused, { answers: 'documented' }, { token: 'another-token' }],
    ['because the address is wrong', credentialsRefused, { basePath: '/elsewhere' }, {}],
  ])('%s', async (_title, difference, options, more) => {
    await using server = await startServer({ port: 0, tokens: [token], ...options })
    const pacts = writePactFile(difference)
    const { origin } = new URL(server.url)
    const report = await verifyProvider(origin, { token, pacts, ...more })
    expect(report).toMatchObject({ outcome: 'unjudged', unjudged: { kind: 'refused' } })
    expect(report.unjudged?.message).toMatch(/^a plain plant could not be created with the token: .+ \d{3}/)
    expect(report.interactions).toEqual([])
  })

  test('if the provider creates plants, the pact is verified, and the run leaves one more plain plant behind', async () => {
    await using server = await startServer({ port: 0, tokens: [token] })
    const pacts = writePactFile(credentialsRefused)
    const report = await verifyProvider(server.url, { token, pacts })
    expect(report).toMatchObject({ outcome: 'passed', interactions: [{ status: 'passed' }] })
    expect(await server.store.plants.count()).toBe(1)
  })

  test('if an interaction creates a plant anyway, no other is sent', async () => {
    await using backend = await startRecordingBackend()
    const pacts = writePactFile({})
    await verifyProvider(backend.url, { token, pacts })
    expect(backend.requests).toHaveLength(1)
  })
})
