import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { createFolder } from '../../tools/folder.ts'
import { installHangLimit } from '../../tools/hang-limit.ts'
import { runProcess } from '../../tools/processes.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

const readPacts = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { encoding: 'utf8' })
      .filter((name) => name.endsWith('.json'))
      .map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  )

// Renewed by `npm run generate:pacts`.
test.each(['forks', 'threads'])(
  'contracts/ has what the tests of the example consumers write in %s',
  async (pool) => {
    using folder = createFolder()
    const command = `PATH=node_modules/.bin:$PATH; ${scripts['generate:pacts']} --pool=${pool} --sequence.shuffle`
    const env = { ...process.env, VITEST: undefined, PACTS_FOLDER: folder.path }
    const { code, stderr } = await runProcess('sh', ['-c', command], {
      cwd: root,
      env,
      timeout: installHangLimit,
    })
    expect(code, stderr).toBe(0)
    expect(readPacts(folder.path)).toEqual(readPacts(join(root, 'contracts')))
    expect(Object.keys(readPacts(folder.path))).toEqual([
      'importer-plant-store.json',
      'shop-plant-store.json',
    ])
  },
)
