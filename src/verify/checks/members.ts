import type { RuleId } from '../../judge/generated/rules.ts'
import { createPlainPlant } from '../create-request.ts'
import type { Check, Session } from '../trial.ts'
import { tryRefused } from './trials.ts'

/** The members of a plain plant, each written as JSON; undefined leaves one out. */
type Members = Record<string, string | undefined>

/** What differs from a plain plant; a function that returns undefined means that no allowed id can show it. */
type MembersCase = readonly [
  title: string,
  change: (members: { id: string; name: string }, session: Session) => Members | undefined,
  kind?: string,
]

const refuse = (rule: RuleId, cases: readonly MembersCase[]): Check => ({
  rule,
  trials: () =>
    cases.map(([title, change, kind = title]) => {
      const trial = tryRefused(title, { rule, openRule: 'status-for-invalid-body' }, (session) => {
        const { id, name, tag = '' } = createPlainPlant(session)
        const members = { id: String(id), name: JSON.stringify(name), tag: JSON.stringify(tag) }
        const changes = change(members, session)
        if (changes === undefined) return undefined
        const pairs = Object.entries({ ...members, ...changes }).filter(([, value]) => value !== undefined)
        return `{${pairs.map(([member, value]) => `"${member}":${value}`).join(',')}}`
      })
      return { ...trial, kind }
    }),
})

/** Names the kind of a JSON literal by its first character. */
function toKind(literal: string): string {
  const [first = ''] = literal
  const kinds: Partial<Record<string, string>> = {
    '"': 'string',
    '[': 'array',
    '{': 'object',
    t: 'boolean',
    f: 'boolean',
    n: 'null',
  }
  return kinds[first] ?? 'number'
}

const noText = ['42', '0', '1.5', 'true', 'false', 'null', '[]', '["Fern"]', '{}', '{"name":"Fern"}']

const toTexts = (member: 'name' | 'tag'): MembersCase[] =>
  noText.map((value) => [`${member} is ${value}`, () => ({ [member]: value }), toKind(value)])

/** An id that a number can hold, so that services that convert everything to numbers accept it, too. */
const takeExactNumber = ({ ids }: Session): string =>
  String(ids.takeFrom(10n ** 9n, 2n ** 53n - 1n) ?? ids.take())

/** Puts literals in the place of the id; `N` stands for an unused id, `S` for one that a number can hold. */
const toIds = (literals: readonly string[]): MembersCase[] =>
  literals.map((literal) => [
    `id is ${literal}`,
    ({ id }, session) => {
      // A service that accepts an id outside the range may store it, or what it converts it to.
      const isFree = session.hasIdRange && /^-?\d/.test(literal)
      return isFree
        ? undefined
        : { id: literal.replace('N', id).replace('S', () => takeExactNumber(session)) }
    },
  ])

export const members: readonly Check[] = [
  refuse('refuses-missing-id', [
    ['no id', () => ({ id: undefined })],
    ['neither id nor tag', () => ({ id: undefined, tag: undefined })],
    ['ID instead of id', ({ id }) => ({ id: undefined, ID: id })],
    ['no member', () => ({ id: undefined, name: undefined, tag: undefined })],
  ]),
  refuse('refuses-missing-name', [
    ['no name', () => ({ name: undefined })],
    ['neither name nor tag', () => ({ name: undefined, tag: undefined })],
    ['Name instead of name', ({ name }) => ({ name: undefined, Name: name })],
    ['a name in __proto__', ({ name }) => ({ name: undefined, ['__proto__']: `{"name":${name}}` })],
  ]),
  refuse(
    'refuses-id-of-wrong-type',
    toIds([
      '"N"',
      '"S"',
      '"S.0"',
      '"Sfern"',
      '""',
      '"fern"',
      '" N "',
      '"0x1F"',
      'true',
      'false',
      'null',
      '[]',
      '[N]',
      '{}',
      '{"id":N}',
    ]),
  ),
  refuse(
    'refuses-fractional-id',
    toIds([
      '1.5',
      'N.5',
      'N.000001',
      '-0.5',
      '1e-1',
      '0.000001',
      '9007199254740990.6',
      '9007199254740993.5',
      '123456789.0000000001',
      '15e-1',
    ]),
  ),
  refuse(
    'refuses-id-beyond-int64',
    toIds([
      '9223372036854775808',
      '-9223372036854775809',
      '9223372036854775810',
      '18446744073709551615',
      '18446744073709551616',
      '18446744073709551617',
      '1e19',
      '-1e19',
      '1e30',
      '100000000000000000000000000000000000000000',
      '1e400',
      '-1e400',
    ]),
  ),
  refuse('refuses-name-of-wrong-type', toTexts('name')),
  refuse('refuses-tag-of-wrong-type', toTexts('tag')),
]
