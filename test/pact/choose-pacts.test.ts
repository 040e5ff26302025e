import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { stringifyExactJson } from '../../src/json/exact-json.ts'
import { type VerifyProviderOptions, verifyProvider } from '../../src/pact/pact.ts'
import { createFolder, type Folder } from '../tools/folder.ts'
import { startRecordingBackend } from './recording-backend.ts'
import { readNotes, token, writeInteraction, writePact } from './written-pact.ts'

const write = (...more: object[]): string =>
  stringifyExactJson(Object.assign({}, writePact([writeInteraction()]), ...more))

let folder: Folder
beforeAll(() => {
  folder = createFolder({
    'shop.json': write(),
    'bot.json': write({ consumer: { name: 'bot' } }),
    'weather.json': write({ provider: { name: 'weather' } }),
    'two.json': write(writePact([writeInteraction(), writeInteraction({ description: 'another plant is' })])),
    'none/notes.txt': 'no pact',
    'some/[a].json': write(),
    'some/a.json': 'the pattern [a].json does not mean this one',
  })
})
afterAll(() => folder[Symbol.dispose]())

/** Verifies a right provider with these files and URLs. */
async function verify(pacts: readonly string[], more: Partial<VerifyProviderOptions> = {}) {
  await using backend = await startRecordingBackend()
  const named = pacts.map((name) => (/^[/h]/.test(name) ? name : folder.file(name)))
  return await verifyProvider(backend.url, { token, pacts: named, ...more })
}

// The recordings of the command line have all messages.
test.each<[message: string, name: string, pact: string]>([
  [
    '^provider is missing, and the pacts are for "plant-store", "weather"$',
    'OptionsError',
    '{weather,bot}.json',
  ],
  ['^no file matches .+/none/\\*\\.json$', 'PactFileError', 'none'],
  ['http://127.0.0.1:2/pact', 'PactFileError', 'http://127.0.0.1:2/pact'],
])('%s', async (message, name, pact) => {
  await expect(verify([pact])).rejects.toThrow(
    expect.objectContaining({ name, message: expect.stringMatching(message) }),
  )
})

test("Pact's variables choose interactions; pacts for other services are ignored with a note", async () => {
  const pacts = ['shop.json', 'two.json', 'weather.json']
  vi.stubEnv('PACT_DESCRIPTION', 'another')
  const report = await verify(pacts, { provider: 'plant-store' })
  expect([report.outcome, readNotes(report)]).toEqual([
    'passed',
    [`${folder.file('weather.json')} is for the service "weather" and was ignored`],
  ])
  expect(report.cases.map(({ description }) => description)).toEqual(['another plant is'])
  vi.stubEnv('PACT_DESCRIPTION', 'is deleted')
  const nothing = 'there are no interactions to verify, or the filters leave none'
  await expect(verify(pacts, { provider: 'plant-store' })).rejects.toThrow(nothing)
})

test('files are in the order of their names; a name that looks like a pattern but exists is a file', async () => {
  const { cases } = await verify(['{two,shop,bot}.json', 'some/[a].json'])
  expect(cases.map(({ consumer }) => consumer)).toEqual(['bot', 'shop', 'shop', 'shop', 'shop'])
})
