import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MockServer, startServer } from '../../src/adapters/server/start-server.ts'
import { createFolder } from '../tools/folder.ts'
import { runHere } from './run-here.ts'

// A recording is a session in a terminal. `npm run test:renew` writes the output after each command again: | is before
// standard output, and ! before standard error. `echo`, `printf`, and `cat` make files in the folder of the session.

/** The service in the recordings: a fake that accepts any token, has names without a space in front, and answers 422 to stored ids. */
let service: MockServer
beforeAll(async () => {
  service = await startServer({
    port: 0,
    responses: { 'duplicate-key': { status: 422, properties: { error: 7, message: 'taken' } } },
  })
})
afterAll(() => service.close())

/** Splits a command line as a shell does; between double quotes, escapes are those of JSON. */
function toWords(line: string): string[] {
  const words = line.replaceAll('$SERVICE', service.url).matchAll(/(?:'[^']*'|"(?:[^"\\]|\\.)*"|[^\s'"])+/g)
  return [...words].map(([word]) =>
    word.replaceAll(/'([^']*)'|("(?:[^"\\]|\\.)*")/g, (_, single, double) => single ?? JSON.parse(double)),
  )
}

/** Replaces what differs from run to run. */
const mask = (text: string, folder: string): string =>
  text
    .replaceAll(service.url, '$SERVICE')
    .replaceAll(`${folder}/`, './')
    .replaceAll('\u001b', '\\e')
    .replaceAll(/(?<=of this machine), such as .*/g, '')
    .replaceAll(/(\d\.\d+|localhost):\d{5}/g, '$1:PORT')
    .replaceAll(/\d+\.\d (?=m?s\b)/g, 'N ')
    .replaceAll(/ *\d+(?=×)/g, ' N')
    .replaceAll(/\d+(?= requests?\b)|(?<=; seed )\d+/g, 'N')
    .replaceAll(/\d{4}-\d\d-\d\d/g, 'DATE')

/** Runs a command in a folder; returns what a terminal shows. */
async function run(line: string, folder: string): Promise<string[]> {
  const [command = '', pattern = ''] = line.split(/ \| grep (.+)/)
  const words = toWords(command)
  const start = words.findIndex((word) => !/^[A-Z_]+=/.test(word))
  const [name, ...args] = words.slice(start)
  const file = (at: number) => `${folder}/${args[at]}`
  if (name === 'echo' || name === 'printf') {
    writeFileSync(file(2), name === 'echo' ? `${args[0]}\n` : `${args[0]}`)
    return []
  }
  const show = (text: string, mark: string, [first = '', second]: string[]): string[] => {
    if (/secret/i.test(text)) throw new Error(`Failed to run ${command}: it shows a secret`)
    return (
      mask(text, folder)
        .split('\n')
        .slice(0, -1)
        .filter((line) => new RegExp(second ?? first).test(line))
        // `grep -o` shows only the part that matches.
        .map((line) => `${mark} ${second === undefined ? line : new RegExp(second).exec(line)}`.trimEnd())
    )
  }
  if (name === 'cat') return show(readFileSync(file(0), 'utf8'), '|', toWords(pattern))
  if (name !== 'plant-store') throw new Error(`Failed to run ${command}: there is no such command`)
  const variables = words.slice(0, start).map((word) => word.split(/=(.*)/s).slice(0, 2))
  const env = { PLANT_STORE_PORT: '0', NO_COLOR: undefined, ...Object.fromEntries(variables) }
  const { code, stdout, stderr } = await runHere(args, env, folder)
  const end = code === 0 ? [] : [`exit code ${code}`]
  return [...show(stdout, '|', toWords(pattern)), ...show(stderr, '!', []), ...end]
}

/** Runs all commands of a recording; returns it with their output of today. */
async function replay(recording: string): Promise<string> {
  await using folder = createFolder()
  const lines = recording.split('\n').filter((line) => !/^[|!]|^exit code/.test(line))
  const replayed: string[] = []
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    replayed.push(line)
    const [, file] = /^\$ cat > (\S+) <<END$/.exec(line) ?? []
    if (file !== undefined) {
      const content = lines.slice(at + 1, lines.indexOf('END', at))
      writeFileSync(folder.file(file), `${content.join('\n')}\n`)
      replayed.push(...content, 'END')
      at += content.length + 1
    } else if (line.startsWith('$ ')) {
      replayed.push(...(await run(line.slice(2), folder.path)))
    } else if (line !== '' && !line.startsWith('# ')) {
      throw new Error(`Failed to read a recording: a line is neither a command nor a comment: ${line}`)
    }
  }
  return replayed.join('\n')
}

const folder = new URL('recordings/', import.meta.url)

test.each(globSync('*.txt', { cwd: folder }).sort())(
  'the command line prints what is in %s',
  async (name) => {
    const path = fileURLToPath(new URL(name, folder))
    await expect(await replay(readFileSync(path, 'utf8'))).toMatchFileSnapshot(path)
  },
)
