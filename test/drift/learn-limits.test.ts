import { expect, test } from 'vitest'
import type { Limits } from '../../src/contract/generated/limits.ts'
import { createLimitsCheck } from '../../src/contract/limits.ts'
import { learnLimits } from '../../src/drift/learn-limits.ts'
import { askRows } from '../../src/drift/learn-rows.ts'
import type { LimitFinder } from '../../src/drift/limit-finder.ts'
import { createLimitFinder } from '../../src/drift/limit-finder.ts'
import { createNotes } from '../../src/drift/notes.ts'
import { listTriggers } from '../../src/drift/triggers.ts'
import type { NewPlant } from '../../src/index.ts'
import { parseExactJson } from '../../src/json/exact-json.ts'
import { createService, createSession } from './fake-service.ts'

const has =
  (pattern: RegExp) =>
  ({ name }: NewPlant): boolean =>
    pattern.test(name)

/** The plants that each service takes: those inside of limits, or those for which a function returns true. */
const services: Readonly<Record<string, Limits | ((plant: NewPlant) => boolean)>> = {
  'no limits': {},
  'ids of 32 bits': { id: { minimum: -(2 ** 31), maximum: 2 ** 31 - 1 } },
  'positive ids': { id: { minimum: 1 } },
  'odd bounds of ids': { id: { minimum: 17, maximum: 4_000_000_000_017 } },
  lengths: { name: { minLength: 3, maxLength: 31 }, tag: { minLength: 1, maxLength: 255 } },
  'short texts': { name: { maxLength: 12 }, tag: { maxLength: 9, pattern: '^[A-Za-z]*$' } },
  'letters only': { name: { pattern: '^[A-Za-z]*$' }, tag: { pattern: '^[a-zA-Z]*$' } },
  'no angle brackets': { tag: { pattern: '^[^<>]*$' } },
  'no punctuation but - and .': has(/^[\p{L}\d .-]*$/u),
  'no spaces at the ends': { name: { pattern: '^(?!\\s|[^]*\\s$)' } },
  'not only spaces': { name: { minLength: 1, pattern: '^(?!\\s+$)' } },
  'no space first': has(/^(?! )/),
  'a capital letter first only': has(/^[A-Z][a-z]+$/),
  'small letters': has(/^[a-z]*$/),
  'capital letters': has(/^[A-Z][A-Za-z.-]*$/),
  'a digit last only': has(/^[A-Za-z]+\d?$/),
  'no markup': has(/^(?!.*<b>)/),
  'no line ends and no quotation marks': has(/^[^\r\n"]*$/),
  'no four bytes, null, or halves': has(/^[^\0\u{10000}-\u{10ffff}\p{Cs}]*$/u),
  'no F among few letters': has(/^(?!\p{L}{0,2}F\p{L}{0,2}$)[^<]*$/u),
}

/** The letters that a service accepts in plain plants, if they aren't both cases. */
const styles: Readonly<Record<string, 'modest' | 'capital'>> = {
  'a capital letter first only': 'capital',
  'small letters': 'modest',
}

test('the limits of services are learned as recorded', async () => {
  const lines: string[] = []
  for (const [title, service] of Object.entries(services)) {
    const takes =
      typeof service === 'function'
        ? service
        : (plant: NewPlant) => createLimitsCheck(service)(plant) === undefined
    const accepted: string[] = []
    const notes = new Set<string>()
    const tried: string[] = []
    const finder: LimitFinder = {
      accepted,
      cannot: (what) => notes.add(what),
      async isInside(what, body) {
        const plant = parseExactJson(body) as NewPlant
        const isInside = takes(plant)
        tried.push(`${what}: ${isInside}`)
        if (isInside) accepted.push(body)
        return isInside
      },
    }
    const learned = await learnLimits(createSession(styles[title]), {}, 2 ** 20, finder)
    lines.push(
      title,
      ...learned.map(({ path, value, by }) => `  ${path.join('.')} ${JSON.stringify(value)} # ${by}`),
    )
    lines.push(...[...notes].map((note) => `  ! ${note}`), `    ${JSON.stringify(tried)}`)
  }
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('recordings/limits.txt')
})

test('declared limits are taken as they are, and a small body limits the length of texts', async () => {
  const tried: string[] = []
  const finder: LimitFinder = {
    accepted: [],
    cannot: () => {},
    async isInside(title) {
      tried.push(title)
      return true
    },
  }
  const by = 'declared for this run'
  expect(
    await learnLimits(createSession(), { id: { minimum: 1 }, tag: { maxLength: 5 } }, 1000, finder),
  ).toEqual([
    { path: ['limits', 'id'], value: { minimum: 1 }, by },
    { path: ['limits', 'tag'], value: { maxLength: 5 }, by },
  ])
  expect(tried).toContain('a name of 946 characters')
  expect(tried.join()).not.toMatch(/the id|an id|a tag/)
})

test('an id that an earlier run stored is inside, also if only a member of its refusal says why', async () => {
  const stored = new Set(['0'])
  const service = createService(({ text }) => {
    const { id = '' } = /"id":(?<id>-?\d+)/.exec(text)?.groups ?? {}
    const refuse = (reason: string) => ({ status: 400, body: { error: 20, id: [reason] } })
    if (id === '') return refuse('required')
    if (BigInt(id) < 0n) return refuse('at least 0')
    if (stored.has(id)) return refuse('exists')
    stored.add(id)
    return { status: 200, body: { name: 'Fern' } }
  })
  const shown = ['a stored id', 'no id', 'no name']
  const rows = await askRows(
    service,
    listTriggers(service.session).filter(({ title }) => shown.includes(title)),
  )
  const { isInside } = await createLimitFinder(service, rows, createNotes(''))
  const isIdInside = (id: number) => isInside(`the id ${id}`, `{"id":${id},"name":"Fern"}`)
  expect([await isIdInside(0), await isIdInside(-1)]).toEqual([true, false])
})
