import { expect, test } from 'vitest'
import { createDateWatch } from '../../src/verify/date-watch.ts'
import { createLedger } from '../../src/verify/ledger.ts'
import { createSession, toExchange } from '../drift/fake-service.ts'

const request = { method: 'POST', path: '/plants', headers: [], pieces: [] }
const at = (second: number) => ({ headers: { date: `Tue, 15 Nov 1994 08:12:0${second} GMT` } })

test.each<[title: string, watched: readonly object[], later: readonly object[], isStanding: boolean]>([
  ['stands still', [at(1), at(1)], [at(1), at(1), at(1)], true],
  ['moves during the run', [at(1), at(2)], [], false],
  ['moves when the run waits', [at(1)], [at(1), at(2)], false],
  ['is missing at the end', [at(1)], [{}], false],
  ['is missing', [{}], [], false],
])('a service whose Date %s', async (_title, watched, later, isStanding) => {
  const dates = createDateWatch()
  for (const one of watched) dates.watch(toExchange(request, one))
  const left = [...later]
  const session = { ...createSession(), send: async () => toExchange(request, left.shift() ?? {}) }
  const ledger = createLedger()
  await dates.confirm(session, ledger, 0)
  expect([left, ledger.broken()]).toEqual([[], isStanding ? ['answer-has-date'] : []])
})
