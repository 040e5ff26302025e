import { readdirSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { checkPact } from '../../src/pact/pact.ts'

// Files are named after the library that writes such files.
const folder = fileURLToPath(new URL('files/', import.meta.url))
const files = readdirSync(folder).sort()

test('every library and version has a file', () => {
  const writers = { ruby: [1, 2, 4], jvm: [1, 2, 3, 4], python: [2, 3, 4], go: [2, 3, 4], js: [2, 3, 4] }
  for (const [name, versions] of Object.entries(writers))
    expect(files).toEqual(expect.arrayContaining(versions.map((version) => `pact-${name}-v${version}.json`)))
})

test('what is found about the interactions of each file, and why a file is broken, is as recorded', async () => {
  const isBroken = (file: string): boolean => file.startsWith('broken-')
  const right = files.filter((file) => !isBroken(file)).map((file) => folder + file)
  const found = checkPact(right).cases.flatMap(({ pact = '', description, findings }) => [
    `${basename(pact)}: ${description}`,
    ...findings.map(({ kind, problem }) => `  ${kind} ${problem}`),
  ])
  const reasons = files.filter(isBroken).map((file) => {
    const read = new Promise((resolve) => resolve(checkPact(folder + file)))
    return read.catch((error: Error) => String(error).replace(folder, ''))
  })
  const lines = [...found, ...(await Promise.all(reasons))]
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('recordings/files.txt')
})
