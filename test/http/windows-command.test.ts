import { describe, expect, test } from 'vitest'
import { quote } from '../../src/http/quote.ts'
import { forShell, toWindowsCommand } from '../../src/http/windows-command.ts'

/**
 * Splits a line as cmd does, or PowerShell after `--%`: each quote toggles whether `& | < > ^` end the command, and
 * `%NAME%` is a variable, also between quotes.
 */
function readByShell(line: string): string {
  const [first] = /^(?:"[^"]*(?:"|$)|[^"&|<>^])*/.exec(line) ?? []
  expect(first).toBe(line)
  return line.replaceAll('%PLANT_STORE_TOKEN%', 'secret')
}

/** Splits a line as the C runtime does: 2n backslashes before a quote are n, and one more makes it a character of the text. */
function readByProgram(line: string): string[] {
  const words: string[] = []
  let current: string | undefined
  let isQuoted = false
  for (const [, slashes = '', mark = ''] of line.matchAll(/(\\*)([^\\]|$)/g)) {
    if (mark !== '"') current = slashes === '' && mark === '' ? current : (current ?? '') + slashes
    else current = (current ?? '') + '\\'.repeat(Math.floor(slashes.length / 2))
    if (mark === '"' && slashes.length % 2 === 1) current += '"'
    else if (mark === '"') isQuoted = !isQuoted
    else if (mark === ' ' && !isQuoted) {
      if (current !== undefined && current !== '') words.push(current)
      current = undefined
    } else if (mark !== '') current = (current ?? '') + mark
  }
  return current === undefined ? words : [...words, current]
}

describe('a command for Windows', () => {
  test.each([
    [['-d', '{"id":1,"name":"Monstera"}']],
    [['-H', 'Accept:', 'http://127.0.0.1:4010/plants?a=1']],
    [['http://127.0.0.1:4010/plants?a=1&b=2']],
    [['it\'s "quoted"', 'C:\\my folder\\', '\\"', '\\\\"x', 'a\\b']],
    [['{"name":"two words; three, (four)!"}']],
  ])('gives a program the words %j', (words) => {
    const line = toWindowsCommand(`curl -i ${words.map(quote).join(' ')}`)
    expect(readByProgram(readByShell(line ?? ''))).toEqual(['curl.exe', '-i', ...words])
  })

  test('has the variables of cmd', () => {
    const line = toWindowsCommand('curl -H "Authorization: Bearer $PLANT_STORE_TOKEN" \'http://[::1]/\'')
    expect(line).toBe('curl.exe -H "Authorization: Bearer %PLANT_STORE_TOKEN%" "http://[::1]/"')
    expect(readByProgram(readByShell(line ?? ''))[2]).toBe('Authorization: Bearer secret')
  })

  test.each([
    "printf 'a' | curl -i --data-binary @-",
    `curl -d '{"name":"a&b"}'`,
    `curl -d '{"name":"Café"}'`,
    "curl 'http://127.0.0.1/pl%61nts'",
    'curl -H "$(printf \'x\')"',
    "curl 'a'b",
  ])('is none if only a POSIX shell takes it: %s', (command) => {
    expect(toWindowsCommand(command)).toBeUndefined()
    expect(forShell(command, 'win32')).toBe(command)
  })

  test('is only for Windows', () => {
    expect(forShell("curl 'a b'", 'win32')).toBe('curl.exe "a b"')
    expect(forShell("curl 'a b'", 'linux')).toBe("curl 'a b'")
  })
})
