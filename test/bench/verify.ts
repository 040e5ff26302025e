import { type Report, verify } from '../../src/verify/verify.ts'
import { startBackend } from '../verify/backends/create-backend.ts'
import { limitSpacing } from '../verify/backends/right/changing.ts'
import { commands, start } from './contestants.ts'
import { median } from './statistics.ts'

const runs = 7

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
  const outcomes = [...new Set(reports.map(({ outcome }) => outcome))].join()
  return { outcomes, requests, seconds: seconds.toFixed(1), 'checks/s': Math.round(requests / seconds) }
}

/** Measures a run against a correct backend behind a limit of requests per second, as nginx sets it. */
async function measureLimited(perSecond: number): Promise<Report[]> {
  await using backend = await startBackend(limitSpacing(perSecond))
  return [await verify(backend.url, { token: 'local-token' })]
}

/** Measures runs of verify against the fake, with and without latency, and against a backend that limits requests. */
export async function measureVerify(): Promise<void> {
  console.log('\nplant-store verify against the fake')
  console.table({
    'no latency': show(await measureRuns(0)),
    '150 ms latency': show(await measureRuns(150)),
    '250 ms latency': show(await measureRuns(250)),
    '2 s latency': show(await measureRuns(2000)),
    '100 requests per second': show(await measureLimited(100)),
  })
}
