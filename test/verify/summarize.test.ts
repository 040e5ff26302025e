import { expect, test } from 'vitest'
import { Document, isScalar, isSeq, visit } from 'yaml'
import type { RuleId, VerifyOptions } from '../../src/verify/verify.ts'
import { type Overrides, startBackend } from './backends/create-backend.ts'
import { correct } from './backends/parts.ts'
import { fixIds } from './fix-ids.ts'
import { judge } from './judge.ts'

const trim: Overrides = { toBody: ({ id, name, tag }) => ({ id, name: name.trim(), tag }) }
const only: RuleId[] = [
  'created-status',
  'plant-has-no-id',
  'text-keeps-white-space',
  'text-keeps-empty',
  'refuses-empty-body',
  'accepts-charset-parameter',
  'status-for-stored-id',
  'text-limits',
]
const seen = '200, application/json, an object, at /response/body/name, a string'
const known: VerifyOptions['baseline'] = [
  {
    rule: 'text-keeps-white-space',
    seen,
    requests: ['" Fern"', '"Fern "', '"\\tFern"'].map((text) => `the name and the tag ${text}`),
    reason: 'it trims',
  },
  {
    rule: 'created-status',
    seen: '500, text/html, markup, at /response/status',
    requests: ['every request'],
    reason: 'it was slow',
  },
]

const cases: [title: string, backend: Overrides, options: Partial<VerifyOptions>][] = [
  ['kept rules', {}, { only: ['created-status', 'refuses-empty-body'] }],
  ['a broken rule with many causes, and a warning', trim, { only }],
  ['a should rule that fails the run', trim, { only: ['plant-has-no-id'], level: 'should' }],
  ['known failures, and an entry that no longer fails', trim, { only, baseline: known }],
  [
    'hidden rules',
    { accept: (...args) => ({ ...correct.accept(...args), status: 202, headers: {}, body: '' }) },
    { only },
  ],
  ['an untried rule', {}, { only: ['id-zero', 'created-status'], idRange: { from: 1n, to: 20_000n } }],
  ['a skipped rule', trim, { only, skip: ['text-keeps-white-space'] }],
  ['no service', {}, { token: 'other-token', only }],
]

/** Writes YAML in which short lists and members take one line. */
function toYaml(value: unknown): string {
  const document = new Document(value)
  const isFlat = (node: unknown): boolean => isScalar(node) || (isSeq(node) && node.items.length === 0)
  visit(document, {
    Seq(_key, list) {
      list.flow = list.items.every(isScalar)
    },
    Map(_key, map) {
      map.flow = map.items.length < 6 && map.items.every((pair) => isFlat(pair.value))
    },
  })
  return document.toString({ lineWidth: 150, flowCollectionPadding: false })
}

test('reports are written from one form', async () => {
  using _ids = fixIds()
  const found: string[] = []
  const described = new Set<string>()
  for (const [title, backend, options] of cases) {
    await using server = await startBackend(backend)
    const report = await judge(server.url, 3000, { concurrency: 1, ...options })
    const { startedAt: _at, duration: _time, plantsLeft: _ids, ...others } = report
    const cases = others.cases.map(({ statement, origin, group, className, duration: _ms, ...one }) => {
      // What a rule says is shown once.
      const ofRule = described.has(one.title) ? {} : { statement, origin, group, className }
      described.add(one.title)
      return { ...one, ...ofRule }
    })
    const shown = JSON.stringify({ ...others, cases }, (key, value) => {
      if (key === 'alike' && value.length > 8) return [...value.slice(0, 8), `and ${value.length - 8} more`]
      return key.startsWith('exchange') ? undefined : value
    })
    const text = toYaml(JSON.parse(shown))
    found.push(`# ${title}\n${text.replaceAll(new URL(server.url).host, 'HOST')}`)
  }
  await expect(found.join('')).toMatchFileSnapshot('recordings/judgments.txt')
})
