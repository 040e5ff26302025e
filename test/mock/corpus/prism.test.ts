// Prism judges the mocks of strangers' descriptions, since the kit's own judge reads them as the mock does.
import { expect, test } from 'vitest'
import { makeRecord, makeRequest } from '../../../src/adapters/server/make-request.ts'
import { readContract } from '../../../src/contract/read/read-contract.ts'
import type { HttpRequest } from '../../../src/http/exchange.ts'
import { createServedMock } from '../../../src/mock/create-mock.ts'
import { createSecondOpinion } from '../../../src/prism/second-opinion.ts'
import { foreignDescriptions } from '../foreign-descriptions.ts'

/** What Prism says although the body is right. */
const falseAlarms = [
  // The branches of a oneOf are the same, or differ only in what nobody has to send.
  /must match exactly one schema in oneOf$/,
  // It requires writeOnly properties in responses: the code of a card in train-travel, and so one of the other sources.
  /^Response body property source/,
]

/** Descriptions that Prism can't read. */
const unreadable = [
  '3.0/circular-paths.json',
  '3.0/parameters-style.json',
  '3.1/parameters-style.json',
  '3.0/response-examples.json',
]
const readable = [...foreignDescriptions].filter(([name]) => !unreadable.includes(name))

test.each(readable)('Prism finds nothing wrong with the mock of %s', async (_name, file) => {
  const contract = await readContract(file)
  const mock = createServedMock({ contract })
  const askPrism = await createSecondOpinion(contract)
  const [basePath = ''] = contract.basePaths
  const found: string[] = []
  for (const operation of contract.operations) {
    // What some operations send is no record that another one shows.
    for (const resource of contract.resources)
      await (async () => mock.records(resource.name).put(await makeRecord(mock, resource)))().catch(() => {})
    const { method, path, headers, body } = await makeRequest(mock, operation)
    for (const sent of [headers, {}]) {
      const response = await mock.handle({ method, path, headers: sent, body })
      const request: HttpRequest = {
        method,
        path,
        headers: Object.entries(sent).map(([name, value]) => ({ name, value })),
        pieces: body === undefined ? [] : [Buffer.from(body)],
      }
      const answer = {
        version: '1.1',
        status: response.status,
        headers: Object.entries(response.headers),
        body: Buffer.from(response.body),
      }
      const opinions = await askPrism(request, answer, { violations: [], basePath } as never)
      for (const { message } of opinions)
        if (message.startsWith('Response body') && !falseAlarms.some((one) => one.test(message)))
          found.push(`${operation.id} ${response.status}: ${message}`)
    }
  }
  expect(found).toEqual([])
})
