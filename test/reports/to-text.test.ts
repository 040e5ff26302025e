import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { toText } from '../../src/reports/to-text.ts'
import { wrapCommand } from '../../src/reports/wrap.ts'
import { exchange, judgment } from './sample-judgment.ts'

test('the verdict comes first and last; findings, notes and counts are in between', () => {
  const text = toText(judgment)
  const order = [
    /^✗ Rules are broken\n {2}http:\/\/127\.0\.0\.1:8080: 2 rules kept, 1 broken, 1 with a warning, 1 known to be broken, 1 not tried; 1131 requests; seed 5; 2\.3 s\.\n/,
    /\n\nFindings\n\n✗ created-is-200\n/,
    /\n {2}The same with: the id 0; .+; the id 5; and 2 more\n/,
    /\n {2}Hint: If this limit is intended, declare it\.\n {2}Again: npx --no plant-store verify \S+ --seed 1234567890 \\\n {4}--only created-is-200\n/,
    /\n\nWarnings\n\n! plant-has-no-id\n/,
    /\n\nKnown failures\n\n~ error-is-int32\n.+\n {2}known to be broken: next release\n/,
    /\n\nNotes\n\n✓ shop: a request\n/,
    /\n\nNot judged\n\n– id-zero \(not tried\): the id 0 may be stored\n/,
    /\n\nLeft open by the specification\n\n· text-limits: answered 200 \(7×, such as the name "é"\)\n/,
    /\n\nPassed \(--verbose lists them\)\n\n✓ {3}2 kept {2}Section 4, Endpoints\n/,
    /\n\nThe run left 1 plant behind: 1\.\n\n✗ Rules are broken: 2 rules kept, .+; 2\.3 s\.\n$/,
  ].map((part) => text.search(part))
  expect(order).not.toContain(-1)
  expect(order).toEqual(order.toSorted((one, other) => one - other))
})

test('--verbose lists passed rules and all examples', () => {
  const text = toText(judgment, { isVerbose: true })
  expect(text).toMatch(/\n\nPassed\n\n✓ id-one +12×\n✓ shop: a request +12×\n/)
  expect(text).toContain('(7×, the name "é", an emoji)')
})

test('a subject that could not be judged at all is one line', () => {
  const unjudged = { kind: 'unreachable', message: 'http://x is not reachable' }
  const cases = judgment.cases.filter(({ status }) => status === 'skipped')
  const text = toText({ ...judgment, headline: "The service can't be judged", unjudged, cases, notes: [] })
  expect(text).toBe("✗ The service can't be judged: http://x is not reachable.\n")
})

test('the exchange that shows why nothing could be judged follows the verdict', () => {
  const unjudged = { kind: 'changed', message: 'after request 412, a plain plant was refused', exchange }
  expect(toText({ ...judgment, unjudged }, { width: 80 })).toMatch(
    /^.+\n {2}http.+\n.+\n\n {2}\$ curl -i -X POST 'http:\S+' \\\n {4}-H [\s\S]+?\n {2}→ 500 text\/html/,
  )
})

test('nothing in a report steers a terminal', () => {
  expect(toText(judgment)).not.toMatch(/[^\P{Cc}\n]|\p{Cf}/u)
})

test.each([60, 80, 120])('at %i columns only what has no space is longer than a line', (width) => {
  const lines = toText({ ...judgment, subject: 'http://plants.example' }, { width }).split('\n')
  const long = lines.filter((line) => line.length > width).map((line) => line.trim())
  expect(long.filter((line) => /[^\\] /.test(line.replace(/ \\$/, '')))).toEqual([])
  const wordsOf = (text: string) => text.split(/(?: \\)?\s+/).join(' ')
  expect(wordsOf(lines.join('\n'))).toBe(wordsOf(toText({ ...judgment, subject: 'http://plants.example' })))
})

describe('a command that is broken over lines runs as the one on one line', () => {
  const run = (command: string): string =>
    execFileSync('sh', ['-c', `curl() { cat; printf '<%s>' "$@"; }\n${command}`], {
      encoding: 'utf8',
      env: { PLANT_STORE_TOKEN: 'to ken' },
      input: '',
    })
  test.each([
    ['plain', exchange.request.curl],
    [
      'quotes',
      `curl -i --data-binary '{"name":"O'\\''Hara  \\ x"}' -H "a: \\"b\\" $(printf '%s x' "$PLANT_STORE_TOKEN")"`,
    ],
    ['printf', `printf '\\101 \\102' | curl -i -X POST 'http://x' -H 'X-Empty;' --data-binary @-`],
    [
      'a long body',
      `{ printf %s '{"a" '; printf '[%.0s' $(seq 12); printf %s '} '; } | curl --data-binary @-`,
    ],
  ])('%s', (_title, command) => {
    for (const width of [1, 20, 60]) expect(run(wrapCommand(command, width, 2))).toBe(run(command))
  })
})
