import type { PlantStoreOptions } from '../store/options.ts'
import { compareAnswers } from './compare.ts'
import type { Row } from './learn-rows.ts'
import type { Service } from './service.ts'
import { startFake } from './start-fake.ts'

/** Lists how a fake with the learned options still differs, each difference once with all requests that show it. */
export async function checkImitation(
  rows: readonly Row[],
  options: PlantStoreOptions,
  { session, mask }: Service,
): Promise<string[]> {
  await using fake = await startFake(options, session)
  const titles = new Map<string, string[]>()
  const compared = rows.map(async ({ trigger: { title }, exchange }) => {
    const differences = compareAnswers(await fake.send(exchange.ask), exchange, { pinned: [], mask })
    return { title, problem: differences.map(({ problem }) => problem).join('; ') }
  })
  for (const { title, problem } of await Promise.all(compared))
    if (problem !== '') titles.set(problem, [...(titles.get(problem) ?? []), title])
  return [...titles].map(([problem, shown]) => `${shown.join(', ')}: ${problem}`)
}
