import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import { toJunit } from '../../src/reports/to-junit.ts'
import { startServer } from '../../src/server/start-server.ts'
import { toJudgment } from '../../src/verify/to-judgment.ts'
import { type Report, verify } from '../../src/verify/verify.ts'

const schema = await readFile(new URL('../reports/jenkins-junit.xsd', import.meta.url), 'utf8')

describe('the JUnit report matches the schema of Jenkins', () => {
  test.each<[outcome: Report['outcome'], tokens: string[] | undefined]>([
    ['passed', ['local-token']],
    ['failed', undefined],
    ['unjudged', ['other-token']],
  ])('if the outcome is %s', async (outcome, tokens) => {
    await using server = await startServer({ port: 0, ...(tokens && { tokens }) })
    const only = ['created-is-200', 'refuses-unissued-token'] as const
    const report = await verify(server.url, { token: 'local-token', only })
    expect(report.outcome).toBe(outcome)
    const { valid, errors } = await validateXML({
      xml: [{ fileName: 'report.xml', contents: toJunit(toJudgment(report)) }],
      schema: [schema],
    })
    expect(errors).toEqual([])
    expect(valid).toBe(true)
  })
})
