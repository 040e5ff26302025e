import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { fetchPackage } from '../../contract/corpus/fetch-package.ts'
import { createFolder, type Folder } from '../../tools/folder.ts'
import { type Outcome, pinnedEnvironment, runAsUser } from '../user.ts'
import { ofBookingApp, ofGithubClient } from './breaks.ts'

/** GitHub's description, which the script of the example gets from its repository. */
const github = (): string => `${fetchPackage('@octokit/openapi', '23.0.2')}/generated/api.github.com.json`

const vitest = 'node_modules/.bin/vitest run'

/** How many lines fit on a screen. */
const screen = 40

const examples = [
  ['booking-app', ofBookingApp],
  ['github-client', ofGithubClient],
] as const

describe.each(examples)('the example %s', (name, breaks) => {
  const source = fileURLToPath(new URL(`../../examples/${name}`, import.meta.url))
  let folder: Folder
  let project: string

  function copyTo(path: string): void {
    cpSync(source, path, { recursive: true })
    if (name === 'github-client') symlinkSync(github(), `${path}/github.json`)
  }
  const run = (line: string, cwd: string): Promise<Outcome> =>
    runAsUser(line, { cwd, env: pinnedEnvironment })

  beforeAll(async () => {
    folder = createFolder()
    project = folder.file('right')
    copyTo(project)
    const { code, output } = await run(`npm install --save-dev ${inject('tarball')}`, project)
    expect(code, output).toBe(0)
  })
  afterAll(() => folder[Symbol.dispose]())

  test('passes its tests, and compiles', async () => {
    const outcomes = [await run(vitest, project), await run('node_modules/.bin/tsc', project)]
    for (const { code, output } of outcomes) expect(code, output).toBe(0)
  })

  test.concurrent.for(breaks)(
    'fails with the reason on the first screen if $title',
    async (broken, { expect }) => {
      const { file, from, to, reason } = broken
      const copy = folder.file(String(breaks.indexOf(broken)))
      copyTo(copy)
      symlinkSync(`${project}/node_modules`, `${copy}/node_modules`)
      const code = readFileSync(`${copy}/${file}`, 'utf8')
      expect(code.split(from)).toHaveLength(2)
      writeFileSync(`${copy}/${file}`, code.split(from).join(to))
      const outcome = await run(vitest, copy)
      expect(outcome.code).toBe(1)
      expect(outcome.output.split('\n').slice(0, screen).join('\n')).toMatch(reason)
    },
  )
})
