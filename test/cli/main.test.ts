import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { runCommand } from '../tools/processes.ts'
import { runHere } from './run-here.ts'

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))

const commandNames = [
  'start',
  'exec',
  'verify',
  'learn',
  'diff',
  'rules',
  'verify-pacts',
  'check-pact',
  'proxy',
]

describe('requested output goes to standard output, with the exit code 0', () => {
  test.each([
    [['--version'], version],
    [['-v'], version],
    [['--help'], 'Usage: plant-store [options] [command]'],
    [['-h'], 'Usage: plant-store [options] [command]'],
    [['help'], 'Usage: plant-store [options] [command]'],
    [['help', 'help'], 'Usage: plant-store [options] [command]'],
    [['help', '--help'], 'Usage: plant-store [options] [command]'],
    [['help', '-h'], 'Usage: plant-store [options] [command]'],
    [['start', '--help'], 'Usage: plant-store start [options]'],
    [['help', 'start'], 'Usage: plant-store start [options]'],
    [['--', 'help', 'start'], 'Usage: plant-store start [options]'],
    [['--', '--', 'start', '--help'], 'Usage: plant-store start [options]'],
    [['exec', '--help'], 'Usage: plant-store exec [options] <command...>'],
  ])('plant-store %j', async (args, firstLine) => {
    const { code, stdout, stderr } = await runHere(args)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout.split('\n')[0]).toBe(firstLine)
  })

  test('plant-store -V', async () => {
    expect(await runCommand(['-V'])).toMatchObject({ code: 0, stdout: `${version}\n`, stderr: '' })
  })

  test('the help lists every command', async () => {
    const { stdout } = await runHere(['--help'])
    const listed = [...stdout.matchAll(/^ {2}(\S+) {2,}\S.*/gm)].map(([, name]) => name)
    expect(listed.filter((name) => !/^(?:-|\d|help$)/.test(name ?? ''))).toEqual(commandNames)
  })

  test.each(commandNames)('the help of %s fits 80 columns and has exit codes and examples', async (name) => {
    const { code, stdout, stderr } = await runHere([name, '--help'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const examples = stdout.slice(stdout.search(/^Examples?:$/m))
    expect(stdout.match(/^.{81,}$/gm)).toBeNull()
    expect(stdout).toMatch(/^Exit codes:\n {2}\d/m)
    expect(examples.split('\n').slice(1)).toEqual(
      expect.arrayContaining([expect.stringMatching(`^  plant-store ${name} `)]),
    )
    expect(stdout).not.toMatch(/\(default [^:]|default: "|undefined/)
  })

  test('the help of start lists the names that --seed and --scenario accept', async () => {
    const { stdout } = await runHere(['start', '--help'])
    const names = 'Names for --seed: garden. Names for --scenario: expired-token, flaky, outage, slow.'
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(names)
  })
})

test('without a command the help is on standard error, with the exit code 2', async () => {
  const { code, stdout, stderr } = await runCommand([])
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toBe((await runHere(['--help'])).stdout)
})

test.each([
  [{ PLANT_STORE_PROT: '1' }, 'PLANT_STORE_PROT has no effect. Did you mean PLANT_STORE_PORT?\n'],
  [{ PLANT_STORE_TOKENS: 'a' }, 'PLANT_STORE_TOKENS has no effect. Did you mean PLANT_STORE_TOKEN?\n'],
  [{ PLANT_STORE_IMAGE_FOLDER: 'a', PLANT_STORE_INVALID_TOKEN: 'b', PLANT_STORE_PROXY: '' }, ''],
])('with the variables %j, standard error is %j', async (env, expected) => {
  const { code, stderr } = await runHere(['rules'], env)
  expect({ code, stderr }).toEqual({ code: 0, stderr: expected })
})

describe('the stack of an error is shown', () => {
  test.each<[title: string, args: string[], env: Record<string, string>]>([
    ['with --verbose', ['start', '--seed', 'wood', '--verbose'], {}],
    ['with --verbose before other flags', ['start', '--verbose', '--seed', 'wood'], {}],
    ['with --verbose of exec', ['exec', '--verbose', '--seed', 'wood', '--', 'true'], {}],
    ['with PLANT_STORE_VERBOSE', ['start', '--seed', 'wood'], { PLANT_STORE_VERBOSE: '1' }],
  ])('%s', async (_title, args, env) => {
    const { code, stderr } = await runHere(args, env)
    expect(code).toBe(2)
    expect(stderr).toMatch(/Failed to find the seed wood: .+\n {4}at /)
  })

  test.each(['', '0', 'false', 'off'])('and not with PLANT_STORE_VERBOSE=%s', async (value) => {
    const { stderr } = await runHere(['start', '--seed', 'wood'], { PLANT_STORE_VERBOSE: value })
    expect(stderr).toMatch(/^Failed to find the seed wood: .+\n$/)
  })

  test('and not with --verbose of the command that exec runs', async () => {
    const { stderr } = await runCommand(['exec', '--', 'no-such-command', '--verbose'])
    expect(stderr).toBe('Failed to run no-such-command: there is no such command\n')
  })
})
