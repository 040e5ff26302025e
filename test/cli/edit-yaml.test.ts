import { expect, test } from 'vitest'
import { editYaml } from '../../src/cli/edit-yaml.ts'
import { parseExactYaml } from '../../src/cli/parse-yaml.ts'
import type { AnyBaselineEntry } from '../../src/reports/report.ts'

const text = `# What we accept

# --- the old gateway ---

# a ticket is open
- rule: created-status # since May
  seen: '303, no type'
  requests:
    # first
    - one # because
    - two

    # last
    - "three"
  reason: >-
    a long
    reason

# --- the parser ---

# soon
- {rule: refuses-empty-body, seen: x, requests: [a, 'b', c], reason: r}
-   reason: later
    requests: [ every request ]
    seen: y
    rule: error-is-json
# the end
`

const read = (yaml: string) => parseExactYaml(yaml) as AnyBaselineEntry[]
const entries = read(text)
const [first, second, third] = entries as [AnyBaselineEntry, AnyBaselineEntry, AnyBaselineEntry]
const added: AnyBaselineEntry = { rule: 'id-zero', seen: '400, text', requests: ['a: b'], reason: 'new' }

const cases: [change: string, after: AnyBaselineEntry[], expected: string][] = [
  ['nothing', entries, text],
  [
    'an added entry',
    [...entries, added],
    text.replace(
      '# the end\n',
      `- rule: id-zero\n  seen: 400, text\n  requests:\n    - "a: b"\n  reason: new\n# the end\n`,
    ),
  ],
  ['a gone entry, but not the title above it', [first, third], text.replace(/# soon\n.*\n/, '')],
  [
    'the first entry, but not what is above it',
    [second, third],
    text.replace(/- rule: created[\s\S]*?\n\n(?=# --- the p)/, '\n'),
  ],
  [
    'requests on lines of their own',
    [{ ...first, requests: ['two', 'three', 'four', '[5]'] }, second, third],
    text
      .replace('    - one # because\n', '')
      .replace('    - "three"\n', '    - "three"\n    - four\n    - "[5]"\n'),
  ],
  [
    'requests in brackets',
    [first, { ...second, requests: ['b', 'c', 'd, e'] }, third],
    text.replace("[a, 'b', c]", `['b', c, "d, e"]`),
  ],
  [
    'the last of several requests',
    [{ ...first, requests: ['one', 'two'] }, second, { ...third, requests: [] }],
    text.replace('\n    # last\n    - "three"\n', '').replace('[ every request ]', '[]'),
  ],
]

test.each(cases)('%s', (_change, after, expected) => {
  const edited = editYaml(text, entries, after)
  expect(edited).toBe(expected)
  expect(read(edited)).toEqual(after)
})

test.each<[text: string, after: AnyBaselineEntry[], expected: string]>([
  ['', [], '[]\n'],
  ['# only comments\n\n', [added], '# only comments\n\n- rule: id-zero\n'],
  ['# all are gone\n- {rule: id-zero, seen: s, requests: [a], reason: r}', [], '# all are gone\n[]\n'],
  [
    '# in brackets\n[{rule: id-zero, seen: s, requests: [a], reason: r}]\n',
    [added],
    '# in brackets\n- rule: id-zero\n',
  ],
  ['---\n  - {rule: id-zero, seen: s, requests: [a], reason: r}', [added], '---\n  - rule: id-zero\n'],
])('%j', (old, after, expected) => {
  const edited = editYaml(old, read(old) ?? [], after)
  expect(edited.startsWith(expected)).toBe(true)
  expect(read(edited)).toEqual(after)
})
