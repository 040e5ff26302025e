import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createFolder } from '../tools/folder.ts'
import { runCommand } from '../tools/processes.ts'
import { runHere } from './run-here.ts'

let folder: ReturnType<typeof createFolder>
beforeAll(() => {
  folder = createFolder({
    'no-name.json': '[{"id":1,"name":"Fern"},{"id":2}]',
    'twice.json': '[{"id":1,"name":"Fern"},{"id":2,"name":"Elm"},{"id":1,"name":"Oak"}]',
    'no-title.json': '{"steps":[{}]}',
    'fault.json': '{"title":"Wrong","steps":[{"fault":"dropped-conection"}]}',
    'no-fault.json': '{"title":"Wrong","steps":[{},{"fault":"thunder"}]}',
    'backwards.json': '{"title":"Wrong","steps":[{"delay":[2,1]}]}',
  })
})
afterAll(() => folder[Symbol.asyncDispose]())

type Failure = [args: string[], code: number, stderr: RegExp, env?: Record<string, string>]

const failures: Failure[] = [
  [
    ['plant'],
    2,
    /^Failed to run plant-store: there is no command "plant"\. plant-store --help lists the commands\.\n$/,
  ],
  [['stat'], 2, /there is no command "stat"\. Did you mean start\? plant-store --help lists/],
  [['help', 'foo'], 2, /there is no command "foo"\. plant-store --help lists/],
  [
    ['help', '-x'],
    2,
    /^Failed to run plant-store help: it takes the name of one command, and no flags\. plant-store --help lists/,
  ],
  [['help', 'start', 'extra'], 2, /^Failed to run plant-store help: it takes the name of one command/],
  [['version'], 2, /there is no command "version"\. Did you mean --version\?/],
  [['--', 'stat'], 2, /there is no command "stat"\. Did you mean start\? plant-store --help lists/],
  [['--', 'verify', 'foo'], 2, /^Failed to verify: "foo" is not an http or https URL\./],
  [
    ['verify'],
    2,
    /^Failed to verify: there is no URL\. Pass .+ like http:\/\/127\.0\.0\.1:4010, or set PLANT_/,
  ],
  [
    ['verify', '--only', 'http://x'],
    2,
    /^Failed to verify: there is no URL\. .+, before --only and --skip, or set/,
  ],
  [
    ['verify', 'foo'],
    2,
    /^Failed to verify: "foo" is not an http or https URL\. Pass the base address of a backend, like http:/,
  ],
  [['verify', 'foo:secret@x'], 2, /^Failed to verify: the argument is not an http or https URL/],
  [
    ['verify', 'http://127.0.0.1:1'],
    2,
    /^Failed to verify: there is no token\. Pass --token or --token-command, or set PLANT_STORE_TOKEN\./,
  ],
  ...['--only', '--skip'].map(
    (flag): Failure => [
      ['verify', 'http://127.0.0.1:1', '--token', 'a', flag, 'created-is-20'],
      2,
      new RegExp(
        `${flag} names the rule created-is-20, which doesn't exist\\. Did you mean created-is-200\\? .plant`,
      ),
    ],
  ),
  [
    ['verify', 'http://127.0.0.1:1', '--token', 'a', '--only', 'photosynthesis'],
    2,
    /--only names the rule photosynthesis, which doesn't exist\. `plant-store rules` lists all rules\./,
  ],
  [
    ['verify-pacts'],
    2,
    /^Failed to verify the pacts: there is no URL\. Pass the base address of a backend, like http:/,
  ],
  [
    ['check-pact'],
    2,
    /^Failed to run plant-store check-pact: missing required argument 'file'\. plant-store check-pact --help lists/,
  ],
  [['rules', '--format', 'xml'], 2, /'xml' is invalid\. It must be text, markdown, or json\./],
  [['--nope'], 2, /unknown option '--nope'/],
  [['start', '--nope'], 2, /unknown option '--nope'/],
  [['--nope', 'secret'], 2, /^Failed to run plant-store: unknown option '--nope'\. plant-store --help/],
  [['start', '--prot', '0'], 2, /: unknown option '--prot'\. Did you mean --port\? plant-store start --help/],
  [['start', '--watch=1'], 2, /: option '--watch' takes no value\. plant-store start --help/],
  [
    ['start', 'now'],
    2,
    /^Failed to run plant-store start: unexpected argument 'now'\. plant-store start --help lists its arguments and flags\.\n$/,
  ],
  [['start', 'port=0'], 2, /: unexpected argument 'port…'\. Did you mean --port\? plant-store start --help/],
  [['verify', 'http://x', 'y2'], 2, /: unexpected argument 'y…'\. plant-store verify --help/],
  [['start', '--port'], 2, /: --port has no value\. Pass --port <number>, or --port=<number> if it begins/],
  [
    ['start', '--token', '--port', '0'],
    2,
    /: --token has no value\. Pass --token <token>, or --token=<token> if/,
  ],
  [['exec', '--token', '--', 'true'], 2, /: --token has no value\. Pass/],
  [['verify', '--only', '--skip', 'x'], 2, /: --only has no value\. Pass --only <rule\.\.\.>, or/],
  [['start', '--watch'], 2, /^Failed to start the fake: there is no file to watch\. Pass --config,/],
  [['start', '--token=-x', '--host='], 2, /'--host <host>' argument '' is invalid\. It must not be empty\./],
  ...[
    ['--PORT', '--port'],
    ['--max_body', '--max-body'],
    ['--maxBody=1', '--max-body'],
    ['-P', '-p'],
    ['-v', 'plant-store --version'],
    ['--version', 'plant-store --version'],
  ].map(
    ([given = '', meant]): Failure => [
      ['start', given, '0'],
      2,
      new RegExp(
        `: unknown option '${given.replace('=1', '')}'\\. Did you mean ${meant}\\? plant-store start --help`,
      ),
    ],
  ),
  [
    ['start', '--port', 'http'],
    2,
    /--port <number>' argument 'http' is invalid\. It must be an integer from 0 to 65535/,
  ],
  [['start', '--port', '65536'], 2, /argument '65536' is invalid/],
  [['start'], 2, /'http' from env 'PLANT_STORE_PORT' is invalid/, { PLANT_STORE_PORT: 'http' }],
  [
    ['start', '--seed', 'wood'],
    2,
    /^Failed to find the seed wood/,
    { PLANT_STORE_HOST: '', PLANT_STORE_TOKEN: '' },
  ],
  [['start', '--host', ''], 2, /host/],
  [
    ['start', '--host', 'nowhere.invalid'],
    1,
    /^Failed to start the fake: this machine has no address nowhere\.invalid\./,
  ],
  [
    ['start', '--store', '.'],
    1,
    /^Failed to start the fake: the file \. can't keep the plants: it is a folder\n$/,
  ],
  [
    ['start', '--token', 'two words'],
    2,
    /^Failed to start the fake: --token must be a token of letters(?!.*two words)/,
  ],
  [['start', '--answers', 'kind'], 2, /'kind' is invalid\. It must be http or documented\./],
  [['start', '--on-duplicate', 'merge'], 2, /'merge' is invalid\. It must be reject or replace\./],
  [
    ['start', '--latency', 'slow'],
    2,
    /'slow' is invalid\. It must be milliseconds, or a range of them like 100-300/,
  ],
  [
    ['start', '--latency', '300-100'],
    2,
    /'300-100' is invalid\. It must be a range from a smaller to a larger number, like 100-300\./,
  ],
  ...['[::1]', 'http://127.0.0.1', '127.0.0.1:80', '*'].map(
    (host): Failure => [
      ['start', '--host', host],
      1,
      /: this machine has no address .+\. Pass --host 127\.0\.0\.1 or 0\.0\.0\.0, without http:.+ with --port\.\n$/,
    ],
  ),
  [
    ['start', '--host', 'a\u202eb'],
    1,
    /this machine has no address a\\u\{202e\}b\. Pass --host 127.0.0.1 or 0.0.0.0\.\n$/,
  ],
  [['start', '--base-path', '//'], 2, /, got "\/\/"\n$/],
  [['start', '--seed', './no-name.json/x'], 2, /: a part of its path is not a folder\.\n$/],
  [['start', '--seed', `./${'x'.repeat(300)}`], 2, /: its name is too long\.\n$/],
  ...['api', '/../x', '/x/./', '/a b'].map(
    (path): Failure => [
      ['start', '--base-path', path],
      2,
      /^Failed to start the fake: --base-path must be a path like \/v1, with no segment \. or \.\., got "/,
    ],
  ),
  [['start', '--cors', 'page.example'], 2, /--cors must be an origin like .+, got "page\.example"/],
  [['start', '--max-body', '0'], 2, /'0' is invalid\. It must be an integer from 1 to 1073741824/],
  [['start', '--journal', '-1'], 2, /'-1' is invalid\. It must be an integer from 0 to 10000000/],
  [['start', '--isolate', 'page'], 2, /'page' is invalid\. It must be token\./],
  [
    ['start', '--admin-token', ''],
    2,
    /'--admin-token <token>' argument '' is invalid\. It must not be empty\./,
  ],
  [['start', '--seed', ''], 2, /'--seed <name\|file>' argument '' is invalid\. It must not be empty\./],
  [['start', '--config', ''], 2, /'--config <file>' argument '' is invalid\. It must not be empty\./],
  [['verify', '--baseline', ''], 2, /'--baseline <file>' argument '' is invalid\. It must not be empty\./],
  [
    ['verify-pacts', '--pacts', ''],
    2,
    /'--pacts <file\.\.\.>' argument '' is invalid\. It must not be empty\./,
  ],
  [['start', '--token', ''], 2, /'--token <token>' argument '' is invalid\. It must not be empty\./],
  [['start', '--log', 'loud'], 2, /'loud' is invalid\. It must be pretty, json, or silent\./],
  [
    ['start', '--seed', 'wood'],
    2,
    /^Failed to find the seed wood: no built-in seed has that name\. The built-in seeds: garden\. To use a file of that name, pass \.\/wood\./,
  ],
  [
    ['start', '--seed', 'gardn'],
    2,
    /^Failed to find the seed gardn: no built-in seed has that name\. Did you mean garden\? To use a file of that name, pass \.\/gardn\./,
  ],
  [['start', '--seed', './wood.json'], 2, /^Failed to read the seed \.\/wood\.json: there is no such file/],
  [
    ['start', '--seed', './no-name.json'],
    2,
    /^Failed to start the fake: \.\/no-name\.json:1:25: seed\[1\]\.name is missing/,
  ],
  [['start', '--seed', './twice.json'], 2, /\.\/twice\.json:1:47: seed\[2\] has the same id as seed\[0\]/],
  [
    ['start', '--scenario', 'calm'],
    2,
    /: no built-in scenario has that name\. The built-in scenarios: expired-token, flaky, outage, slow\./,
  ],
  [['start', '--scenario', './no-title.json'], 2, /\.\/no-title\.json: scenario\.title is missing/],
  [
    ['start', '--scenario', './fault.json'],
    2,
    /got "dropped-conection"\. Did you mean dropped-connection\?\n$/,
  ],
  [
    ['start', '--scenario', './no-fault.json'],
    2,
    /\.\/no-fault\.json:1:31: scenario\.steps\[1\]\.fault must be one of dropped-connection, .+, got "thunder"/,
  ],
  [
    ['start', '--scenario', './backwards.json'],
    2,
    /\.\/backwards\.json:1:28: scenario\.steps\[0\]\.delay must be .+ a range from a smaller to a larger one, got an array/,
  ],
  [['exec'], 2, /missing required argument 'command'/],
  [['exec', '--port', 'http', '--', 'true'], 2, /argument 'http' is invalid/],
]

