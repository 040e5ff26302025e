import { readdirSync, readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { createFolder } from '../tools/folder.ts'
import { runCommand } from '../tools/processes.ts'
import { runHere } from './run-here.ts'

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')
const { version } = JSON.parse(read('../../package.json'))

test.each(['--version', '-v'])('%s prints the version', async (flag) => {
  expect(await runHere([flag])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' })
})

test('the compiled code is kept in the temporary folder for the next start', async () => {
  using folder = createFolder()
  await runCommand(['--version'], { env: { TMPDIR: folder.path, NODE_COMPILE_CACHE: undefined } })
  expect(readdirSync(folder.path)).toContain('node-compile-cache')
})

test.each([
  ['--help', ['-h', 'help', '-- --help']],
  ['start --help', ['start -h', 'help start', '-- help start']],
])('the help of %s has other names: %j', async (first, others) => {
  const expected = await runHere(first.split(' '))
  expect(expected).toMatchObject({ code: 0, stderr: '' })
  for (const other of others) expect(await runHere(other.split(' '))).toEqual(expected)
})

test('without a command, the help is on standard error, with the exit code 2, on terminals of any width', async () => {
  const { stdout } = await runHere(['--help'])
  const { isTTY, columns } = process.stderr
  try {
    Object.assign(process.stderr, { isTTY: true, columns: 40 })
    expect(await runHere([])).toEqual({ code: 2, stdout: '', stderr: stdout })
  } finally {
    Object.assign(process.stderr, { isTTY, columns })
  }
})

test('the help of every command is recorded, and fits 80 columns', () => {
  const recorded = read('recordings/help.txt')
  const [, list = ''] = /^\| Commands:\n((?:\|.+\n)+)/m.exec(recorded) ?? []
  const names = [...list.matchAll(/^\| {3}([a-z-]+) {2,}/gm)].map(([, name]) => name)
  expect(names.length).toBeGreaterThan(5)
  for (const name of names.filter((name) => name !== 'help'))
    expect(recorded).toContain(`$ plant-store ${name} --help\n| Usage:`)
  expect(recorded.match(/^\| .{81,}$/gm)).toBeNull()
})

test.each<[args: string, env?: Record<string, string>]>([
  ['start --seed wood --verbose'],
  ['exec --verbose --seed wood -- true'],
  ['start --seed wood', { PLANT_STORE_VERBOSE: '1' }],
])('the stack of an error is shown if one asks for it: %s', async (args, env) => {
  const { code, stderr } = await runHere(args.split(' '), env)
  expect(code).toBe(2)
  expect(stderr).toMatch(/^CommandFailure: Failed to find the seed wood: .+\n {4}at /)
})

test('an unexpected error is one line too, with the exit code 1', async () => {
  vi.spyOn(JSON, 'stringify').mockImplementation(() => {
    throw new Error('out of\n  memory')
  })
  expect(await runHere(['rules', '--format', 'json'])).toEqual({
    code: 1,
    stdout: '',
    stderr: 'out of memory\n',
  })
})

test('the exit code and the output of a command are those of its process', async () => {
  const stderr = expect.stringMatching(/^Failed to run plant-store: there is no command "stat"/)
  expect(await runCommand(['stat'])).toEqual({ code: 2, signal: null, stdout: '', stderr })
})
