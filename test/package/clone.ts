import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { userEnvironment } from './user-environment.ts'

const run = promisify(execFile)
const root = new URL('../../', import.meta.url).pathname

/** A fresh clone of the repository, including uncommitted changes; it is removed at the end of the scope. */
export interface Clone extends AsyncDisposable {
  folder: string
}

/** Clones the repository, without installed and built files. */
export async function cloneRepository(): Promise<Clone> {
  const folder = await mkdtemp(join(tmpdir(), 'plant-store-clone-'))
  const git = (...args: readonly string[]) => run('git', args, { cwd: folder, env: userEnvironment })
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const { stdout } = await run('git', list, { cwd: root })
  for (const path of stdout.split('\0').filter(Boolean)) await cp(join(root, path), join(folder, path))
  await git('init', '--quiet')
  await git('add', '--all')
  await git(
    '-c',
    'user.name=Test',
    '-c',
    'user.email=test@plants.example',
    'commit',
    '--quiet',
    '-m',
    'Clone',
  )
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) }
}
