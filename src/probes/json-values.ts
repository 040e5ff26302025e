import { newPlantMembers } from '../contract/generated/operation.ts'
import { change, create, draw, leaveOpen, type Row, refuse, type ToAsk, toProbes } from './probe.ts'

const { raw } = String

/** Lists the texts that spaces separate. */
const list = (text: string): string[] => text.trim().split(/\s+/)

const nest = (open: string, inside: string, close: string): string =>
  open.repeat(100) + inside + close.repeat(100)

/** Every construct of the grammar of JSON that every parser must read. */
const constructs: readonly string[] = [
  ...list(raw`true false null "" [] {} [[]] [{}] {"a":{}} {"":1} [1,"a",null,true] 0 -0 -1 0.0 -0.0 1.5 0.1e+1 1e0 1E-0 1E5 1e+2 -1.5E-3
    12 "\"\\\/" "\u0041" "\ud83c\udf31" "\uD83C\uDF31" "{}" "}" "[" "a,b" ":" "é🌱" "2024-01-31T10:00:00Z" "null" "1"`),
  ...['[ 1 , 2 ]', '{ "a" : 1 }', '[\n]', '{\t}', '"\\b\\f\\n\\r\\t"'],
]

/** Values that a parser may refuse for their size or depth, or that mean something to a database. */
const extremes: readonly string[] = [
  ...list(raw`1E400 -1e400 12345678901234567890.5 1e999999999 "\u0000" {"$date":"2024-01-31"}`),
  ...[nest('[', '', ']'), `1${'0'.repeat(5000)}e-5000`, `[${'0,'.repeat(5000)}0]`],
]

/** Names that mean something to a language, a framework, or a database, and to nobody who knows only the specification. */
const reserved =
  list(raw`prototype hasOwnProperty toString toJSON then length __class__ class default type @type $ref $id _id _method
  attributes errors save key value data meta model admin user_id password created_at updated_at version $where a.b a[b]`)

/** Returns whether openapi.yaml names the first of some members, which then isn't an extra one. */
const isDeclared = (members: string): boolean =>
  newPlantMembers.some((member) => members.startsWith(`${JSON.stringify(member)}:`))

/** Adds members to a plain plant that no rule is about; it still has its own name and tag. */
const withMore = (members: string): ToAsk =>
  change((body) => (isDeclared(members) ? undefined : `${body.slice(0, -1)},${members}}`))

const show = (text: string): string => (text.length > 40 ? `${text.slice(0, 20)}… (${text.length})` : text)

const unknown = (title: string, members: string): Row => [title, withMore(members)]

const named = (name: string): Row =>
  unknown(`an extra member ${show(JSON.stringify(name))}`, `${JSON.stringify(name)}:"Moss"`)

/** All such names in one request. */
export const reservedMembers = leaveOpen('unknown-members', [
  [
    'extra members with names that mean something to frameworks',
    withMore(reserved.map((name) => `${JSON.stringify(name)}:"Moss"`).join()),
    { parts: toProbes(reserved.map(named), { rule: 'unknown-members', promise: 'open' }) },
  ],
])

/** Extra members with unusual values, and thousands of them. */
export const extraMembers = draw(
  3,
  leaveOpen('unknown-members', [
    ...extremes.map((json) => unknown(`an extra member that is ${show(json)}`, `"more":${json}`)),
    unknown('3,000 extra members', Array.from({ length: 3000 }, (_, at) => `"m${at}":${at}`).join()),
  ]),
)

/** Sends extra members after a plant with one that is a plain text: whoever accepts that has to read all other values, too. */
const afterText = (members: string): ToAsk => {
  const [toFirst, toNext] = ['"more":"Moss"', members].map(withMore)
  return (source) => {
    const [before, ask] = [toFirst?.(source), toNext?.(source)]
    return before && ask && { ...ask, before: [before] }
  }
}
const valueFacts = { rule: 'accepts-any-json-form', promise: 'plant', before: 'plant' } as const

/** Extra members with each kind of value, for a service that accepts extra members. */
export const extraValues = create(
  'accepts-any-json-form',
  [
    [
      'extra members with each kind of value, after a plant with a plain one',
      afterText(constructs.map((json, at) => `"m${at}":${json}`).join()),
      {
        parts: toProbes(
          constructs.map((json) => [
            `an extra member that is ${show(json)}, after a plain one`,
            afterText(`"more":${json}`),
          ]),
          valueFacts,
        ),
      },
    ],
  ],
  { before: 'plant' },
)

/** Values of every type for a member, of which only some are valid. */
const wrongValues = {
  id: ['"one"', 'true', 'null', '{}'],
  name: ['1', 'null', '[]', 'true'],
  tag: ['1', '{}', 'false'],
}
const members = ['id', 'name', 'tag'] as const
const wrongRules = {
  id: 'refuses-id-of-wrong-type',
  name: 'refuses-name-of-wrong-type',
  tag: 'refuses-tag-of-wrong-type',
} as const

/** Repeats a member of a plain plant with other values, before its own value, after it, or in its place. */
const repeat = (
  member: 'id' | 'name' | 'tag',
  place: 'before' | 'after' | 'instead',
  values: readonly string[],
): ToAsk =>
  change((body) =>
    body.replace(new RegExp(`"${member}":("[^"]*"|-?\\d+)`), (own) => {
      const others = values.map((value) => `"${member}":${value}`)
      return (place === 'before' ? [...others, own] : place === 'after' ? [own, ...others] : others).join()
    }),
  )

/** A member that comes twice: with wrong values only, the service must refuse it; otherwise, which one counts is open. */
export const repeatedMembers = [
  ...members.map((member) =>
    draw(
      2,
      refuse(
        wrongRules[member],
        wrongValues[member].flatMap((one) =>
          wrongValues[member].map(
            (other): Row => [
              `the ${member} twice, ${one} and ${other}`,
              repeat(member, 'instead', [one, other]),
              { kind: 'a repeated member' },
            ],
          ),
        ),
      ),
    ),
  ),
  draw(
    4,
    leaveOpen(
      'repeated-members',
      members.flatMap((member): Row[] =>
        (['before', 'after'] as const).flatMap((place) =>
          wrongValues[member].map(
            (value): Row => [
              `another ${member} ${place} the valid one, ${value}`,
              (source) => {
                const { body = '' } = repeat(member, place, [value])(source) ?? {}
                return { body }
              },
            ],
          ),
        ),
      ),
    ),
  ),
]

/** Other ways to write the same JSON. */
export const otherForms = create(
  'accepts-any-json-form',
  [
    ...[' ', '\t', '\n', '\r'].map(
      (space): Row => [
        `${JSON.stringify(space)} between all tokens`,
        change((body) =>
          body.replaceAll(/"(?:[^"\\]|\\.)*"|[{}:,]/g, (token) =>
            token.startsWith('"') ? token : space + token + space,
          ),
        ),
      ],
    ),
    ['a new line after the body', change((body) => `${body}\r\n`)],
    ['white space before the body', change((body) => ` \t\r\n${body}`)],
  ],
  { textRule: 'accepts-any-json-form' },
)
