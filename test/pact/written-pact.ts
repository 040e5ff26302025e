import { readFileSync } from 'node:fs'
import { onTestFinished } from 'vitest'
import { parseExactJson, stringifyExactJson } from '../../src/json/exact-json.ts'
import { type PactReport, type VerifyProviderOptions, verifyProvider } from '../../src/pact/pact.ts'
import { createFolder } from '../tools/folder.ts'

/** The valid token of providers in these tests. */
export const token = 'token-of-the-provider'

/** How a written interaction differs from one that creates a plant. */
export interface Difference {
  description?: string
  type?: string
  pending?: boolean
  states?: object[]
  request?: object
  response?: object
}

/** Writes a body of version 4 of Pact's format. */
export const withBody = (content: unknown): object => ({
  body: { content, contentType: 'application/json', encoded: false },
})
const contentType = { 'Content-Type': ['application/json'] }

/** The headers of a request with credentials, and without. */
export const headers: Record<'valid' | 'none', object> = {
  valid: { headers: { ...contentType, Authorization: ['Bearer of-the-pact'] } },
  none: { headers: contentType },
}

/** Lets the state of an interaction choose its id, as Pact does for an id that matches any integer. */
export const withFreeId = {
  matchingRules: { body: { '$.id': { combine: 'AND', matchers: [{ match: 'integer' }] } } },
  generators: {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of Pact's
    body: { '$.id': { type: 'ProviderState', expression: '${id}', dataType: 'INTEGER' } },
  },
}

/** The state in which a plant with this id can be created. */
export const noPlant = (id: number | bigint): object => ({
  name: 'no record of plants has the key',
  params: { id },
})

/** An interaction of version 4: it creates a plant with the id 7, unless `difference` says otherwise. */
export const writeInteraction = ({
  description = 'a plant is created',
  type = 'Synchronous/HTTP',
  pending = false,
  states = [noPlant(7)],
  request = {},
  response = {},
}: Difference = {}): object => ({
  type,
  description,
  pending,
  providerStates: states,
  request: {
    method: 'POST',
    path: '/plants',
    ...headers.valid,
    ...withBody({ id: 7, name: 'Fern' }),
    ...request,
  },
  response: { status: 200, headers: contentType, ...withBody({ name: 'Fern' }), ...response },
})

/** A pact of version 4 with these interactions. */
export const writePact = (interactions: readonly object[], more: object = {}): object => ({
  consumer: { name: 'shop' },
  provider: { name: 'plant-store' },
  interactions,
  metadata: { pactSpecification: { version: '4.0' } },
  ...more,
})

/** A pact that Pact has written. */
interface WrittenPact {
  interactions: { description: string; [member: string]: unknown }[]
  metadata: object
}

/** Reads a pact, with exact ids. */
export const readPact = (file: string): WrittenPact =>
  parseExactJson(readFileSync(file, 'utf8')) as WrittenPact

/** Makes a folder that is removed after the test. */
export function makeFolder(): string {
  const folder = createFolder()
  onTestFinished(() => folder[Symbol.dispose]())
  return folder.path
}

/** Writes a file with exact ids that is removed after the test, and returns its path. */
export function writeFile(content: unknown, name = 'pact.json'): string {
  const folder = createFolder({ [name]: typeof content === 'string' ? content : stringifyExactJson(content) })
  onTestFinished(() => folder[Symbol.dispose]())
  return folder.file(name)
}

/** Verifies a service with a pact whose interactions have these differences. */
export async function verifyInteractions(
  url: string,
  differences: readonly Difference[],
  options: Partial<VerifyProviderOptions> = {},
): Promise<PactReport> {
  using folder = createFolder({
    'pact.json': stringifyExactJson(writePact(differences.map(writeInteraction))),
  })
  return await verifyProvider(url, { token, pacts: folder.file('pact.json'), ...options })
}

/** Reads the notes of a report. */
export const readNotes = ({ notes }: PactReport): string[] =>
  notes.flatMap(({ notes: of }) => of.map(({ text }) => text))
