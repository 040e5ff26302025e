import { expect, test } from 'vitest'
import { toCurlCommand } from '../../src/http/curl-command.ts'
import { quote, quoteIfNeeded } from '../../src/http/quote.ts'
import { runProcess } from '../tools/processes.ts'

type Sent = Parameters<typeof toCurlCommand>[0]

const url = "http://a.example/it's?a=$b"
const bytes = (body: string | number[]): Uint8Array => Uint8Array.from(Buffer.from(body as string))
const plain: Sent = { method: 'POST', headers: [], body: bytes('') }
const withBody = (body: string | number[]): Sent => ({ ...plain, body: bytes(body) })
const withHeader = (name: string, value: string, shell?: string): Sent => ({
  ...plain,
  headers: [{ name, value, ...(shell !== undefined && { shell }) }],
})
const json = (count: number) => `{"name":"${'F'.repeat(count)}"}`

const unset = ['Accept:', 'User-Agent:', 'Content-Type:'].flatMap((header) => ['-H', header])

/** What the shell makes of a command: the arguments of curl and what it gets from a pipe. */
const cases: [sent: Sent, args: string[], input?: string][] = [
  [plain, ['-i', '-X', 'POST', url, ...unset, '--data-binary', '']],
  [{ ...plain, method: 'HEAD' }, ['-i', '-I', url, ...unset]],
  [{ ...plain, method: 'HEAD', body: bytes('x') }, ['-X', 'HEAD', url]],
  [{ ...plain, isInsecure: true, isWithoutHost: true }, ['-ik', '-X', 'POST', url, '-H', 'Host:', '-H']],
  [withHeader('Accept', "it's"), ['-H', "Accept: it's"]],
  [withHeader('content-length', '5'), ['POST', url, '-H', 'Accept:']],
  [withHeader('X-Empty', ' '), ['-H', 'X-Empty;']],
  [withHeader('X-Odd', 'é%\\\n'), ['-H', 'X-Odd: \udce9%\\']],
  [withHeader('Authorization', 'secret', 'Bearer $TOKEN'), ['-H', 'Authorization: Bearer from the shell']],
  [withBody('é 🌱 \'"$`\\'), ['--data-binary', 'é 🌱 \'"$`\\']],
  [withBody('@file'), ['--data-binary', '@-'], '@file'],
  [withBody('a\0b\n'), ['--data-binary', '@-'], 'a\0b\n'],
  [withBody([0xff, 0x25, 0x5c, 0x27]), ['--data-binary', '@-'], "\xff%\\'"],
  [withBody('ab'.repeat(1001)), ['--data-binary', '@-'], 'ab'.repeat(1001)],
  [withBody(json(5000)), ['--data-binary', '@-'], json(5000)],
  [withBody(`${'['.repeat(300)}${']'.repeat(2100)}`), ['@-'], `${'['.repeat(300)}${']'.repeat(2100)}`],
]

test('a shell makes the request of a command again', async () => {
  const record = `let all = []; process.stdin.on('data', (part) => all.push(part)).on('end', () =>
    console.log(JSON.stringify([process.argv.slice(1), Buffer.concat(all).toString('latin1')])))`
  const functions = [
    `curl() { case "$*" in *@-*) ${quote(process.execPath)} -e ${quote(record)} -- "$@";; *) ${quote(process.execPath)} -e ${quote(record)} -- "$@" </dev/null;; esac; }`,
    'seq() { i=1; while [ $i -le $1 ]; do echo $i; i=$((i+1)); done; }',
    "TOKEN='from the shell'",
  ]
  const commands = cases.map(([sent]) => toCurlCommand(sent, url, false))
  const { stdout } = await runProcess('sh', ['-c', [...functions, ...commands].join('\n')])
  const seen: [args: string[], input: string][] = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(seen).toHaveLength(cases.length)
  for (const [index, [args, input]] of seen.entries()) {
    const [sent, expected, piped = ''] = cases[index] ?? []
    expect(args.join('\n'), commands[index]).toContain(expected?.join('\n').replaceAll('\udce9', '\ufffd'))
    expect([args.includes(url), input], commands[index]).toEqual([true, piped])
    expect(args[0], commands[index]).toBe(sent?.isInsecure ? '-ik' : '-i')
  }
})

const secret = withHeader('Authorization', 'secret', '$TOKEN')
const brackets = withBody(`${'['.repeat(250)}${']'.repeat(2001)}`)
const run = `{ printf %s '{"name":"'; printf 'F%.0s' $(seq 2000); printf %s '"}'; } | `

test.each<[what: string, sent: Sent, command: string, showToken?: boolean]>([
  ['a plant', withBody('{}'), `-H 'Content-Type:' --data-binary '{}'`],
  ['a secret header', secret, '-H "Authorization: $TOKEN"'],
  ['the token if it is wanted', secret, "-H 'Authorization: secret'", true],
  ['a run that is repeated', withBody(json(2000)), run],
  ['200 of the same', withBody('F'.repeat(200)), `--data-binary '${'F'.repeat(200)}'`],
  ['201 of the same', withBody('F'.repeat(201)), "printf 'F%.0s' $(seq 201)"],
  ['two runs', brackets, "$(seq 250); printf %s ''; printf ']%.0s' $(seq 2001)"],
  ['2,000 characters', withBody(`x${'ab'.repeat(1000)}`.slice(1)), `--data-binary '${'ab'.repeat(1000)}'`],
])('a command shows %s in a short form', (_what, sent, command, showToken = false) => {
  expect(toCurlCommand(sent, url, showToken)).toContain(command)
})

test('a text is quoted if the shell would read something else', () => {
  const quoted = ['http://a/b-c_1.d', 'a b', "it's", ''].map(quoteIfNeeded)
  expect(quoted).toEqual(['http://a/b-c_1.d', "'a b'", "'it'\\''s'", "''"])
})
