import type { RuleId } from '../../judge/generated/rules.ts'
import { createPlainPlant, writePlant } from '../../probes/plain-plant.ts'
import type { SentPlant } from '../../probes/source.ts'
import { createRequest, type RequestOptions, sendPlant } from '../create-request.ts'
import { judgeCreated } from '../judge-trial.ts'
import { type Check, isBroken, type Trial } from '../trial.ts'
import { tryCreated } from './trials.ts'

/** Milliseconds between two pieces of a body: long enough for a service to read the first one. */
const pause = 15

/** The status by which a service may ask for a Content-Length (RFC 9112 section 6.3). */
const lengthRequired = 411

const charsets = ['; charset=utf-8', ';charset=UTF-8', '; charset="utf-8"']

const nameForms: readonly [title: string, write: (name: string) => string][] = [
  ['lower case', (name) => name.toLowerCase()],
  ['upper case', (name) => name.toUpperCase()],
  [
    'alternating lower and upper case',
    (name) => name.replaceAll(/(.)(.?)/g, (_pair, one, other) => one.toLowerCase() + other.toUpperCase()),
  ],
]

const escapeUnit = (unit: string): string =>
  `\\u${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`

const forms: readonly [title: string, write: (id: bigint, name: string, tag: string) => string][] = [
  ['members in another order', (id, name, tag) => `{"tag":${tag},"name":${name},"id":${id}}`],
  [
    'white space between all tokens',
    (id, name, tag) => ` \r\n\t{ "id" : ${id} ,\n "name"\t: ${name} , "tag":\r\n${tag} } \n`,
  ],
  [
    'a name written as escapes',
    (id, name, tag) =>
      `{"id":${id},"name":"${JSON.parse(name).split('').map(escapeUnit).join('')}","tag":${tag}}`,
  ],
  [
    'escapes in the names of members',
    (id, name, tag) => `{"\\u0069d":${id},"\\u006eame":${name},"\\u0074ag":${tag}}`,
  ],
]

/** Makes a trial of a body in pieces that split letters, if the service accepts such letters. */
function tryPieces(size: number): Trial {
  const rule = 'accepts-body-in-pieces'
  return {
    title: `a body in pieces of ${size} bytes`,
    async run(session) {
      function toOdd(): SentPlant {
        const { id, name, tag } = createPlainPlant(session)
        return { id, name: `Löwenzahn 🌱🌿🍃 菊の花 ${name}`, tag: `ééééééé${tag}` }
      }
      async function isOddKept(): Promise<boolean> {
        const odd = toOdd()
        if (!session.inside.allows(odd)) return false
        const verdicts = judgeCreated(session, await sendPlant(session, odd), odd, { textRule: rule })
        const kept = verdicts.filter((verdict) => verdict.rule === rule)
        return kept.length > 0 && !kept.some(isBroken)
      }
      const plant = (await isOddKept()) ? toOdd() : createPlainPlant(session)
      const exchange = await session.send(
        createRequest(session, writePlant(plant), { pieceSize: size, pause }),
      )
      return judgeCreated(session, exchange, plant, { rule, textRule: rule, deliveryRule: rule })
    },
  }
}

/** Replaces the trials of chunked bodies for a service with HTTP/1.0. */
const noChunks: Trial = {
  title: 'a body in chunks',
  run: async () => [
    { rule: 'accepts-chunked-body', moot: 'the service speaks HTTP/1.0, which has no chunks', exchanges: [] },
  ],
}

/** Makes a check whose trials each send a plain plant in another form. */
const accept = (
  rule: RuleId,
  cases: readonly (readonly [title: string, options: RequestOptions, hasTag?: boolean])[],
): Check => ({
  rule,
  trials: () =>
    cases.map(([title, options, hasTag = true]) =>
      tryCreated(
        title,
        { rule },
        (session) => createPlainPlant(session, { hasTag }),
        () => options,
      ),
    ),
})

const acceptTypes = (rule: RuleId, types: readonly string[]): Check =>
  accept(
    rule,
    types.map((contentType) => [`the content type ${contentType}`, { contentType }]),
  )

/** Requests with the same meaning in another form that HTTP and JSON allow. */
export const messages: readonly Check[] = [
  acceptTypes(
    'accepts-charset-parameter',
    charsets.map((charset) => `application/json${charset}`),
  ),
  acceptTypes('content-type-in-any-case', ['Application/JSON', 'APPLICATION/JSON']),
  accept(
    'header-names-in-any-case',
    nameForms.map(([title, writeName]) => [`header names in ${title}`, { writeName }]),
  ),
  accept(
    'needs-no-other-headers',
    [true, false].map((hasTag) => ['neither Accept nor User-Agent', { isBare: true }, hasTag]),
  ),
  {
    rule: 'accepts-chunked-body',
    trials: ({ memory }) =>
      memory.isHttp10
        ? [noChunks]
        : [1000, 20, 1].map((size) =>
            tryCreated(
              `a body in chunks of up to ${size} bytes`,
              { rule: 'accepts-chunked-body', legalStatus: lengthRequired },
              createPlainPlant,
              () => ({ isChunked: true, pieceSize: size }),
            ),
          ),
  },
  { rule: 'accepts-body-in-pieces', trials: () => [7, 8, 9, 11, 30].map(tryPieces) },
  {
    rule: 'accepts-any-json-form',
    trials: () =>
      forms.map(([title, write]) =>
        tryCreated(
          title,
          { rule: 'accepts-any-json-form', textRule: 'accepts-any-json-form' },
          createPlainPlant,
          (_session, { id, name, tag = '' }) => ({
            body: write(id, JSON.stringify(name), JSON.stringify(tag)),
          }),
        ),
      ),
  },
]
