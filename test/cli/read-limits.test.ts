import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readLimits } from '../../src/cli/read-limits.ts'
import { createFolder } from '../tools/folder.ts'

test('limits are read exactly, from YAML and JSON', async () => {
  await using folder = createFolder({
    'limits.yaml': 'id: { minimum: 9007199254740993 }\ntag:\n  enum: [herb, tree]\n',
    'limits.json': '{"id":{"minimum":9007199254740993},"tag":{"enum":["herb","tree"]}}',
    'none.yaml': '# none yet\n',
  })
  const limits = { id: { minimum: 9007199254740993n }, tag: { enum: ['herb', 'tree'] } }
  expect(await readLimits(join(folder.path, 'limits.yaml'))).toEqual(limits)
  expect(await readLimits(join(folder.path, 'limits.json'))).toEqual(limits)
  expect(await readLimits(join(folder.path, 'none.yaml'))).toEqual({})
})

test.each([
  [
    'a.yaml',
    'name:\n  maxLength: 64\n  minLenght: 1\n',
    '3:3: there is no member name.minLenght. Did you mean minLength?',
  ],
  [
    'a.json',
    '{\n "id": {"minimum": "1"}\n}',
    '2:9: id.minimum must be an integer from -9223372036854775808 to 9223372036854775807, got "1".',
  ],
  ['b.yaml', 'size: 1', '1:1: there is no member size; the members are id, name, tag.'],
])('a wrong key is named with its line and column: %s', async (file, text, message) => {
  await using folder = createFolder({ [file]: text })
  const path = join(folder.path, file)
  await expect(readLimits(path)).rejects.toThrow(`Failed to read the limits ${path}:${message}`)
})
