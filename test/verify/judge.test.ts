import { expect, test } from 'vitest'
import { isBroken } from '../../src/judge/finding.ts'
import { judge } from '../../src/verify/judge.ts'
import { createSession, toExchange } from '../probes/session.ts'

test.each<[duration: number, latency: number, problem: string | undefined]>([
  [1999, 1, undefined],
  [2001, 1, 'the answer took 2.0 s, although plain plants take 0.001 s'],
  [1_010_000, 1000, 'the answer took 1010.0 s, although plain plants take 1.0 s'],
  // Everything takes long on such a service.
  [12_000, 20, undefined],
])(
  'an answer that takes %i ms, where others take %i ms, is judged by its time',
  (duration, latency, problem) => {
    const session = { ...createSession(), latency: () => latency }
    const plant = { id: 1n, name: 'Fern' }
    const request = { method: 'POST', path: '/plants', headers: [], pieces: [Buffer.from('{}')], plant }
    const exchange = toExchange(request, { body: { name: 'Fern' }, duration })
    const broken = judge(session, exchange, { promise: 'plant' }).filter(
      (one) => isBroken(one) && one.rule !== 'answer-has-date',
    )
    expect(broken.map(({ rule, problem: found }) => [rule, found])).toEqual(
      problem === undefined ? [] : [['answers-every-request', problem]],
    )
  },
)
