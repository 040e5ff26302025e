import type { RuleId } from '../../judge/generated/rules.ts'
import { createPlainPlant } from '../create-request.ts'
import type { Check, Session, Trial } from '../trial.ts'
import { tryRefused } from './trials.ts'

/** Makes a trial of a body with these members, each written as JSON; undefined leaves one out. */
function tryMembers(
  rule: RuleId,
  title: string,
  change: (
    members: { id: string; name: string; tag: string },
    session: Session,
  ) => Record<string, string | undefined> | undefined,
  kind = title,
): Trial {
  const trial = tryRefused(title, { rule, openRule: 'status-for-invalid-body' }, (session) => {
    const { id, name, tag = '' } = createPlainPlant(session)
    const members = { id: String(id), name: JSON.stringify(name), tag: JSON.stringify(tag) }
    const changes = change(members, session)
    if (changes === undefined) return undefined
    const changed = { ...members, ...changes }
    const pairs = Object.entries(changed).filter(([, value]) => value !== undefined)
    return `{${pairs.map(([member, value]) => `"${member}":${value}`).join(',')}}`
  })
  return { ...trial, kind }
}

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

const tryText = (rule: RuleId, member: 'name' | 'tag'): Trial[] =>
  noText.map((value) => tryMembers(rule, `${member} is ${value}`, () => ({ [member]: value }), toKind(value)))

/** An id that a number can hold, so that services that convert everything to numbers accept it, too. */
const takeExactNumber = ({ ids }: Session): string =>
  String(ids.takeFrom(10n ** 9n, 2n ** 53n - 1n) ?? ids.take())

/** Makes trials of literals instead of the id; `N` stands for an unused id, `S` for one that a number can hold. */
const tryIds = (rule: RuleId, literals: readonly string[]): Trial[] =>
  literals.map((literal) =>
    tryMembers(rule, `id is ${literal}`, ({ id }, session) => {
      // A service that accepts an id outside the range may store it, or what it converts it to.
      const isFree = session.hasIdRange && /^-?\d/.test(literal)
      return isFree
        ? undefined
        : { id: literal.replace('N', id).replace('S', () => takeExactNumber(session)) }
    }),
  )

/** Bodies with one missing or wrong member. */
export const members: readonly Check[] = [
  {
    rule: 'refuses-missing-id',
    trials: () => [
      tryMembers('refuses-missing-id', 'no id', () => ({ id: undefined })),
      tryMembers('refuses-missing-id', 'neither id nor tag', () => ({ id: undefined, tag: undefined })),
      tryMembers('refuses-missing-id', 'ID instead of id', ({ id }) => ({ id: undefined, ID: id })),
      tryMembers('refuses-missing-id', 'no member', () => ({
        id: undefined,
        name: undefined,
        tag: undefined,
      })),
    ],
  },
  {
    rule: 'refuses-missing-name',
    trials: () => [
      tryMembers('refuses-missing-name', 'no name', () => ({ name: undefined })),
      tryMembers('refuses-missing-name', 'neither name nor tag', () => ({ name: undefined, tag: undefined })),
      tryMembers('refuses-missing-name', 'Name instead of name', ({ name }) => ({
        name: undefined,
        Name: name,
      })),
      tryMembers('refuses-missing-name', 'a name in __proto__', ({ name }) => ({
        name: undefined,
        ['__proto__']: `{"name":${name}}`,
      })),
    ],
  },
  {
    rule: 'refuses-id-of-wrong-type',
    trials: () =>
      tryIds('refuses-id-of-wrong-type', [
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
  },
  {
    rule: 'refuses-fractional-id',
    trials: () =>
      tryIds('refuses-fractional-id', [
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
  },
  {
    rule: 'refuses-id-beyond-int64',
    trials: () =>
      tryIds('refuses-id-beyond-int64', [
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
  },
  { rule: 'refuses-name-of-wrong-type', trials: () => tryText('refuses-name-of-wrong-type', 'name') },
  { rule: 'refuses-tag-of-wrong-type', trials: () => tryText('refuses-tag-of-wrong-type', 'tag') },
]
