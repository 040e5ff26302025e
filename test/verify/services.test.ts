// Mistakes of a service written by hand; test/verify/corpus judges all services, right and wrong.
import { expect, test } from 'vitest'
import type { RuleId } from '../../src/judge/rules.ts'
import { judgeService } from './judge.ts'
import { services } from './services/services.ts'

const [hotel] = services

const mistakes: { mistake: string; rule: RuleId; operations: string[] }[] = [
  { mistake: 'create-200', rule: 'documented-status', operations: ['createHotel'] },
  { mistake: 'name-81', rule: 'rejects-invalid-body', operations: ['createHotel'] },
  { mistake: 'pages-overlap', rule: 'pages-make-list', operations: ['createHotel', 'listHotels'] },
  { mistake: 'room-of-other-hotel', rule: 'child-of-its-parent', operations: ['createRoom', 'getRoom'] },
]

test.each(mistakes)('the mistake $mistake breaks $rule', async ({ mistake, rule, operations }) => {
  if (hotel === undefined) throw new Error('there is no such service')
  const report = await judgeService(hotel, { mistake }, { operations, only: [rule] })
  expect(report.outcome).toBe('failed')
  expect(report.cases.filter(({ status }) => status === 'failed').map(({ title }) => title)).toContain(rule)
})
