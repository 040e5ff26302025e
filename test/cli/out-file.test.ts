import { existsSync, lstatSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { expect, test } from 'vitest'
import { writeOutFile } from '../../src/cli/out-file.ts'
import { createFolder } from '../tools/folder.ts'
import { has } from '../tools/optional-tools.ts'

const write = (path: string): void => {
  const fail = (reason: string): never => {
    throw new Error(reason.replace(path, 'a.yaml'))
  }
  writeOutFile({ path, flag: '--out', fail }, 'new')
}

test.skipIf(!has('links'))('a link stays a link to the file that is written', async () => {
  await using folder = createFolder({ 'target.yaml': 'old' })
  symlinkSync(folder.file('target.yaml'), folder.file('a.yaml'))
  write(folder.file('a.yaml'))
  expect(lstatSync(folder.file('a.yaml')).isSymbolicLink()).toBe(true)
  expect(readFileSync(folder.file('target.yaml'), 'utf8')).toBe('new')
})

test('a file that cannot be written is named, and no draft of it is left', async () => {
  await using folder = createFolder()
  mkdirSync(folder.file('a.yaml'))
  const reason = /^a\.yaml can't be written: EISDIR.+\. Pass another file with --out\.$/
  expect(() => write(folder.file('a.yaml'))).toThrow(reason)
  expect(existsSync(folder.file('a.yaml.tmp'))).toBe(false)
})
