import { expect, test } from 'vitest'
import { describeAnswerProblems, type ReceivedAnswer } from '../../src/contract/check-answer.ts'
import { describeContentType } from '../../src/contract/content-type.ts'

const right: ReceivedAnswer = {
  status: 200,
  contentType: 'application/json',
  body: { text: '{"name":"Fern"}' },
}

test.each<[changed: Partial<ReceivedAnswer>, problems: string[]]>([
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
      'the body is not JSON: expected a value at line 1, column 1, found the end',
    ],
  ],
])('%j: %j', (changed, problems) => {
  expect(describeAnswerProblems({ ...right, ...changed })).toEqual(problems)
})

test.each([
  ['application/json', true],
  [' Application/JSON ; charset="a,b"', true],
  ['application/json, application/json', false],
  ['application/json;a=b, text/plain', false],
  ['application/jsonp', false],
  [undefined, false],
])('the content type %s is right: %s', (contentType, isRight) => {
  expect(describeContentType(contentType) === undefined).toBe(isRight)
})

test('a credential in a content type is not shown', () => {
  expect(describeContentType('x/secret', 'secret')).toBe(
    'the header Content-Type must be application/json, got the credential',
  )
})
