import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import { startServer } from '../../src/server/start-server.ts'
import { runCommand } from '../cli/run-command.ts'

const schema = await readFile(new URL('../reports/jenkins-junit.xsd', import.meta.url), 'utf8')
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plant-store-junit-'))
})
afterAll(() => rm(folder, { recursive: true }))

describe('the JUnit report matches the schema of Jenkins', () => {
  test.each<[title: string, tokens: string[] | undefined, code: number]>([
    ['every rule is kept', ['local-token'], 0],
    ['a rule is broken', undefined, 1],
    ['the service cannot be judged', ['other-token'], 4],
  ])('if %s', async (title, tokens, code) => {
    await using server = await startServer({ port: 0, ...(tokens && { tokens }) })
    const file = join(folder, `${title}.xml`)
    const args = ['verify', server.url, '--token', 'local-token', '--report', `junit=${file}`]
    const ended = await runCommand(args)
    expect(ended.code).toBe(code)
    const { valid, errors } = await validateXML({
      xml: [{ fileName: 'report.xml', contents: await readFile(file, 'utf8') }],
      schema: [schema],
    })
    expect(errors).toEqual([])
    expect(valid).toBe(true)
  })
})
