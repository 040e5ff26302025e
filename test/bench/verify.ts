import { type Report, verify } from '../../src/verify/verify.ts'
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
  return { requests, seconds: seconds.toFixed(1), 'checks/s': Math.round(requests / seconds) }
}

/** Measures runs of verify against the fake, with and without latency. */
export async function measureVerify(): Promise<void> {
  console.log('\nplant-store verify against the fake')
  console.table({
    'no latency': show(await measureRuns(0)),
    '150 ms latency': show(await measureRuns(150)),
  })
}
