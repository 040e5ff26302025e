import { expect, test } from 'vitest'
import {
  describeResponseProblems,
  type ReceivedResponse,
} from '../../src/adapters/matchers/describe-response.ts'
import { plantStore } from '../../src/contract/plant-store.ts'

const right: ReceivedResponse = {
  status: 200,
  contentType: 'application/json',
  body: { text: '{"name":"Fern"}' },
}

test.each<[changed: Partial<ReceivedResponse>, problems: string[]]>([
  [{}, []],
  [{ body: { value: { name: 'Fern', tag: 'green' } } }, []],
  [{ status: 400, body: { text: '{"error":1,"message":""}' } }, []],
  [{ status: 404, contentType: 'x', body: { text: '' } }, ['the status must be 200 or 400, got 404']],
  [{ body: { text: '{"id":9007199254740993}' } }, ['name is missing']],
  [{ body: { value: undefined } }, ['the body must be an object, got nothing']],
  [{ body: { failure: 'cut off' } }, ['the body could not be read: cut off']],
  [
    { status: 400, contentType: 'text/plain', body: { text: '' } },
    [
      'the header Content-Type must be application/json, got "text/plain"',
      'the body is not valid application/json: expected a value at line 1, column 1, found the end',
    ],
  ],
])('%j: %j', (changed, problems) => {
  const [operation] = plantStore().operations
  expect(operation && describeResponseProblems(operation, { ...right, ...changed })).toEqual(problems)
})
