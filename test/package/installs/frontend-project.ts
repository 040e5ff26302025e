import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify, stripVTControlCharacters } from 'node:util'
import { snippets } from '../../docs/pages.ts'
import { installHangLimit } from '../../tools/hang-limit.ts'
import { userEnvironment } from '../user-environment.ts'

const run = promisify(execFile)
const nodeFolder = dirname(process.execPath)
// Uses the pinned Node, since msw 3 and Vitest 5 don't support every Node that the fake supports.
const env = {
  ...userEnvironment,
  PATH: `${nodeFolder}:${userEnvironment['PATH']}`,
  // The cache of npm has the same content as the registry.
  npm_config_prefer_offline: 'true',
  npm_config_audit: 'false',
  npm_config_fund: 'false',
}

/** The packages of a project besides the kit. */
export type Versions = Record<string, string>

/** A front-end project outside the repository, with the files of the docs in it. */
export interface FrontendProject extends AsyncDisposable {
  folder: string
  /** Runs a command in the project; returns its output even if it fails. */
  run(command: string, more?: NodeJS.ProcessEnv): Promise<{ code: number; output: string }>
  write(path: string, text: string): Promise<void>
}

const tsconfig = {
  compilerOptions: {
    strict: true,
    noEmit: true,
    target: 'es2022',
    module: 'esnext',
    moduleResolution: 'bundler',
    allowImportingTsExtensions: true,
    lib: ['es2022', 'dom', 'dom.iterable'],
    types: ['vite/client'],
    skipLibCheck: true,
  },
  include: ['src'],
}

/** Makes a project, installs the tarball and the versions from the registry, and writes the docs' files. */
export async function createFrontendProject(tarball: string, versions: Versions): Promise<FrontendProject> {
  const folder = await mkdtemp(join(tmpdir(), 'plant-store-frontend-'))
  const project: FrontendProject = {
    folder,
    async run(command, more = {}) {
      const options = { cwd: folder, env: { ...env, ...more }, timeout: installHangLimit }
      return run('sh', ['-c', `${command} 2>&1 < /dev/null`], options).then(
        ({ stdout }) => ({ code: 0, output: stripVTControlCharacters(stdout) }),
        ({ code, stdout }) => ({ code, output: stripVTControlCharacters(stdout) }),
      )
    },
    async write(path, text) {
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await writeFile(join(folder, path), text)
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  }
  await project.write('package.json', JSON.stringify({ type: 'module', private: true }))
  await project.write('tsconfig.json', JSON.stringify(tsconfig))
  await project.write(
    'index.html',
    '<!doctype html><body><script type="module" src="/src/main.ts"></script></body>',
  )
  for (const { file, code } of snippets) if (file !== undefined) await project.write(file, code)
  const packages = Object.entries(versions).map(([name, version]) => `${name}@${version}`)
  const installed = await project.run(`npm install --save-dev ${[tarball, ...packages].join(' ')}`)
  if (installed.code !== 0) throw new Error(installed.output)
  return project
}
