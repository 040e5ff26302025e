import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { inject } from 'vitest'
import { snippets } from '../../docs/pages.ts'
import { createFolder, type Folder } from '../../tools/folder.ts'
import type { ListeningProcess } from '../../tools/processes.ts'
import { type Outcome, pinnedEnvironment, runAsUser, startAsUser } from '../user.ts'

/** The packages of a project besides the kit. */
export type Versions = Record<string, string>

/** A project outside the repository, with the files of the docs in it; it uses the pinned Node. */
export interface FrontendProject extends Folder {
  /** Runs a line of a shell in the project. */
  run(line: string, env?: NodeJS.ProcessEnv): Promise<Outcome>
  /** Starts a server that prints its address. */
  start(line: string, ready?: RegExp): Promise<ListeningProcess>
  write(path: string, text: string | object): void
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
export async function createFrontendProject(versions: Versions): Promise<FrontendProject> {
  const folder = createFolder()
  const cwd = folder.path
  const project: FrontendProject = {
    ...folder,
    run: (line, env) => runAsUser(line, { cwd, env: { ...pinnedEnvironment, ...env } }),
    start: (line, ready) => startAsUser(line, { cwd, env: pinnedEnvironment, ...(ready && { ready }) }),
    write(path, content) {
      mkdirSync(dirname(folder.file(path)), { recursive: true })
      writeFileSync(folder.file(path), typeof content === 'string' ? content : JSON.stringify(content))
    },
  }
  project.write('package.json', { type: 'module', private: true })
  project.write('tsconfig.json', tsconfig)
  project.write(
    'index.html',
    '<!doctype html><body><script type="module" src="/src/main.ts"></script></body>',
  )
  for (const { file, code } of snippets) if (file !== undefined) project.write(file, code)
  const packages = Object.entries(versions).map(([name, version]) => `${name}@${version}`)
  const { code, output } = await project.run(
    `npm install --save-dev ${[inject('tarball'), ...packages].join(' ')}`,
  )
  if (code !== 0) throw new Error(output)
  return project
}
