import { expect, test } from 'vitest'
import { readBase } from '../../src/http/service-options.ts'
import { checkOptions, required, withDefault } from '../../src/options/option-table.ts'
import { OptionsError } from '../../src/options/options-error.ts'
import { array, findProblems, integer, object, oneOf } from '../../src/options/schema.ts'
import { address, fileName, token } from '../../src/options/values.ts'
import { expectRefused } from '../tools/refused.ts'

const table = {
  token: required(token),
  count: withDefault(integer(1, 3), 2),
  kind: oneOf('tree', 'fern'),
  pots: array(object({ size: integer(1, 1) }, ['size'])),
}
const options = { token: 't' }

test('options that do not fit their table are refused, with the messages of the recording', () =>
  expectRefused(
    'refused',
    [
      null,
      { ...options, cuont: 1 },
      {},
      { ...options, count: 0 },
      { ...options, kind: 'x' },
      { token: 'a b', pots: [{ size: 1 }, {}] },
      { ...options, pots: [{ size: 2 }] },
    ],
    (given) => checkOptions(given, table),
  ))

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
