// Services written by hand, right and wrong; test/verify/corpus judges all of them.
import { expect, test } from 'vitest'
import { services } from '../services/services.ts'
import { judgeService, listFindings } from './judge.ts'

test.each(services)('nothing of the right service $name is blamed', async (service) => {
  const report = await judgeService(service)
  expect(listFindings(report).filter((one) => one.startsWith('failed'))).toEqual([])
  expect(report.outcome).toBe('passed')
})

const mistakes = [
  ['hotel', 'name-81', 'rejects-invalid-body'],
  ['hotel', 'create-200', 'documented-status'],
  ['hotel', 'room-of-other-hotel', 'child-of-its-parent'],
  ['hotel', 'pages-overlap', 'pages-make-list'],
] as const

test.each(mistakes)('of %s, the mistake %s breaks %s', async (name, mistake, rule) => {
  const service = services.find((one) => one.name === name)
  if (service === undefined) throw new Error(`there is no service ${name}`)
  const report = await judgeService(service, { mistake })
  expect(report.outcome).toBe('failed')
  expect(report.cases.filter(({ status }) => status === 'failed').map(({ title }) => title)).toContain(rule)
})
