import { describe, test } from 'vitest'
import { verify } from '../../../src/verify/verify.ts'
import { createFolder } from '../../tools/folder.ts'
import { installHangLimit } from '../../tools/hang-limit.ts'
import { takePort } from '../../tools/listen.ts'
import { has } from '../../tools/optional-tools.ts'
import { type ListeningProcess, startListening } from '../../tools/processes.ts'
import { findBrokenMust } from '../describe-corpus.ts'
import { type Framework, frameworks, frameworksFolder } from '../frameworks/frameworks.ts'

const token = 'local-token'

/** Starts a service, which may write into a folder. */
async function startFramework({ command, args, tool }: Framework, folder: string): Promise<ListeningProcess> {
  await using free = await takePort()
  // nginx can't take a free port by itself.
  const port = tool === 'php' ? free.port : 0
  await free[Symbol.asyncDispose]()
  return startListening(command, args, {
    cwd: frameworksFolder,
    // Some print their address as an error.
    wrapper: ['sh', '-c', 'exec "$0" "$@" 2>&1'],
    env: { TOKEN: token, PORT: String(port), FOLDER: folder, HOME: process.env['HOME'] },
    timeout: installHangLimit,
  })
}

describe('a correct service of an ordinary framework keeps the contract, in each of three runs', () => {
  for (const framework of frameworks) {
    const { title, tool } = framework
    test.skipIf(tool !== undefined && !has(tool))(title, async ({ expect }) => {
      await using folder = createFolder()
      await using service = await startFramework(framework, folder.path)
      for (const run of [1, 2, 3]) {
        const report = await verify(service.url, { token, wait: installHangLimit })
        const warnings = report.cases.filter(({ status }) => status === 'warning')
        const seed = `run ${run}, seed ${report.seed}`
        expect([report.outcome, findBrokenMust(report)], seed).toEqual(['passed', []])
        expect(
          warnings.map((warning) => warning.title),
          seed,
        ).toSatisfy((titles: string[]) => titles.length <= 3)
      }
    })
  }
})
