import { expect, test } from 'vitest'
import { toCurl } from '../../src/http/curl.ts'
import type { HttpRequest } from '../../src/http/exchange.ts'
import { quote, quoteIfNeeded } from '../../src/http/quote.ts'
import { runProcess } from '../tools/processes.ts'

const url = "http://a.example/it's?a=$b"
const host = { name: 'Host', value: 'a.example' }
const plain: HttpRequest = { method: 'POST', path: '/', headers: [host], pieces: [] }
const withBody = (body: string | number[] | Buffer): HttpRequest => ({
  ...plain,
  pieces: [Buffer.from(body as string)],
})
const withHeader = (name: string, value: string, shell?: string): HttpRequest => ({
  ...plain,
  headers: [host, { name, value, ...(shell !== undefined && { shell }) }],
})
const json = (count: number) => `{"name":"${'F'.repeat(count)}"}`

const unset = ['Accept:', 'User-Agent:', 'Content-Type:'].flatMap((header) => ['-H', header])

/** What the shell makes of a command: the arguments of curl and what it gets from a pipe. */
const cases: [sent: HttpRequest, args: string[], input?: string][] = [
  [plain, ['-i', '-X', 'POST', url, ...unset, '--data-binary', '']],
  [{ ...plain, method: 'HEAD' }, ['-i', '-I', url, ...unset]],
  [{ ...withBody('x'), method: 'HEAD' }, ['-X', 'HEAD', url]],
  [{ ...plain, curl: '-k', headers: [] }, ['-i', '-X', 'POST', url, '-k', '-H', 'Host:', '-H']],
  [{ ...plain, path: 'http://b.example/' }, [url, '--request-target', 'http://b.example/', '-H']],
  [withHeader('Accept', "it's"), ['-H', "Accept: it's"]],
  [withHeader('content-length', '5'), ['POST', url, '-H', 'Accept:']],
  [withHeader('X-Empty', ' '), ['-H', 'X-Empty;']],
  [withHeader('X-Odd', 'é%\\\n'), ['-H', 'X-Odd: \ufffd%\\']],
  [withHeader('Authorization', 'secret', 'Bearer $TOKEN'), ['-H', 'Authorization: Bearer from the shell']],
  [withBody('é 🌱 \'"$`\\'), ['--data-binary', 'é 🌱 \'"$`\\']],
  [withBody('@file'), ['--data-binary', '@-'], '@file'],
  [withBody('a\0b\n'), ['--data-binary', '@-'], 'a\0b\n'],
  [withBody([0xff, 0x25, 0x5c, 0x27]), ['--data-binary', '@-'], "\xff%\\'"],
  [withBody('ab'.repeat(1001)), ['--data-binary', '@-'], 'ab'.repeat(1001)],
  [withBody('a%\\'.repeat(1001)), ['--data-binary', '@-'], 'a%\\'.repeat(1001)],
  [withHeader('X-Long', 'ab%'.repeat(300)), ['-H', `X-Long: ${'ab%'.repeat(300)}`]],
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
  const commands = cases.map(([sent]) => toCurl(sent, url, false))
  const { stdout } = await runProcess('sh', ['-c', [...functions, ...commands].join('\n')])
  const seen: [args: string[], input: string][] = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(seen).toHaveLength(cases.length)
  for (const [index, [args, input]] of seen.entries()) {
    const [, expected, piped = ''] = cases[index] ?? []
    expect(args.join('\n'), commands[index]).toContain(expected?.join('\n'))
    expect([args[0], args.includes(url), input], commands[index]).toEqual(['-i', true, piped])
  }
})

const secret = withHeader('Authorization', 'secret', '$TOKEN')
/** Characters without a pattern. */
const odd = Array.from({ length: 2000 }, (_, at) => String.fromCharCode(97 + ((at * at) % 23))).join('')
const brackets = withBody(`${'['.repeat(250)}${']'.repeat(2001)}`)
const run = `{ printf %s '{"name":"'; printf 'F%.0s' $(seq 2000); printf %s '"}'; } | `

test.each<[what: string, sent: HttpRequest, command: string, showToken?: boolean]>([
  ['a plant', withBody('{}'), `-H 'Content-Type:' --data-binary '{}'`],
  ['a secret header', secret, '-H "Authorization: $TOKEN"'],
  ['the token if it is wanted', secret, "-H 'Authorization: secret'", true],
  ['a run that is repeated', withBody(json(2000)), run],
  ['200 of the same', withBody('F'.repeat(200)), `--data-binary '${'F'.repeat(200)}'`],
  ['201 of the same', withBody('F'.repeat(201)), "printf 'F%.0s' $(seq 201)"],
  ['two runs', brackets, "{ printf '[%.0s' $(seq 250); printf ']%.0s' $(seq 2001); } | "],
  ['several letters', withBody('a%'.repeat(1000)), "printf 'a%%%.0s' $(seq 1000)"],
  ['2,000 characters', withBody(odd), `--data-binary '${odd}'`],
  ['a long header', withHeader('X-Long', 'a'.repeat(300)), `-H 'X-Long: '"$(printf 'a%.0s' $(seq 300))" -H`],
  ['a header of blanks', withHeader('X-Long', `a${' '.repeat(300)}b`), `-H 'X-Long: a'`],
])('a command shows %s in a short form', (_what, sent, command, showToken = false) => {
  expect(toCurl(sent, url, showToken)).toContain(command)
})

test('there is no command for what curl sends in another way', () => {
  expect(toCurl({ ...plain, isRaw: true }, url, false)).toBe('')
  expect(toCurl({ ...plain, pieces: ['{"id"', ':1}'].map(Buffer.from), pause: 15 }, url, false)).toBe('')
})

test('a text is quoted if the shell would read something else', () => {
  const quoted = ['http://a/b-c_1.d', 'a b', "it's", ''].map(quoteIfNeeded)
  expect(quoted).toEqual(['http://a/b-c_1.d', "'a b'", "'it'\\''s'", "''"])
})
