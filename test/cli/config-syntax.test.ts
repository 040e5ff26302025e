import { describe, expect, test } from 'vitest'
import { refuseConfig } from './refuse-config.ts'

const read = 'Failed to read the configuration '

describe('a configuration that cannot be parsed is refused in plain words', () => {
  test.each([
    [
      'YAML in a JSON file',
      'a.json',
      'port: 0',
      `${read}a.json:1:1: expected a value, found "p". A YAML file must have a name that ends in .yaml or .yml.`,
    ],
    [
      'JSON with single quotes',
      'a.json',
      "{'port':0}",
      `${read}a.json:1:2: expected a string, found "'". Put it in double quotes.`,
    ],
    [
      'JSON with a key without quotes',
      'a.json',
      '{port:0}',
      `${read}a.json:1:2: expected a string, found "p". Put it in double quotes.`,
    ],
    [
      'JSON with a comment',
      'a.json',
      '{"port":0 // any\n}',
      `${read}a.json:1:11: expected "," or "}", found "/". JSON has no comments.`,
    ],
    [
      'a line without a colon',
      'a.yaml',
      'port = 4010',
      `${read}a.yaml: it must be an object, got "port = 4010". Write key: value, with a space after the colon.`,
    ],
    ['a list that is not closed', 'a.yaml', 'token: [one', `${read}a.yaml:1:12: a [ or { is not closed.`],
    [
      'a text that is not closed',
      'a.yaml',
      'token: "one\n',
      `${read}a.yaml:2:1: a line is indented too little, or a quotation mark or a bracket is not closed.`,
    ],
    [
      'a tab',
      'a.yaml',
      'answers:\n\tpreset: http',
      `${read}a.yaml:2:1: it is indented with a tab. Use spaces.`,
    ],
    [
      'a text that begins with a special character',
      'a.yaml',
      'port: 1\n@host: x',
      `${read}a.yaml:2:1: put texts that begin with @, %, or a backtick in quotes.`,
    ],
    [
      'a text that continues nothing',
      'a.yaml',
      'port\nhost: x',
      `${read}a.yaml:2:5: it does not continue the value before it. Indent with spaces, and put texts with special characters in quotes.`,
    ],
    [
      'a key without a colon',
      'a.yaml',
      'port: 1\nhost',
      `${read}a.yaml:2:5: a colon and a space are missing after a key.`,
    ],
    [
      'a key that is no text',
      'a.yaml',
      '[a]: 2',
      `${read}a.yaml:1:1: a key must be a text. Put texts with special characters in quotes.`,
    ],
    [
      'an item without a value',
      'a.yaml',
      'token: [a,,b]',
      `${read}a.yaml:1:11: a value is missing before the comma.`,
    ],
    [
      'a version of YAML to come',
      'a.yaml',
      '%YAML 3.0\n---\nport: 0',
      `${read}a.yaml:2:1: it has an invalid line that begins with %.`,
    ],
    [
      'a tag of another type',
      'a.yaml',
      'port: !!int abc',
      `${read}a.yaml:1:7: the value doesn't match the tag before it.`,
    ],
    ['a wrong escape', 'a.yaml', 'host: "\\xyz"', `${read}a.yaml:1:10: a quoted text has an unknown escape.`],
    ['a control character', 'a.yaml', 'host: \0', `${read}a.yaml:1:7: it has a control character.`],
    [
      'a colon in a text',
      'a.yaml',
      'host: a: b',
      `${read}a.yaml:1:8: the indentation or a ": " is wrong. Put texts with special characters in quotes.`,
    ],
    ['a key twice', 'a.yaml', 'port: 1\nport: 2', `${read}a.yaml:2:1: a key appears twice in one object.`],
    [
      'two documents',
      'a.yaml',
      'port: 1\n---\nport: 2',
      `${read}a.yaml: it has more than one document. Remove the line --- between them.`,
    ],
    ['an unknown alias', 'a.yaml', 'port: *it', `${read}a.yaml:1:8: an alias has no anchor before it.`],
    [
      'a tag',
      'a.yaml',
      'port: !mine 1',
      `${read}a.yaml:1:7: it has a tag like !name, which is not supported.`,
    ],
  ])('%s', async (_title, name, config, message) => {
    expect(await refuseConfig(name, config)).toBe(message)
  })

  test('that is not UTF-8, at its first wrong byte', async () => {
    const config = Buffer.from('# café\nhost: caf\xe9', 'latin1')
    const wrong = Buffer.concat([Buffer.from('# café �\nhost: caf'), Buffer.from([0xef, 0xbf, 0x41])])
    expect(await refuseConfig('a.yaml', config)).toBe(
      `${read}a.yaml:1:6: the byte 0xe9 is not UTF-8. Save the file as UTF-8.`,
    )
    expect(await refuseConfig('a.yaml', wrong)).toBe(
      `${read}a.yaml:2:10: the byte 0xef is not UTF-8. Save the file as UTF-8.`,
    )
  })
})

test.each([
  ['empty.json', ''],
  ['blank.json', '\n \n'],
  ['empty.yaml', ''],
  ['comments.yaml', '# port: 4010\n# host: 0.0.0.0\n'],
  ['separator.yaml', '---\n# port: 4010\n'],
  ['version.yaml', '%YAML 1.2\n---\n'],
  ['null.yaml', '~'],
  ['mark.json', '\ufeff{"port":0}'],
  ['mark.yaml', '\ufeffport: 0'],
])('%s is a configuration without a mistake', async (name, config) => {
  expect(await refuseConfig(name, config)).toBe('')
})
