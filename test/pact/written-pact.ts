import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stringifyExactJson } from '../../src/contract/exact-json.ts'
import { makeFolder } from './temporary-folder.ts'

/** How a written interaction differs from one that creates a plant. */
export interface Difference {
  description?: string
  type?: string
  pending?: boolean
  states?: object[]
  request?: object
  response?: object
}

const json = (content: unknown): object => ({
  body: { content, contentType: 'application/json', encoded: false },
})
const contentType = { 'Content-Type': ['application/json'] }

/** The headers of a request with credentials, and without. */
export const headers: Record<'valid' | 'none', object> = {
  valid: { headers: { ...contentType, Authorization: ['Bearer of-the-pact'] } },
  none: { headers: contentType },
}

/** Writes a body of version 4 of Pact's format. */
export const withBody = json

/** An interaction of version 4: it creates a plant with the id 7, unless `difference` says otherwise. */
export const writeInteraction = ({
  description = 'a plant is created',
  type = 'Synchronous/HTTP',
  pending = false,
  states = [{ name: 'no plant with the id exists', params: { id: '7' } }],
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
    ...json({ id: 7, name: 'Fern' }),
    ...request,
  },
  response: { status: 200, headers: contentType, ...json({ name: 'Fern' }), ...response },
})

/** A pact of version 4 with these interactions. */
export const writePact = (interactions: readonly object[], more: object = {}): object => ({
  consumer: { name: 'shop' },
  provider: { name: 'plant-store' },
  interactions,
  metadata: { pactSpecification: { version: '4.0' } },
  ...more,
})

/** Writes a file with exact ids that is removed after the test, and returns its path. */
export function writeFile(content: unknown, name = 'pact.json'): string {
  const file = join(makeFolder(), name)
  writeFileSync(file, typeof content === 'string' ? content : stringifyExactJson(content))
  return file
}

/** Writes a pact with interactions that have these differences, and returns its path. */
export const writePactFile = (...differences: Difference[]): string =>
  writeFile(writePact(differences.map(writeInteraction)))
