// Prism beside the mock, by the same client in the same run; and Prism as a judge in front of the mock.
import { expect, test } from 'vitest'
import { startServer } from '../../../src/adapters/server/start-server.ts'
import { readContract } from '../../../src/contract/read/read-contract.ts'
import { foreignDescriptions } from '../foreign/descriptions.ts'
import { loadDescription } from '../foreign/load-description.ts'
import { measure, measurePrism, sumUp, toTable } from '../foreign/measure.ts'
import { sendTo, startPrism } from '../foreign/prism-peer.ts'
import { createResult, runChecks, type Send } from '../foreign/run-checks.ts'

const compared = ['3.0/petstore.json', '3.1/train-travel.json', '3.0/star-trek.json']

test('the mock passes more checks than Prism does', async () => {
  const isMeasured = (name: string): boolean => compared.includes(name)
  const [own, other] = [await measure(isMeasured), await measurePrism(isMeasured)]
  process.stdout.write(`The mock, and Prism:\n${toTable(own, other)}\n`)
  const [one, two] = [sumUp(own), sumUp(other)]
  expect(one.passed / one.total).toBeGreaterThan(two.passed / two.total)
  expect(one.total).toBeGreaterThanOrEqual(two.total)
})

interface Violation {
  location: string[]
  severity: string
  message: string
}

/** What Prism says although the response is right. */
const falseAlarms = [
  // A description that documents no success, or no status for what is wrong with the request
  /^Unable to match the returned status code/,
  // It parses no XML.
  /^Response body must be (?:object|array)$/,
  // It requires writeOnly properties in responses: the code of a card in train-travel, and so one of the other sources.
  /^Response body property source/,
  // It takes an int64 for a safe integer.
  /must be <= 9007199254740991$/,
]

test.each([...compared, '3.0/petstore-expanded.json', '3.0/parameters-style.json', '3.0/security.json'])(
  'Prism as a proxy finds nothing wrong with responses of the mock: %s',
  async (name) => {
    const file = foreignDescriptions.get(name) as string
    const description = loadDescription(file, name)
    await using server = await startServer({ contract: await readContract(file), port: 0 })
    await using prism = await startPrism(['proxy', file, server.url])
    if (prism === undefined) throw new Error(`Prism can't serve ${name}`)
    const sendOne = sendTo(prism.url, description.base)
    const found = new Set<string>()
    let responses = 0
    const send: Send = async (request) => {
      const response = await sendOne(request)
      if (response.status > 0) responses++
      const violations: Violation[] = JSON.parse(response.headers['sl-violations'] ?? '[]')
      for (const { location, severity, message } of violations)
        if (
          location[0] === 'response' &&
          severity === 'Error' &&
          !falseAlarms.some((one) => one.test(message))
        )
          found.add(`${request.method} ${request.path}: ${response.status} ${message}`)
      return response
    }
    await runChecks(description, send, createResult())
    expect(responses).toBeGreaterThan(0)
    expect([...found]).toEqual([])
  },
)
