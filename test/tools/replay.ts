import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

/** Sends a request of a recording, with the indented lines below it; returns the lines of its response. */
export type SendLine = (line: string, fields: readonly string[]) => Promise<string[]>

/**
 * Tests that the requests of each recording in a folder get what it says, in sessions that begin after a title;
 * `npm run test:renew` writes the lines after | again.
 *
 * @param open begins a session of a recording, with the indented lines below its title
 */
export function describeRecordings(
  title: string,
  folder: URL,
  open: (recording: string, fields: readonly string[]) => SendLine | Promise<SendLine>,
): void {
  test.each(globSync('*.txt', { cwd: folder }).sort())(`${title} %s`, async (file) => {
    const path = fileURLToPath(new URL(file, folder))
    const lines = readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => !line.startsWith('|'))
    const recording = basename(file, '.txt')
    let send: SendLine | undefined
    const replayed: string[] = []
    for (let at = 0; at < lines.length; at++) {
      const line = lines[at] ?? ''
      const fields: string[] = []
      while (lines[at + 1]?.startsWith('  ')) fields.push(lines[++at] ?? '')
      replayed.push(line, ...fields)
      const trimmed = fields.map((field) => field.trim())
      if (line.startsWith('# ')) send = await open(recording, trimmed)
      if (!/^[A-Z]/.test(line)) continue
      send ??= await open(recording, [])
      for (const shown of await send(line, trimmed)) replayed.push(`| ${shown}`.trimEnd())
    }
    await expect(replayed.join('\n')).toMatchFileSnapshot(path)
  })
}

/** Parses a line of a recording: a method, a path, and perhaps a body. */
export function parseLine(line: string): { method: string; path: string; body: string | undefined } {
  const [, method = '', path = '', body] = /^(\S+) (\S+)(?: (.*))?$/.exec(line) ?? []
  return { method, path, body }
}
