import { expect, test } from 'vitest'
import type { RuleId } from '../../src/judge/generated/rules.ts'
import { type Overrides, startBackend } from './backends/create-backend.ts'
import { toJsonAnswer } from './backends/parts.ts'
import { judge } from './judge.ts'

const token = 'local-token'

/** Writes a text with every letter as an escape of a URL, and of JSON. */
const toForms = (text = ''): string[] =>
  ['%', '\\u00'].map((sign) => text.replaceAll(/./g, (letter) => sign + letter.charCodeAt(0).toString(16)))

const ofRefusals: RuleId[] = ['error-is-int32', 'refusal-hides-token', 'refuses-other-scheme']
const repeat: Overrides['refuse'] = (_refusal, _parts, { request: { headers } }) =>
  toJsonAnswer(400, `{"error":["${toForms(headers.authorization).join()}"],"message":"no"}`)
const append: Overrides['toBody'] = ({ id: _, ...plant }, { request: { headers } }) => ({
  ...plant,
  name: `${'x'.repeat(25)}${headers.authorization}`,
})

const pad: Overrides['refuse'] = (_refusal, _parts, { request: { headers } }) => ({
  status: 400,
  headers: { 'Content-Type': 'text/plain' },
  body: `${'x'.repeat(1016)}${headers.authorization}${'y'.repeat(400_000)}`,
})

test.each<[where: string, backend: Overrides, shown: RegExp, only: RuleId[]]>([
  [
    'in a wrong answer',
    { toError: () => ({ error: `want ${token}`, message: 'no' }) },
    /want \*\*\*/,
    ofRefusals,
  ],
  ['with escapes', { refuse: repeat }, /\*\*\*/, ['error-has-error']],
  ['where a body is cut off', { refuse: pad }, /x\*\*\*…/, ['error-content-type', ...ofRefusals]],
  ['where reports cut a text off', { toBody: append }, /\*\*\*…/, ['plant-echoes-name']],
])('a token is in no report if the backend repeats it %s', async (_where, backend, shown, only) => {
  await using server = await startBackend(backend)
  const report = JSON.stringify(await judge(server.url, 1000, { only }))
  expect(report).toMatch(shown)
  const hidden = [
    token,
    ...[`plant:${token}`, `${token}:`].map((pair) => Buffer.from(pair).toString('base64')),
  ]
  for (const text of [...hidden, ...toForms(token), ...(/…/.test(shown.source) ? [token.slice(0, 5)] : [])])
    expect(report).not.toContain(text)
})
