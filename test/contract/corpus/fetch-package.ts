import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const downloads = fileURLToPath(new URL('downloads', import.meta.url))

/** Returns the folder of a package that is too large for a dependency; it is fetched the first time. */
export function fetchPackage(name: string, version: string): string {
  const folder = `${downloads}/${name.replaceAll(/\W/g, '-')}-${version}`
  if (existsSync(folder)) return `${folder}/package`
  mkdirSync(downloads, { recursive: true })
  const options = { cwd: downloads, encoding: 'utf8', shell: process.platform === 'win32' } as const
  const [packed] = JSON.parse(execFileSync('npm', ['pack', '--json', `${name}@${version}`], options))
  const unpacked = `${folder}.part`
  rmSync(unpacked, { recursive: true, force: true })
  mkdirSync(unpacked)
  execFileSync('tar', ['-xzf', packed.filename, '-C', unpacked], options)
  rmSync(`${downloads}/${packed.filename}`)
  renameSync(unpacked, folder)
  return `${folder}/package`
}

/** The commit of the JSON Schema Test Suite that is tested. */
const suiteCommit = '44401e0c046704b476ec9d2e2fccdaee618f259d'

/** Returns the folder of the JSON Schema Test Suite, which no package has; undefined, with a word about it, if its repository can't be reached. */
export function fetchSuite(): string | undefined {
  const folder = `${downloads}/json-schema-test-suite-${suiteCommit}`
  if (existsSync(`${folder}/tests`)) return folder
  const url = 'https://github.com/json-schema-org/JSON-Schema-Test-Suite'
  mkdirSync(folder, { recursive: true })
  const git = (...args: string[]): void => {
    execFileSync('git', args, {
      cwd: folder,
      stdio: 'ignore',
      timeout: 60_000,
      env: { ...process.env, GIT_TERMINAL_PROMPT: '0' },
    })
  }
  try {
    git('init')
    git('fetch', '--depth', '1', url, suiteCommit)
    git('checkout', 'FETCH_HEAD')
    return folder
  } catch {
    rmSync(folder, { recursive: true, force: true })
    process.stderr.write(`Skipped: the JSON Schema Test Suite, since ${url} can't be reached.\n`)
    return undefined
  }
}
