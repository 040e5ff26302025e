import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { hangLimit } from '../tools/hang-limit.ts'
import { makeFolder } from './temporary-folder.ts'

const run = promisify(execFile)
const root = new URL('../../', import.meta.url).pathname

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

const readPacts = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  )

// Renewed by `npm run generate:pacts`. `npm run test:corpus` tries both kinds of workers.
test.each(process.env['THOROUGH'] ? ['forks', 'threads'] : ['forks'])(
  'contracts/ has what the tests of the example consumers write in %s',
  async (pool) => {
    const folder = makeFolder()
    const { VITEST: _vitest, ...env } = process.env
    const options = { cwd: root, env: { ...env, PACTS_FOLDER: folder }, timeout: hangLimit }
    const command = `${scripts['generate:pacts']} --pool=${pool} --sequence.shuffle`
    await run('sh', ['-c', `PATH=node_modules/.bin:$PATH; ${command}`], options)
    expect(readPacts(folder)).toEqual(readPacts(join(root, 'contracts')))
    expect(Object.keys(readPacts(folder))).toEqual(['importer-plant-store.json', 'shop-plant-store.json'])
  },
)
