import { expect, test } from 'vitest'
import type { RuleId } from '../../src/judge/generated/rules.ts'
import { startWireBackend, type WireMistake } from './backends/wire-backend.ts'
import { findBroken, judge } from './judge.ts'

const only = [
  'created-status',
  'refuses-missing-credentials',
  'headers-in-any-form',
  'ignores-other-headers',
  'accepts-chunks-in-any-form',
  'refuses-invalid-framing',
  'refuses-malformed-head',
] as const

test.each<[WireMistake, RuleId[]]>([
  ['makes no mistake', []],
  // HTTP allows that, although the parser of Node doesn't.
  ['sends a tab after the length', []],
  ['sends no 100', ['ignores-other-headers']],
  ['takes a space before a colon', ['refuses-malformed-head']],
  ['needs a space after a colon', ['headers-in-any-form']],
  ['takes a body that is too short', ['refuses-invalid-framing']],
  ['leaves bodies of GET unread', ['refuses-invalid-framing']],
  ['reads by the length although there are chunks', ['refuses-invalid-framing']],
  ['takes letters after a chunk size', ['refuses-invalid-framing']],
  ['reads on after a 413', ['refuses-invalid-framing']],
])('a service that %s breaks no rule but %o', async (mistake, broken) => {
  await using server = await startWireBackend(mistake)
  // The service hangs.
  const limit = mistake === 'sends no 100' ? 500 : 3000
  const report = await judge(server.url, limit, { only: broken.length === 0 ? only : broken, concurrency: 1 })
  expect(findBroken(report), JSON.stringify(report.cases.flatMap(({ findings }) => findings))).toEqual(broken)
})
