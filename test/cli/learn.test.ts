import { expect, test } from 'vitest'
import { describeLearned } from '../../src/cli/drift/learn.ts'

test('what learn tells of a service begins no command of GitHub, and steers no terminal', () => {
  const exchange = { kind: 'error', place: '/response', exchanges: [] } as const
  const told = describeLearned('plant-store.yaml', {
    options: {},
    yaml: '',
    broken: [
      { ...exchange, rule: 'error-is-int32', problem: 'error must be an integer, got "##[group]\u001b[2J"' },
    ],
    notImitated: ['a header ::error::x'],
    differences: [{ difference: 'one', cases: { one: [`a\u202eb${'c'.repeat(400)}`] } }],
    notTriggered: ['malformed-body', 'body-too-large'],
    requests: 450,
    duration: 1234,
  })
  expect(told).toMatchInlineSnapshot(`
    "Wrote plant-store.yaml after 450 requests in 1.2 s.
    No request showed how the service decides these, so the fake decides by itself:
      malformed-body, body-too-large
    The fake can't imitate:
      a header \\u{3a}:error::x
      one (a\\u{202e}bcccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc…
    The service breaks rules. Run plant-store verify for details:
      error-is-int32: The value of error in a 400 is an int32, from -2147483648 to 2147483647. Found: error must be an integer, got "\\u{23}#[group]\\u{1b}[2J"
    "
  `)
})
