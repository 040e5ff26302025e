import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { command as diff } from '../../src/cli/diff.ts'
import { toKebabCase } from '../../src/cli/flags.ts'
import { command as verify } from '../../src/cli/verify/verify.ts'

interface Action {
  inputs: Record<string, { default?: string }>
}

test('the action has an input for each flag of verify and diff, and no other', () => {
  const { inputs }: Action = parse(readFileSync(new URL('../../action.yml', import.meta.url), 'utf8'))
  const flags = Object.keys({ ...verify.flags, ...diff.flags }).map(toKebabCase)
  const expected = ['url', 'command', ...flags.map((flag) => (flag === 'report' ? 'reports' : flag))]
  expect(Object.keys(inputs).toSorted()).toEqual(expected.toSorted())
  // A flag that only one of the commands has must not be passed by default.
  const preset = Object.entries(inputs).filter(([, input]) => input.default)
  expect(preset.map(([name]) => name)).toEqual(['command', 'wait'])
})
