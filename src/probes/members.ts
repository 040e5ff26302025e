import { values } from '../judge/generated/values.ts'
import { addOthers, createPlainPlant } from './plain-plant.ts'
import { edit, leaveOpen, type Row, refuse, send, type ToAsk, toTemplates } from './probe.ts'

/** Names the type of a value. */
const toKind = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value

/** Replaces the name or the tag with other values; values of the same type have one cause. */
const toTexts = (member: 'name' | 'tag'): Row[] =>
  values[`refuses-${member}-of-wrong-type`].map((json) => [
    `${member} is ${json}`,
    edit(() => ({ [member]: json })),
    {
      kind: toKind(JSON.parse(json)),
      ...((json === '42' || json === 'null') && { shows: `invalid-${member}` }),
    },
  ])

/** The ids that show a decision: each is wrong in another way. */
const shownIds = ['"N"', 'null', '1.5', '9223372036854775808']

/** Ids beyond int64 that no earlier run has sent, by the letter that stands for them: above 2^63, and those that become an unused id if a service wraps them around. */
const beyond = { B: 2n ** 63n, W: 2n ** 64n }

const toIds = (literals: readonly string[]): Row[] =>
  literals.map((literal) => [
    `id is ${literal.length > 60 ? `${literal.slice(0, 20)}… (${literal.length} digits)` : literal.replace('B', '2^63 + N').replace('W', '2^64 + N')}`,
    (source) => {
      // A service that accepts an id outside the range may store it, or the id that it converts it to.
      if (source.hasIdRange && /^-?[\dBW]/.test(literal)) return undefined
      // Services that convert everything to numbers accept this one, too.
      const takeNumber = () => String(source.ids.takeFrom(10n ** 9n, 2n ** 53n - 1n) ?? source.ids.take())
      return edit((id) => ({
        id: literal
          .replace(/[BW]/, (letter) => String(beyond[letter as 'B' | 'W'] + BigInt(id.replace('-', ''))))
          .replace('N', id)
          .replace('S', takeNumber),
      }))(source)
    },
    shownIds.includes(literal) ? 'invalid-id' : undefined,
  ])

const fractionalIds = refuse('refuses-fractional-id', toIds(values['refuses-fractional-id']))

const idsBeyondInt64 = refuse(
  'refuses-id-beyond-int64',
  toIds([...values['refuses-id-beyond-int64'], '9'.repeat(5000)]),
)

/** Bodies with one missing or wrong member. */
export const members = [
  refuse('refuses-missing-id', [
    ['no id', edit(() => ({ id: undefined })), 'missing-id'],
    ['neither id nor tag', edit(() => ({ id: undefined, tag: undefined })), 'missing-id'],
    ...['_id', 'ident'].map(
      (other): Row => [`${other} instead of id`, edit((own) => ({ id: undefined, [other]: own }))],
    ),
    ['only a tag, which is null', send('{"tag":null}')],
    ['no members', send('{}'), 'invalid-body'],
  ]),
  refuse('refuses-missing-name', [
    ['no name', edit(() => ({ name: undefined })), 'missing-name'],
    ['neither name nor tag', edit(() => ({ name: undefined, tag: undefined })), 'missing-name'],
    ...['names', 'title'].map(
      (other): Row => [`${other} instead of name`, edit((_id, own) => ({ name: undefined, [other]: own }))],
    ),
    ['a name inside of another member', edit((_id, own) => ({ name: undefined, plant: `{"name":${own}}` }))],
    ['a name in __proto__', edit((_id, own) => ({ name: undefined, ['__proto__']: `{"name":${own}}` }))],
  ]),
  refuse('refuses-id-of-wrong-type', [
    ...toIds(values['refuses-id-of-wrong-type']),
    ['all members of wrong types', edit((own) => ({ id: `"${own}"`, name: '1', tag: '1' })), 'invalid-body'],
  ]),
  fractionalIds,
  idsBeyondInt64,
  refuse('refuses-name-of-wrong-type', toTexts('name')),
  refuse('refuses-tag-of-wrong-type', toTexts('tag')),
  refuse('refuses-null-tag', [['tag is null', edit(() => ({ tag: 'null' })), 'invalid-tag']]),
]

const unknownMembers = leaveOpen('unknown-members', toTemplates('unknown-members', false), {
  shows: 'unknown-member',
})

/** Repeats a member; which of its values counts is open, so that the request is about no plant. */
const repeat =
  (write: (id: bigint, name: string, other: bigint) => string): ToAsk =>
  (source) => {
    const plant = createPlainPlant(source, { hasTag: false })
    const { id, name } = plant
    return { body: addOthers(write(id, JSON.stringify(name), source.ids.take()), plant) }
  }

const repeatedMembers = leaveOpen('repeated-members', [
  ['a second name', repeat((id, name) => `{"id":${id},"name":"Moss","name":${name}}`)],
  ['a second id', repeat((id, name, other) => `{"id":${other},"id":${id},"name":${name}}`)],
])

export const openMembers = [unknownMembers, repeatedMembers]
