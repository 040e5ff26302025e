// Prints how many checks of a foreign client the mock passes: node test/mock/foreign/measure.ts [part of a name] [--failures] [--prism]
import { readContract } from '../../../src/contract/read/read-contract.ts'
import { createMock } from '../../../src/mock/create-mock.ts'
import { foreignDescriptions } from './descriptions.ts'
import { loadDescription } from './load-description.ts'
import { sendTo, startPrism } from './prism-peer.ts'
import { checkNames, createResult, type Result, runChecks, type Send } from './run-checks.ts'

const decoder = new TextDecoder('latin1')

async function createSend(file: string): Promise<Send> {
  const mock = createMock({ contract: await readContract(file) })
  return async (request) => {
    const { status, headers, body } = await mock.handle(request)
    return { status, headers: { ...headers }, body: typeof body === 'string' ? body : decoder.decode(body) }
  }
}

/** Measures the mock by some of the foreign descriptions. */
export async function measure(isMeasured: (name: string) => boolean = () => true): Promise<Result> {
  const result = createResult()
  for (const [name, file] of foreignDescriptions)
    if (isMeasured(name)) await runChecks(loadDescription(file, name), await createSend(file), result)
  return result
}

/** Measures Prism by the same descriptions and the same client. One that it can't serve gets no response. */
export async function measurePrism(isMeasured: (name: string) => boolean = () => true): Promise<Result> {
  const result = createResult()
  for (const [name, file] of foreignDescriptions) {
    if (!isMeasured(name)) continue
    const description = loadDescription(file, name)
    await using prism = await startPrism(['mock', file])
    const send = sendTo(prism?.url ?? 'http://127.0.0.1:1', description.base)
    await runChecks(description, send, result)
  }
  return result
}

const toShare = (passed: number, total: number): string =>
  `${`${passed}/${total}`.padStart(11)} ${(total === 0 ? '' : `${((100 * passed) / total).toFixed(1)} %`).padStart(8)}`

/** Sums up all checks of a result. */
export function sumUp({ tallies }: Result): { passed: number; total: number } {
  const all = [...tallies.values()]
  const sum = (pick: 'passed' | 'total'): number => all.reduce((count, tally) => count + tally[pick], 0)
  return { passed: sum('passed'), total: sum('total') }
}

/** Writes a table with a row for each check, and a column for each result. */
export const toTable = (...results: Result[]): string =>
  [
    ...checkNames.map(
      (name) =>
        name.padEnd(28) +
        results
          .map(({ tallies }) => tallies.get(name) ?? { passed: 0, total: 0 })
          .map(({ passed, total }) => toShare(passed, total))
          .join(''),
    ),
    'all'.padEnd(28) +
      results
        .map(sumUp)
        .map(({ passed, total }) => toShare(passed, total))
        .join(''),
    `operations without a request: ${results[0]?.unbuilt}`,
  ].join('\n')

if (import.meta.main) {
  const [part = ''] = process.argv.slice(2).filter((one) => !one.startsWith('--'))
  const isMeasured = (name: string): boolean => name.includes(part)
  const result = await measure(isMeasured)
  if (process.argv.includes('--failures'))
    for (const { check, description, operation, detail } of result.failures)
      console.log(`${check} | ${description} | ${operation} | ${detail}`)
  const others = process.argv.includes('--prism') ? [await measurePrism(isMeasured)] : []
  console.log(toTable(result, ...others))
}
