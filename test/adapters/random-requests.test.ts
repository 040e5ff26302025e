import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codePoint } from '../../src/arbitraries/code-point.ts'
import { createMock, type Mock } from '../../src/index.ts'
import { matchesSchema } from '../tools/matches-schema.ts'
import { adapters, type OpenAdapter } from './adapters.ts'
import type { Case } from './cases.ts'

/** `npm run test:corpus` sends more. */
const numRuns = process.env['THOROUGH'] ? 1000 : 100

const literals = fc.oneof(
  fc.integer().map(String),
  fc.bigInt({ min: -(2n ** 65n), max: 2n ** 65n }).map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  fc.constantFrom('7e6', '7000000.0', '9007199254740993.5', '1e-400', 'null', '[]', '"1"'),
)
const plantTexts = fc
  .tuple(literals, fc.oneof(fc.string({ unit: codePoint }), fc.integer()), fc.option(fc.jsonValue()))
  .map(([id, name, tag]) => `{"id":${id},"name":${JSON.stringify(name)},"tag":${JSON.stringify(tag)}}`)
const bodies = fc
  .oneof({ weight: 3, arbitrary: plantTexts }, fc.json(), fc.string({ unit: codePoint }))
  .map((text) => new Uint8Array(Buffer.from(text)))
const requests: fc.Arbitrary<Case['request']> = fc.record({
  method: fc.constantFrom('POST', 'POST', 'POST', 'PUT', 'DELETE'),
  path: fc.constantFrom('/plants', '/plants', '/plants?q=1', '/plants/1', '/'),
  headers: fc.record({
    authorization: fc.oneof(
      fc.constant('Bearer local-token'),
      fc.stringMatching(/^[!-~]([ -~]{0,20}[!-~])?$/),
    ),
    'content-type': fc.constantFrom('application/json', 'application/json; charset=utf-8', 'text/plain'),
    prefer: fc.constantFrom('', 'code=400', 'code=200'),
    'content-encoding': fc.constantFrom('', '', 'identity', 'gzip'),
  }),
  body: fc.oneof(bodies, fc.uint8Array({ maxLength: 30 })),
})

const statuses = { usual: [200, 400, 401, 404, 405, 409, 415], documented: [200, 400, 404, 405] }

for (const preset of ['usual', 'documented'] as const) {
  let core: Mock
  const open: OpenAdapter[] = []

  beforeAll(async () => {
    core = createMock({ responses: preset })
    for (const adapter of adapters) open.push(await adapter.open({ responses: preset }))
  })
  afterAll(async () => {
    for (const adapter of open) await adapter[Symbol.asyncDispose]()
  })

  test(`every adapter gives the same responses as the mock itself, with a status and a body of the preset ${preset}`, async () => {
    await fc.assert(
      fc.asyncProperty(requests, async (request) => {
        const { status, headers, body } = await core.handle(request)
        expect(statuses[preset]).toContain(status)
        expect(headers['content-type']).toBe('application/json')
        expect(matchesSchema(JSON.parse(String(body)), status === 200 ? 'Plant' : 'Error')).toBe(true)
        expect(body.length).toBeLessThan(status === 200 ? Infinity : 1000)
        for (const adapter of open) {
          const response = await adapter.send(request)
          expect({ status: response.status, body: response.body }).toEqual({ status, body })
          expect(response.headers).toMatchObject(headers)
        }
      }),
      { numRuns },
    )
  })
}
