// Prints how many checks of a foreign client the mock passes: node test/mock/foreign/measure.ts [part of a name] [--failures]
import { readContract } from '../../../src/contract/read/read-contract.ts'
import { createMock } from '../../../src/mock/create-mock.ts'
import { foreignDescriptions } from './descriptions.ts'
import { loadDescription } from './load-description.ts'
import { checkNames, createResult, type Result, runChecks, type Send } from './run-checks.ts'

const decoder = new TextDecoder('latin1')

/** Measures the mock by some of the foreign descriptions. */
export async function measure(isMeasured: (name: string) => boolean = () => true): Promise<Result> {
  const result = createResult()
  for (const [name, file] of foreignDescriptions) {
    if (!isMeasured(name)) continue
    const mock = createMock({ contract: await readContract(file) })
    const send: Send = async (request) => {
      const { status, headers, body } = await mock.handle(request)
      return { status, headers: { ...headers }, body: typeof body === 'string' ? body : decoder.decode(body) }
    }
    await runChecks(loadDescription(file, name), send, result)
  }
  return result
}

/** Writes the table. */
export const toTable = ({ tallies, unbuilt }: Result): string =>
  [
    ...checkNames.map((name) => {
      const { passed, total } = tallies.get(name) ?? { passed: 0, total: 0 }
      const share = total === 0 ? '' : `${((100 * passed) / total).toFixed(1)} %`
      return `${name.padEnd(28)} ${`${passed}/${total}`.padStart(11)} ${share.padStart(8)}`
    }),
    `operations without a request: ${unbuilt}`,
  ].join('\n')

if (import.meta.main) {
  const [part = ''] = process.argv.slice(2).filter((one) => !one.startsWith('--'))
  const result = await measure((name) => name.includes(part))
  if (process.argv.includes('--failures'))
    for (const { check, description, operation, detail } of result.failures)
      console.log(`${check} | ${description} | ${operation} | ${detail}`)
  console.log(toTable(result))
}
