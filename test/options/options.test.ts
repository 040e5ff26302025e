import { expect, test } from 'vitest'
import { readBase } from '../../src/http/service-options.ts'
import { checkOptions, required, withDefault } from '../../src/options/option-table.ts'
import { OptionsError } from '../../src/options/options-error.ts'
import { array, findProblems, integer, object, oneOf } from '../../src/options/schema.ts'
import { address, fileName, token } from '../../src/options/values.ts'

const table = {
  token: required(token),
  count: withDefault(integer(1, 3), 2),
  kind: oneOf('tree', 'fern'),
  pots: array(object({ size: integer(1, 1) }, ['size'])),
}
const options = { token: 't' }

test.each<[given: unknown, message: string, data: Partial<OptionsError>]>([
  [null, 'the options must be an object, got null', { path: [], problem: 'must be an object, got null' }],
  [
    { ...options, cuont: 1 },
    'there is no option cuont; the options are token, count, kind, pots',
    { path: ['cuont'], problem: undefined, known: ['token', 'count', 'kind', 'pots'] },
  ],
  [{}, 'token is missing', { path: ['token'], problem: 'is missing', known: undefined }],
  [
    { ...options, count: 0 },
    'count must be an integer from 1 to 3, got 0',
    { path: ['count'], problem: 'must be an integer from 1 to 3, got 0' },
  ],
  [
    { ...options, kind: 'x' },
    'kind must be tree or fern, got "x"',
    { path: ['kind'], problem: 'must be tree or fern, got "x"', known: ['tree', 'fern'] },
  ],
  [
    { token: 'a b', pots: [{ size: 1 }, {}] },
    'token must be ASCII letters, digits, and punctuation, at least one character and no "Bearer" in front; pots[1].size is missing',
    {
      path: ['token'],
      problem:
        'must be ASCII letters, digits, and punctuation, at least one character and no "Bearer" in front',
    },
  ],
  [
    { ...options, pots: [{ size: 2 }] },
    'pots[0].size must be an integer from 1 to 1, got 2',
    { path: ['pots', 0, 'size'] },
  ],
])('the options %j are refused: %s', (given, message, data) => {
  const check = () => checkOptions(given, table)
  expect(check).toThrow(OptionsError)
  expect(check).toThrow(expect.objectContaining({ message, ...data }))
})

test.each([[options], [{ ...options, count: undefined, kind: 'fern', pots: [{ size: 1 }] }]])(
  'the options %j are right',
  (given) => {
    expect(() => checkOptions(given, table)).not.toThrow()
  },
)

test('an error names its option without a whole message, too', () => {
  expect(new OptionsError('is taken', ['pots', 1, 'a b']).message).toBe('pots[1]."a b" is taken')
  expect(new OptionsError('there is nothing to do').message).toBe('there is nothing to do')
})

test.each([
  [token, ['!~'], ['', 'a b', 'é', 5]],
  [fileName, ['a b'], ['', 'a/b', 'a\\b', 'a\n', 5]],
])('%# is right for %j, not for %j', (schema, right, wrong) => {
  expect([...right, ...wrong].filter((value) => findProblems(value, schema).length === 0)).toEqual(right)
})

const noUser = 'must be an http or https URL without a user and password'
const noQuery = 'must be an http or https URL without a user, password, query, or fragment'

test.each<[url: string, asOption: string | undefined, asBase: string | undefined]>([
  ['http://a:80/x', undefined, undefined],
  ['HTTPS://a', undefined, undefined],
  ['ftp://a', `${noUser}, got "ftp://a"`, `${noQuery}, got "ftp://a"`],
  ['a', `${noUser}, got "a"`, `${noQuery}, got "a"`],
  ['', `${noUser}, got ""`, `${noQuery}, got ""`],
  ['http//me:secret@a', noUser, noQuery],
  ['http://me@a', noUser, noQuery],
  ['http://:secret@a', noUser, noQuery],
  ['http://a?b', undefined, noQuery],
  ['http://a#b', undefined, noQuery],
])('the address %s', (url, asOption, asBase) => {
  const check = () => checkOptions({ url }, { url: address })
  if (asOption === undefined) expect(check).not.toThrow()
  else expect(check).toThrow(new OptionsError(asOption, ['url']))
  if (asBase === undefined) expect(readBase(url).href).toBe(new URL(url).href)
  else expect(() => readBase(url)).toThrow(`the URL ${asBase}`)
})
