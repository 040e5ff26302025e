import { expect, test } from 'vitest'
import {
  checkOptions,
  checkUrl,
  choice,
  integer,
  readBase,
  toDefaults,
  tokenOptions,
} from '../../src/contract/options.ts'
import { OptionsError } from '../../src/contract/options-error.ts'
import { suggestBase } from '../../src/contract/suggest-base.ts'

const table = {
  ...tokenOptions,
  count: integer(1, 3, 2),
  kind: choice('tree', 'fern'),
  pots: {
    members: {
      size: { isRequired: true, check: (value: unknown) => (value === 1 ? undefined : 'must be 1') },
    },
  },
}
const options = { token: 't' }

const printable = 'may contain only ASCII letters, digits, and punctuation, and must not be empty'

test.each<[given: unknown, message?: string]>([
  [{ ...options, count: 1, kind: 'fern', invalidToken: 'u', pots: [{ size: 1 }] }],
  [{ ...options, count: 3, pots: { size: 1 } }],
  [{ ...options, count: undefined }],
  [null, 'there are no options'],
  ['options', 'there are no options'],
  [{ token: 't', x: 1 }, 'there is no option x; the options are token, invalidToken, count, kind, pots'],
  [{}, 'there is no token'],
  ...['', 'a b', 'é', 5].map((token): [object, string] => [{ token }, `token ${printable}`]),
  [{ token: '!~' }],
  [{ ...options, invalidToken: 't' }, 'invalidToken must not be the token'],
  [{ ...options, invalidToken: ' ' }, `invalidToken ${printable}`],
  ...[0, 4, 1.5].map((count): [object, string] => [
    { ...options, count },
    `count must be an integer from 1 to 3, got ${count}`,
  ]),
  [{ ...options, kind: 'x' }, 'kind must be tree or fern, got "x"'],
  [{ ...options, pots: [{ size: 1 }, {}] }, 'there is no pots.size'],
  [{ ...options, pots: { size: 2 } }, 'pots.size must be 1'],
  [{ ...options, pots: { sice: 2 } }, 'pots: there is no option sice; the options are size'],
])('checkOptions(%j): %s', (given, message) => {
  const check = () => checkOptions(given as object, table)
  if (message === undefined) expect(check).not.toThrow()
  else expect(check).toThrow(new OptionsError(message))
})

test('an error of another kind gets the name of the option that is wrong', () => {
  const failures: unknown[] = []
  class Failure extends Error {
    constructor(message: string, names: string[] = []) {
      super(message)
      failures.push([message, names])
    }
  }
  expect(() => checkOptions({ ...options, kind: 'x' }, table, Failure)).toThrow(Failure)
  expect(() => checkOptions({}, table, Failure)).toThrow(Failure)
  expect(failures).toEqual([
    ['kind must be tree or fern, got "x"', ['kind']],
    ['there is no token', []],
  ])
})

test('defaults are those of the table', () => {
  expect(toDefaults({ ...table, other: integer(1, 2) })).toEqual({ count: 2, kind: 'tree' })
})

const base = 'the URL must be the base address of a service, like http://127.0.0.1:4010'
const noUser = 'the URL must have no user and password in it'

test.each<[url: string, asOption: string | undefined, asBase: string | undefined]>([
  ['http://a:80/x', undefined, undefined],
  ['HTTPS://a', undefined, undefined],
  ['ftp://a', 'must be an http or https URL, got "ftp://a"', `${base}, got "ftp://a"`],
  ['a', 'must be an http or https URL, got "a"', `${base}, got "a"`],
  ['http//me:secret@a', 'must be an http or https URL', base],
  ['http://me@a', 'must have no user and password in it', noUser],
  ['http://:secret@a', 'must have no user and password in it', noUser],
  ['http://a?b', undefined, 'the URL must have no query or fragment'],
  ['http://a#b', undefined, 'the URL must have no query or fragment'],
])('the address %s', (url, asOption, asBase) => {
  expect(checkUrl(url)).toBe(asOption)
  if (asBase === undefined) expect(readBase(url).href).toBe(new URL(url).href)
  else expect(() => readBase(url)).toThrow(new OptionsError(asBase))
})

test.each([
  ['http://a/v1/plants', 'Pass http://a/v1; the kit adds /plants to it'],
  ['http://a/plants/', 'Pass http://a; the kit adds /plants to it'],
  ['http://a/v1', 'Pass the base address of the service; the kit adds /plants to it'],
])('instead of %s, another address is suggested', (url, suggestion) => {
  expect(suggestBase(new URL(url))).toBe(suggestion)
})
