// Services written by hand, right and wrong; test/verify/corpus judges all of them.
import { expect, test } from 'vitest'
import { judgeService, listFindings } from './judge.ts'
import { services } from './services/services.ts'

const [hotel, ledger, sloppy] = services

test.each([ledger, sloppy])('nothing of a right service is blamed: $name', async (service) => {
  if (service === undefined) throw new Error('there is no such service')
  const report = await judgeService(service)
  expect(listFindings(report).filter((one) => one.startsWith('failed'))).toEqual([])
  expect(report.outcome).toBe('passed')
})

const mistakes = [
  { mistake: 'create-200', rule: 'documented-status', operations: ['createHotel'] },
  { mistake: 'name-81', rule: 'rejects-invalid-body', operations: ['createHotel'] },
  { mistake: 'pages-overlap', rule: 'pages-make-list', operations: ['createHotel', 'listHotels'] },
  { mistake: 'room-of-other-hotel', rule: 'child-of-its-parent', operations: ['createRoom', 'getRoom'] },
]

test.each(mistakes)('the mistake $mistake breaks $rule', async ({ mistake, rule, operations }) => {
  if (hotel === undefined) throw new Error('there is no such service')
  const report = await judgeService(hotel, { mistake }, { operations })
  expect(report.outcome).toBe('failed')
  expect(report.cases.filter(({ status }) => status === 'failed').map(({ title }) => title)).toContain(rule)
})
