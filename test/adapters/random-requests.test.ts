import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codePoint } from '../../src/arbitraries/code-point.ts'
import { createPlantStore, type PlantStore, validateError, validatePlant } from '../../src/index.ts'
import { createRefuse } from '../../src/store/answers.ts'
import { failureNames } from '../../src/store/failures.ts'
import type { Case } from './cases.ts'
import { doors, type OpenDoor } from './doors.ts'

/** `npm run test:corpus` sends more. */
const numRuns = process.env['THOROUGH'] ? 1000 : 200

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

for (const preset of ['http', 'documented'] as const) {
  const statuses = [200, ...failureNames.map((failure) => createRefuse(preset)(failure).status)]
  let core: PlantStore
  const open: OpenDoor[] = []

  beforeAll(async () => {
    core = createPlantStore({ answers: preset })
    for (const door of doors) open.push(await door.open({ answers: preset }))
  })
  afterAll(async () => {
    for (const door of open) await door[Symbol.asyncDispose]()
  })

  test(`every door gives the same answers as the core, with a status and a body of the preset ${preset}`, async () => {
    await fc.assert(
      fc.asyncProperty(requests, async (request) => {
        const { status, headers, body } = await core.handle(request)
        expect(statuses).toContain(status)
        expect(headers['content-type']).toBe('application/json')
        expect((status === 200 ? validatePlant : validateError)(JSON.parse(body))).toBe(true)
        expect(body.length).toBeLessThan(status === 200 ? Infinity : 1000)
        for (const door of open) {
          const answer = await door.send(request)
          expect({ status: answer.status, body: answer.body }).toEqual({ status, body })
          expect(answer.headers).toMatchObject(headers)
        }
      }),
      { numRuns },
    )
  })
}
