import { expect, test } from 'vitest'
import { describeContentType } from '../../src/contract/content-type.ts'

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
