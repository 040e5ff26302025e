// Judges each service that is written by hand, in each legal way, and with each mistake.
import { describe, expect, test } from 'vitest'
import { judgeService, listFindings } from '../judge.ts'
import { services } from '../services/services.ts'

/** The share of mistakes that has to be found; what stays unseen is only said in prose. */
const found = 0.8
/** One mistake of so many is judged; `ALL_MISTAKES` judges them all, which takes minutes. */
const step = process.env['ALL_MISTAKES'] ? 1 : 3

describe.each(services)('$name', (service) => {
  test.each([undefined, ...Object.keys(service.variants)])('is not blamed (variant: %s)', async (variant) => {
    const report = await judgeService(service, variant === undefined ? {} : { variant })
    expect(listFindings(report).filter((one) => one.startsWith('failed'))).toEqual([])
  })

  test('shows its mistakes', async () => {
    const usual = new Set(listFindings(await judgeService(service)))
    const missed: string[] = []
    const some = service.mistakes.filter((_mistake, index) => index % step === 0)
    for (const mistake of some) {
      const report = await judgeService(service, { mistakes: [mistake] })
      if (listFindings(report).every((finding) => usual.has(finding))) missed.push(mistake)
    }
    expect(missed.length / some.length, missed.join(', ')).toBeLessThan(1 - found)
  })
})
