import { describe, test } from 'vitest'
import { verify } from '../../../src/verify/verify.ts'
import { createFolder } from '../../tools/folder.ts'
import { installHangLimit } from '../../tools/hang-limit.ts'
import { takePort } from '../../tools/listen.ts'
import { has } from '../../tools/optional-tools.ts'
import { type ListeningProcess, startListening } from '../../tools/processes.ts'
import { type Framework, frameworks, frameworksFolder } from '../frameworks/frameworks.ts'

const token = 'local-token'

async function findPort(): Promise<number> {
  await using free = await takePort()
  return free.port
}

/** Starts a service, which may write into a folder. */
async function startFramework({ command, args, tool }: Framework, folder: string): Promise<ListeningProcess> {
  // nginx can't find a free port by itself.
  const port = tool === 'php' ? await findPort() : 0
  return startListening(command, args, {
    cwd: frameworksFolder,
    // Some print their address on standard error.
    wrapper: ['sh', '-c', 'exec "$0" "$@" 2>&1'],
    env: { TOKEN: token, PORT: String(port), FOLDER: folder, HOME: process.env['HOME'] },
    timeout: installHangLimit,
  })
}

describe('a correct service of an ordinary framework keeps the description, in each of three runs', () => {
  for (const framework of frameworks) {
    const { title, tool } = framework
    test.skipIf(tool !== undefined && !has(tool))(title, async ({ expect }) => {
      await using folder = createFolder()
      await using service = await startFramework(framework, folder.path)
      for (const run of [1, 2, 3]) {
        const options = { token, wait: installHangLimit, limit: installHangLimit }
        const report = await verify(service.url, options)
        const list = (wanted: string): string[] =>
          report.cases.flatMap(({ title, status, findings }) =>
            status === wanted ? findings.map(({ tried, problem }) => `${title}: ${tried}: ${problem}`) : [],
          )
        expect([report.outcome, list('failed')], `run ${run}, seed ${report.seed}`).toEqual(['passed', []])
        const warnings = report.cases.filter(({ status }) => status === 'warning')
        expect(warnings.length, list('warning').join('\n')).toBeLessThanOrEqual(3)
      }
    })
  }
})