/** Mistakes in the name of a flag, each with the text that must not be shown. */
const secretFlags: [args: string[], stderr: RegExp][] = [
  [['verify', 'http://x.invalid', '--tokn=SECRET'], /option '--tokn'\. Did you mean --token\?/],
  [['verify', 'http://x.invalid', '--token-comand=SECRET'], /'--token…'\. Did you mean --token-command\?/],
  [['start', '--admin-tokn=SECRET'], /option '--admin-tokn'\. Did you mean --admin-token\?/],
  [['start', '-token=SECRET'], /option '-token'\. Did you mean --token\?/],
  [['start', '--tokenSECRET'], /option '--token…'\. Did you mean --token\?/],
  [['start', '--tokensecret'], /option '--token…'\. Did you mean --token\?/],
  [['start', "--TOKEN='SECRET'\n"], /option '--TOKEN'\. Did you mean --token\?/],
  [['start', "--TOKN='SECRET'\n"], /option '--…'\. plant-store start --help/],
  [['start', '--token', 'a', 'SECRET'], /unexpected argument '…'\./],
  [['--token', 'SECRET', 'start'], /option '--token'/],
]

/** These end the process themselves. */
const failuresOfExec: Failure[] = [
  [['exec', '--', 'no-such-command'], 127, /^Failed to run no-such-command: there is no such command/],
  [['exec', '--', './no-name.json'], 126, /^Failed to run \.\/no-name\.json: it can't be executed/],
]

describe('a mistake is one line on standard error and an exit code', () => {
  const expectOneLine = (ended: object, code: number, stderr: RegExp) => {
    expect(ended).toMatchObject({ code, stdout: '', stderr: expect.stringMatching(/^[^\n]+\n$/) })
    expect(ended).toMatchObject({ stderr: expect.stringMatching(stderr) })
    expect(ended).toMatchObject({ stderr: expect.not.stringMatching(/^ {4}at |undefined|\[object/m) })
  }

  test.each(failures)('plant-store %j: %i, %s', async (args, code, stderr, env = { PLANT_STORE_PORT: '0' }) =>
    expectOneLine(await runHere(args, env, folder.path), code, stderr),
  )

  test.each(secretFlags)('plant-store %j: %s', async (args, stderr) => {
    const ended = await runHere(args)
    expectOneLine(ended, 2, stderr)
    expect(ended.stderr).not.toMatch(/secret/i)
  })

  test.each([...failuresOfExec, ...failures.slice(0, 1)])(
    'and of a process: plant-store %j: %i, %s',
    async (args, code, stderr) =>
      expectOneLine(
        await runCommand(args, { cwd: folder.path, env: { PLANT_STORE_PORT: '0' } }),
        code,
        stderr,
      ),
  )
})
