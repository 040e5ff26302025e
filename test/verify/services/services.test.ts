import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createResponseCheck } from './check-response.ts'
import { type Exchange, findOperation, runScript, toTranscript } from './run-script.ts'
import { type Service, services } from './services.ts'
import { findSetup } from './setups.ts'

const checks = new Map(services.map(({ document }) => [document, createResponseCheck(document)]))
const findProblems = ({ document }: Service, exchanges: Exchange[]): string[] =>
  exchanges.flatMap((exchange) => checks.get(document)?.(exchange) ?? [])

async function run(service: Service, script: readonly string[], options = {}): Promise<Exchange[]> {
  const running = await service.start(options)
  try {
    return await runScript(service, running, script)
  } finally {
    await running.stop()
  }
}

const ways = services.flatMap((service) =>
  [undefined, ...Object.keys(service.variants)].map((variant) => ({ service, name: service.name, variant })),
)
/** Only the corpus shows that each mistake can be seen. */
const step = process.env['THOROUGH'] ? 1 : 20
const mistakes = services.flatMap((service) =>
  service.mistakes
    .filter((_mistake, index) => index % step === 0)
    .map((mistake) => ({ service, name: service.name, mistake, title: mistake.name })),
)

test.each(ways)('$name keeps its description (variant: $variant)', async ({ service, name, variant }) => {
  const tour = findSetup(name).tour.map((line) => /^(\S+) (.*)$/s.exec(line) ?? [])
  const exchanges = await run(
    service,
    tour.map(([, , request = '']) => request),
    variant ? { variant } : {},
  )
  const statuses = exchanges.map(({ status, request }) => `${status} ${request}`)
  const expected = tour.map(([, status = '']) =>
    expect.stringMatching(`^(${status.replaceAll('x', '\\d')}) `),
  )
  expect(statuses).toEqual(expected)
  expect(findProblems(service, exchanges)).toEqual([])
})

test.each(mistakes)('$name shows its mistake $title', async ({ service, mistake }) => {
  const right = await run(service, mistake.script)
  const wrong = await run(service, mistake.script, { mistake: mistake.name })
  expect(findProblems(service, right)).toEqual([])
  expect(right.filter(({ status }) => status >= 500)).toEqual([])
  // Which of two requests at once comes first isn't known.
  const isParallel = mistake.script.some((line) => /^2x | & /.test(line))
  if (!isParallel) expect(toTranscript(await run(service, mistake.script))).toBe(toTranscript(right))
  expect(toTranscript(wrong)).not.toBe(toTranscript(right))
})

test.each(services)('$name has mistakes of its operations, a name each', ({ document, mistakes }) => {
  const routes = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const operations = routes.map((route) => findOperation(document, route)?.['operationId'] ?? route)
  expect(mistakes.filter(({ operation }) => !operations.includes(operation))).toEqual([])
  expect(new Set(mistakes.map(({ name }) => name)).size).toBe(mistakes.length)
  expect(mistakes.filter(({ level }) => level === 'must').length / mistakes.length).toBeGreaterThan(0.85)
})

test.each(services)('$name has each of its variants', ({ name, variants }) => {
  const files = ['serve.ts', `${name}.ts`, ...(name === 'sloppy' ? [] : [`${name}-checks.ts`])]
  const code = files.map((file) => readFileSync(new URL(file, import.meta.url), 'utf8')).join()
  expect(Object.keys(variants).filter((variant) => !code.includes(`legal('${variant}')`))).toEqual([])
})

test('a name that a service does not know fails', async () => {
  await expect(services[0]?.start({ mistake: 'none' })).rejects.toThrow('there is no mistake none')
})
