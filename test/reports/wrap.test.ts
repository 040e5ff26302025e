import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { wrapCommand, wrapText } from '../../src/reports/wrap.ts'

test.each<[text: string, width: number, indent: number, lines: string[]]>([
  ['one two three', 6, 0, ['one', 'two', 'three']],
  ['one two three', 9, 2, ['one two', '  three']],
  ['{"a":"b","c":"d"}', 12, 0, ['{"a":"b",', '"c":"d"}']],
  ['unbreakable words', 3, 0, ['unbreakable', 'words']],
])('the text %j in %i columns, with later lines indented by %i', (text, width, indent, lines) => {
  expect(wrapText(text, width, indent).split('\n')).toEqual(lines)
})

test.each<[command: string, width: number, lines: string[]]>([
  ['curl -i -X POST', 40, ['curl -i -X POST']],
  ['curl -X POST', 11, ['curl \\', '  -X POST']],
  ['curl -X POST', 10, ['curl \\', '  -X \\', '  POST']],
  ['curl -H aaaaaaaaaaaaaaaaaaaa', 12, ['curl \\', '  -H aaaaaaaaaaaaaaaaaaaa']],
  ['a -s | b -- c', 8, ['a -s \\', '  | b \\', '  -- c']],
])('the command %j in %i columns', (command, width, lines) => {
  expect(wrapCommand(command, width, 2).split('\n')).toEqual(lines)
})

describe('a command that is broken over lines runs as the one on one line', () => {
  /** What commands pass to curl, all of them in one shell. */
  const run = (commands: readonly string[]): string[] =>
    execFileSync(
      'sh',
      ['-c', ['curl() { cat; printf "<%s>" "$@"; }', ...commands].join('\nprintf "\\0"\n')],
      {
        encoding: 'utf8',
        env: { PLANT_STORE_TOKEN: 'to ken' },
        input: '',
      },
    )
      .split('\0')
      .slice(1)
  test.each([
    `curl -i -X POST 'http://127.0.0.1:8080/plants' -H "Authorization: Bearer $PLANT_STORE_TOKEN" --data-binary '{"id":1}'`,
    `curl -i --data-binary '{"name":"O'\\''Hara  \\ x"}' -H "a: \\"b\\" $(printf '%s x' "$PLANT_STORE_TOKEN")"`,
    `printf '\\101 \\102' | curl -i -X POST 'http://x' -H 'X-Empty;' --data-binary @-`,
    `printf '${'\\101'.repeat(200)}' | curl -H 'a: ${'b c '.repeat(200)}' --data-binary @- "$(printf '${'\\303'.repeat(50)}')"`,
    `curl --data-binary '${'🌱é x"'.repeat(80)}'\\''${'1'.repeat(401)}' -H "it's" -H '${"'\\''".repeat(200)}'`,
    `curl 'http://x/?'"$(printf 'a%.0s' $(seq 12))"'&b' -H 'X-Long: '"$(printf 'a%%%.0s' $(seq 12))" -H "a: b c"`,
    `id=$(printf %s 7 8); curl '{"id":'$id',"a":'$((id+5))'}' --next '{"id":'$(((2+$(printf %s 4)%3)/2*2))'}'`,
  ])('%s', (command) => {
    const wrapped = [1, 20, 60].map((width) => wrapCommand(command, width, 2))
    const [first, ...others] = run([command, ...wrapped])
    expect(others).toEqual(wrapped.map(() => first))
    for (const lines of wrapped) expect(lines).not.toMatch(/.{401}/u)
  })
})
