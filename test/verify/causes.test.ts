import { describe, expect, test } from 'vitest'
import type { RuleId } from '../../src/judge/generated/rules.ts'
import type { Report } from '../../src/verify/verify.ts'
import { type Overrides, startBackend } from './backends/create-backend.ts'
import { correct, Refusal } from './backends/parts.ts'
import { findBroken, judge } from './judge.ts'

/** Lists the titles of all trials of a finding. */
function findTried({ rules }: Report, id: RuleId): string[] {
  const finding = rules.find(({ rule }) => rule.id === id)?.finding
  const causes = finding === undefined ? [] : [finding, ...(finding.others ?? [])]
  return causes.flatMap(({ title, alike = [] }) => [title, ...alike])
}

/** The rules of the mistakes below, so that each run can blame the wrong one of them. */
const only: RuleId[] = [
  'created-is-200',
  'plant-echoes-name',
  'plant-echoes-tag',
  'plant-has-no-id',
  'text-keeps-unicode',
  'text-keeps-white-space',
  'id-over-int32',
  'id-over-2-53',
  'refuses-id-of-wrong-type',
  'refuses-fractional-id',
  'refuses-id-beyond-int64',
  'refused-body-no-5xx',
  'error-is-json',
  'error-has-error',
  'refuses-unissued-token',
  'refuses-altered-token',
  'survives-deep-nesting',
]

const crash = (): never => {
  throw new Error('something went wrong')
}

describe('a report shows all causes of one rule', () => {
  test.each<[title: string, rule: RuleId, tried: RegExp[], backend: Overrides]>([
    [
      'a crash by a large id and by a NUL',
      'refused-body-no-5xx',
      [/^id is 1e19$/, /^the name "Fe\\u0000rn"$/],
      {
        readId: (members) => (Number(members['id']) > 2 ** 63 ? crash() : correct.readId(members)),
        readName: (members) =>
          typeof members['name'] === 'string' && members['name'].includes('\0')
            ? crash()
            : correct.readName(members),
      },
    ],
    [
      'ids that are strings, true and null',
      'refuses-id-of-wrong-type',
      [/^id is "N"$/, /^id is true$/, /^id is null$/],
      {
        readId({ id }) {
          if (id === true || id === null) return Math.floor(Math.random() * 2 ** 50)
          return typeof id === 'string' && /^\d+$/.test(id) ? BigInt(id) : correct.readId({ id })
        },
      },
    ],
    [
      'composed letters and lost emoji',
      'text-keeps-unicode',
      [/^the name "e\u0301"$/, /^the name "🌱"$/],
      {
        toBody: ({ name, tag }) => ({
          name: name.normalize('NFC').replaceAll('🌱', ''),
          ...(tag !== undefined && { tag: tag.normalize('NFC') }),
        }),
      },
    ],
    [
      'wrong statuses with a tag and without one',
      'created-is-200',
      [/^a plain plant/, /^a plain plant without a tag/],
      { accept: (plant, ...rest) => ({ ...correct.accept(plant, ...rest), status: plant.tag ? 201 : 202 }) },
    ],
  ])('%s', async (_title, rule, tried, backend) => {
    await using server = await startBackend(backend)
    const report = await judge(server.url, 3000, { only })
    expect(findBroken(report)).toEqual([rule])
    for (const one of tried) expect(findTried(report, rule)).toContainEqual(expect.stringMatching(one))
  })
})

