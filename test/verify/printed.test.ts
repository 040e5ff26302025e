import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, test } from 'vitest'
import type { ShownFinding } from '../../src/verify/verify.ts'
import { runHere } from '../cli/run-here.ts'
import { createFolder } from '../tools/folder.ts'
import { has } from '../tools/optional-tools.ts'
import { startBackend } from './backends/create-backend.ts'
import { mistakes } from './backends/mistakes.ts'
import { validToken } from './backends/parts.ts'
import { judge } from './judge.ts'

const env = { PLANT_STORE_TOKEN: validToken }

/** Runs a script, and returns what it prints, however it ends. */
const runScript = async (script: string): Promise<string> => {
  const options = {
    env: { ...process.env, ...env },
    encoding: 'latin1',
    timeout: 10_000,
    maxBuffer: 2 ** 26,
  } as const
  const { stdout } = await promisify(execFile)('sh', ['-c', script], options).catch(
    (error: { stdout: string }) => error,
  )
  return stdout
}

/** Returns whether the commands of a finding get the same statuses, even on a busy machine. */
const isRepeatable = ({ exchanges }: ShownFinding): boolean =>
  exchanges.some(({ request }) => request.curl !== '') &&
  exchanges.every(
    ({ request, answer }) =>
      answer !== undefined && request.note === undefined && !request.curl.includes('xargs'),
  )

/** Pastes the commands of a finding, and returns the statuses of their answers. */
async function paste({ exchanges }: ShownFinding): Promise<number[]> {
  const printed = await runScript(exchanges.map(({ request }) => request.curl).join('\n'))
  return [...printed.matchAll(/HTTP\/1\.[01] (?!100)(\d{3})/g)].map(([, status]) => Number(status))
}

// Those of all backends take hours.
const some = mistakes.filter((_mistake, index) => index % 50 === 0)

describe.skipIf(!has('curl'))('what a report prints shows the same again right after the run', () => {
  test.for(some)('$rule: $title', async ({ rule, backend, limits }, { expect }) => {
    await using folder = createFolder({ 'limits.json': JSON.stringify(limits ?? {}) })
    await using server = await startBackend(backend)
    const report = await judge(server.url, 1000, {
      level: 'protocol',
      ...(limits && { limits, flags: [`--limits ${folder.file('limits.json')}`] }),
    })
    const failed = report.cases.filter(({ status }) => status === 'failed')
    expect(failed.map(({ title }) => title)).toContain(rule)
    for (const { title, findings, again } of failed) {
      for (const finding of findings.filter(isRepeatable)) {
        const { tried, exchanges } = finding
        const [statuses, own] = [exchanges, exchanges.filter(({ request }) => request.curl !== '')].map(
          (some) => some.map(({ answer }) => answer?.status),
        )
        const sent = await paste(finding)
        // Commands of one connection are one; what curl can't send has none.
        const expected = expect.toBeOneOf([statuses, own])
        expect({ title, tried, sent }).toEqual({ title, tried, sent: expected })
      }
      if (again === undefined) continue
      const words = await runScript(`printf '%s\\n' ${again.replace('npx --no plant-store ', '')}`)
      const { code, stdout } = await runHere(words.trimEnd().split('\n'), env)
      expect([title, again, code, stdout.match(/^✗ [\w-]+$/gm)]).toEqual([
        title,
        again,
        1,
        expect.arrayContaining([`✗ ${title}`]),
      ])
    }
  })
})
