import { judgeByPacts } from '../pact/judge-by-pacts.ts'
import type { Overrides } from '../verify/backends/create-backend.ts'
import { mistakes } from '../verify/backends/mistakes.ts'
import { rightBackends } from '../verify/backends/right-backends.ts'

const workers = 4

/** Gives the backends in which the pacts of the example consumers find a mistake. */
async function findBlamed<Backend extends { backend: Overrides }>(
  backends: readonly Backend[],
): Promise<Backend[]> {
  const waiting = [...backends]
  const blamed: Backend[] = []
  async function work(): Promise<void> {
    for (let backend = waiting.shift(); backend !== undefined; backend = waiting.shift())
      if ((await judgeByPacts(backend)) === 'failed') blamed.push(backend)
  }
  await Promise.all(Array.from({ length: workers }, work))
  return blamed
}

/** Counts the backends with a mistake that the pacts in contracts/ find, and lists the correct ones that they blame. */
export async function measurePacts(): Promise<void> {
  const found = await findBlamed(mistakes)
  const rules = new Set(found.map(({ rule }) => rule))
  console.log(`\nMistakes found by the pacts in contracts/ alone: ${found.length} of ${mistakes.length}`)
  console.log(`These mistakes break ${rules.size} rules`)
  const blamed = await findBlamed(rightBackends)
  console.log(`Correct backends blamed: ${blamed.length} of ${rightBackends.length}`)
  for (const { title } of blamed) console.log(`  ${title}`)
}
