import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { apiError, idOfState, plant, text } from '../../src/pact/consumer/templates.ts'

interface Schema {
  properties: Record<string, { type: string }>
}

const { schemas } = parse(readFileSync(new URL('../../openapi.yaml', import.meta.url), 'utf8')).components
const matchers: Record<string, string> = { string: 'type', integer: 'integer' }

/** Converts what a schema of openapi.yaml requires of each member to a matcher of Pact. */
const toMatchers = ({ properties }: Schema): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(properties).map(([name, { type }]) => [name, matchers[type]]))

const readMatchers = (template: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(template as Record<string, { 'pact:matcher:type': string }>).map(([name, member]) => [
      name,
      member['pact:matcher:type'],
    ]),
  )

test.each([
  ['Plant', plant({ name: 'Monstera', tag: 'foliage' })],
  ['Error', apiError({ error: 1, message: 'no' })],
])('the matchers of a %s agree with its schema', (name, template) => {
  expect(readMatchers(template)).toEqual(toMatchers(schemas[name]))
})

test('so do the matchers of the request', () => {
  const sent = { id: idOfState(1, { exactly: false }), name: text('Monstera'), tag: text('foliage') }
  const { allOf = [], properties = {} } = schemas.NewPlant
  const own = Object.assign({}, properties, ...allOf.map((part: Partial<Schema>) => part.properties ?? {}))
  expect(readMatchers(sent)).toEqual({ ...toMatchers(schemas.Plant), ...toMatchers({ properties: own }) })
})
