import { execFileSync } from 'node:child_process'
import { symlinkSync, truncateSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readDataFile } from '../../src/cli/data-file.ts'
import { createFolder } from '../tools/folder.ts'
import { has } from '../tools/optional-tools.ts'
import { runHere } from './run-here.ts'

/** Reads a file with a content; returns the message of the failure, if there is one. */
async function read(content: string | Uint8Array, name = 'data.yaml'): Promise<unknown> {
  await using folder = createFolder({ [name]: content })
  return await readDataFile(folder.file(name), 'seed').catch(({ message }: Error) =>
    message.replace(folder.file(name), name),
  )
}

const aboveSafe = '9007199254740993'

test.each([
  ['data.json', `[9223372036854775807,-${aboveSafe},7e6,7.0,1.5]`],
  ['data.yaml', `- 9223372036854775807\n- -${aboveSafe}\n- 7e6\n- 7.0\n- 1.5`],
  ['data.YML', `[ 9223372036854775807, -${aboveSafe}, 7E6, 7.0, 1.5 ]`],
])('%s keeps every digit of its integers', async (name, text) => {
  const expected = [9223372036854775807n, -9007199254740993n, 7000000, 7, 1.5]
  expect(await read(text, name)).toEqual(expected)
})

test('a file that is not UTF-8 is refused', async () => {
  expect(await read(Buffer.from('host: caf\xe9', 'latin1'))).toBe(
    'Failed to read the seed data.yaml: it is not UTF-8. Save the file as UTF-8.',
  )
})

test.skipIf(!has('links'))('a link to itself can not be read', async () => {
  await using folder = createFolder()
  symlinkSync(folder.file('a.json'), folder.file('a.json'))
  await expect(readDataFile(folder.file('a.json'), 'seed')).rejects.toThrow(': it is a link to itself.')
})

test('a device without an end, and a file of more than 128 MiB, are refused', async () => {
  await expect(readDataFile('/dev/zero', 'seed')).rejects.toThrow("zero: it isn't a regular file.")
  await using folder = createFolder({ 'large.json': '' })
  truncateSync(folder.file('large.json'), 2 ** 27 + 1)
  await expect(readDataFile(folder.file('large.json'), 'seed')).rejects.toThrow('it has more than 128 MiB.')
})

test.skipIf(!has('mkfifo'))('a pipe that nobody writes to is refused', async () => {
  await using folder = createFolder()
  const file = folder.file('pipe.json')
  execFileSync('mkfifo', [file])
  const ofVerify = ['--baseline', '--cert', '--ca', '--created', '--report json=']
  for (const args of [
    ...ofVerify.map((flag) => `verify http://x.invalid --token a ${flag} ${file}`.replace('= ', '=')),
    `check-pact ${file}`,
    `start --port 0 --seed ${file}`,
  ]) {
    const { code, stderr } = await runHere(args.split(' '))
    expect([args, code, stderr]).toEqual([args, 2, expect.stringContaining("isn't a regular file")])
  }
})

describe('a YAML file', () => {
  test.each([
    ['that contains itself', '&a\nport: *a\n', /:2:7: the alias \*a refers to a value that contains it\.$/],
    ['that contains itself inside', '- &a { b: [{ c: *a }] }', /:1:17: the alias \*a refers to .+ it\.$/],
    ['with an unknown alias', '- *a\n- &a 1', /yaml: unresolved alias .+: a\.$/],
    ['of too many levels', '['.repeat(10_000), /:1:\d+: it is nested too deeply\.$/],
    [
      'whose aliases expand to too much',
      ['- &a0 [1]', ...Array.from({ length: 25 }, (_, at) => `- &a${at + 1} [*a${at}, *a${at}]`)].join('\n'),
      /yaml: excessive alias count .+\.$/,
    ],
    ['whose << has no object', '- <<: 5\n', /yaml: merge sources must be maps or map aliases\.$/],
  ])('%s is refused with one line that names it', async (_title, text, reason) => {
    expect(await read(text)).toMatch(reason)
  })

  test.each([
    ['in hexadecimal', '0x10', 16],
    ['in octal', '0o17', 15],
    ['with a zero in front', '010', 10],
    ['with a plus', '+5', 5],
    ['that is too large', '1e400', Number.POSITIVE_INFINITY],
    ['without an integer part', '.5', 0.5],
    ['that is infinite', '.inf', Number.POSITIVE_INFINITY],
    ['of 300 digits', '9'.repeat(300), BigInt('9'.repeat(300))],
  ])('can have a number %s', async (_title, text, number) => {
    expect(await read(text)).toBe(number)
  })
})
