import { type Report, verify } from '../../src/verify/verify.ts'
import { startBackend } from '../verify/backends/create-backend.ts'
import { mistakes } from '../verify/backends/mistakes.ts'
import type { Parts } from '../verify/backends/parts.ts'
import { rightBackends } from '../verify/backends/right-backends.ts'
import { commands, start } from './contestants.ts'
import { median } from './statistics.ts'

const runs = 7

const findBroken = ({ rules }: Report, level?: string): string[] =>
  rules
    .filter(({ rule, status }) => status === 'broken' && (level === undefined || rule.level === level))
    .map(({ rule }) => rule.id)

async function judgeBackend(backend: Partial<Parts>): Promise<Report> {
  await using started = await startBackend(backend)
  // Awaited, so that the backend is there until the end.
  return await verify(started.url, { token: 'local-token', requestLimit: 1500 })
}

async function measureRuns(latency: number): Promise<Report[]> {
  const flags = ['--token', 'local-token', '--latency', String(latency)]
  await using fake = await start(await commands.fake(...flags))
  const reports: Report[] = []
  for (let run = 0; run < (latency > 0 ? 1 : runs); run++) {
    reports.push(await verify(fake.url, { token: 'local-token' }))
  }
  return reports
}

const show = (reports: readonly Report[]): object => {
  const seconds = median(reports.map(({ duration }) => duration)) / 1000
  const requests = median(reports.map((report) => report.requests))
  return { requests, seconds: seconds.toFixed(1), 'checks/s': Math.round(requests / seconds) }
}

/** Measures runs of verify against the fake, and judges every backend with a mistake and every right one. */
export async function measureVerify(): Promise<void> {
  console.log('\nplant-store verify against the fake')
  console.table({
    'at once': show(await measureRuns(0)),
    'after 150 ms': show(await measureRuns(150)),
  })
  let found = 0
  let alone = 0
  for (const { title, rule, also = [], backend } of mistakes) {
    const broken = findBroken(await judgeBackend(backend))
    if (broken.includes(rule)) found++
    if (broken.every((id) => id === rule || also.includes(id))) alone++
    if (!broken.includes(rule) || !broken.every((id) => id === rule || also.includes(id))) {
      console.log(`${title}: expected ${rule}, found ${broken}`)
    }
  }
  let unblamed = 0
  for (const { backend } of rightBackends) {
    if (findBroken(await judgeBackend(backend), 'must').length === 0) unblamed++
  }
  console.log(`Mistakes found: ${found} of ${mistakes.length}, with nothing else blamed: ${alone}`)
  console.log(`Right backends not blamed: ${unblamed} of ${rightBackends.length}`)
}
