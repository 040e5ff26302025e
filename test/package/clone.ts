import { execFileSync } from 'node:child_process'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createFolder, type Folder } from '../tools/folder.ts'
import { userEnvironment } from './user.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Clones the repository, including uncommitted changes, but without installed and built files. */
export function cloneRepository(): Folder {
  const clone = createFolder()
  const git = (args: string, cwd = clone.path): string =>
    execFileSync('git', args.split(' '), { cwd, env: userEnvironment, encoding: 'utf8' })
  for (const path of git('ls-files -z --cached --others --exclude-standard', root)
    .split('\0')
    .filter(Boolean))
    cpSync(join(root, path), clone.file(path))
  git('init --quiet')
  git('add --all')
  git('-c user.name=Test -c user.email=test@plants.example commit --quiet --message Clone')
  return clone
}