describe('a report shows all mistakes under rules that rest on each other', () => {
  const lower: Overrides['toBody'] = ({ name, tag }) => ({ name: name.toLowerCase(), tag })
  test.each<[broken: RuleId[], backend: Overrides]>([
    [
      ['created-is-200', 'plant-echoes-name'],
      { accept: (...args) => ({ ...correct.accept(...args), status: 201 }), toBody: lower },
    ],
    [
      ['plant-echoes-name', 'text-keeps-white-space'],
      { toBody: ({ name, tag }) => ({ name: name.toLowerCase().trim(), tag }) },
    ],
    [
      ['created-is-200', 'plant-echoes-tag', 'text-keeps-white-space'],
      {
        accept: (...args) => ({ ...correct.accept(...args), status: 201 }),
        toBody: ({ name, tag }) => ({ name: name.trim(), tag: tag?.toUpperCase() }),
      },
    ],
    [
      ['id-over-int32', 'id-over-2-53'],
      {
        readId(members) {
          const id = correct.readId(members)
          if (id === 2147483647 || id > Number.MAX_SAFE_INTEGER)
            throw new Refusal('body', 'id is out of range')
          return id
        },
      },
    ],
    [
      ['error-is-json', 'error-has-error'],
      {
        refuse(refusal, parts, exchange) {
          const answer = correct.refuse(refusal, parts, exchange)
          const isText = refusal.message === 'the body is not JSON'
          return answer.status === 400 && isText
            ? { ...answer, body: 'no', headers: { 'Content-Length': 2, 'Content-Type': 'application/json' } }
            : answer
        },
        toError: (error, { message }) => (error === 400 ? { message } : { error, message }),
      },
    ],
    [
      ['refuses-unissued-token', 'refuses-altered-token'],
      {
        // Accepts words for a missing token, and the valid token without its last character.
        isAuthorized: (authorization = '') =>
          correct.isAuthorized(authorization) || /^Bearer (?:undefined|null|local-toke)$/.test(authorization),
      },
    ],
    [
      ['refused-body-no-5xx', 'survives-deep-nesting'],
      {
        readId: (members) => (Number(members['id']) > 2 ** 63 ? crash() : correct.readId(members)),
        parse: (text) => (text.includes('['.repeat(1000)) ? crash() : correct.parse(text)),
      },
    ],
  ])('%j', async (broken, backend) => {
    await using server = await startBackend(backend)
    const report = await judge(server.url, 3000, { only })
    expect(findBroken(report)).toEqual(broken)
  })
})

test('the evidence of a failure that needs a stored plant has the request that stores it', async () => {
  await using server = await startBackend({
    save(plant, parts, exchange) {
      const isRepeated = [...exchange.state.plants.values()].some(({ tag }) => tag === plant.tag)
      return isRepeated && plant.tag !== undefined ? crash() : correct.save(plant, parts, exchange)
    },
  })
  const { rules } = await judge(server.url, 3000, { only })
  const found = rules.find(({ rule }) => rule.id === 'refused-body-no-5xx')?.finding
  expect(found?.title).toBe('a new plant whose tag is already stored')
  const [first, second] = found?.exchanges ?? []
  expect([first?.answer?.status, second?.answer?.status]).toEqual([200, 500])
  expect(JSON.parse(second?.request.body ?? '').tag).toBe(JSON.parse(first?.request.body ?? '').tag)
})

test('texts that are too long are one cause, shown by the shortest one with a short command', async () => {
  await using server = await startBackend({
    readTag(members) {
      const tag = correct.readTag(members)
      return (tag?.length ?? 0) > 5000 ? crash() : tag
    },
  })
  const { rules } = await judge(server.url, 3000, {
    only: ['refused-body-no-5xx', 'text-keeps-length'],
  })
  const finding = rules.find(({ rule }) => rule.id === 'refused-body-no-5xx')?.finding
  expect(finding).toMatchObject({
    title: 'the tag of 10000 characters',
    alike: ['the tag of 70000 characters'],
  })
  expect(finding?.others).toBeUndefined()
  expect(finding?.exchanges[0]?.request.curl.length).toBeLessThan(500)
})

test('the evidence is the simplest request, and says what kept the rule', async () => {
  await using server = await startBackend({
    toBody: ({ id, name, tag }) => ({ id, name, tag }),
    readId: (members) =>
      Number.isNaN(members['id']) ? Math.floor(Math.random() * 2 ** 50) : correct.readId(members),
  })
  const { rules } = await judge(server.url, 3000, { only, level: 'should' })
  const find = (id: RuleId) => rules.find(({ rule }) => rule.id === id)?.finding
  expect(find('plant-has-no-id')?.exchanges[0]?.request.body).toMatch(/^\{"id":\d+,"name":"Fern[A-Za-z]+"\}$/)
  const fraction = find('refuses-fractional-id')
  expect(fraction?.problem).toBe('the service must refuse this request with a 4xx, got 200')
  expect(fraction?.hints?.[0]).toMatch(/^The service got these right: id is 1\.5; /)
})
