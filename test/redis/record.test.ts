import { expect, test } from 'vitest'
import { decodeRecord, encodeRecord } from '../../src/redis/record.ts'
import { createAccept, createRefuse } from '../../src/store/answers.ts'
import { toEntry } from '../../src/store/journal-entry.ts'

const answers = { refuse: createRefuse(), accept: createAccept() }
const request = { method: 'POST', path: '/plants' }
const plant = { id: 1, name: 'Fern' }
const encode = (text: string) => `c\n${encodeRecord({ request, text, start: 0, reading: { plant } })}`
const show = (entry: string) => toEntry(decodeRecord(entry, 1, answers))

test('a record is read as it was written', () => {
  expect(show(encode('{"id":1,"name":"Fern"}'))).toMatchObject({ request, answer: { status: 200 } })
})

test.each(['', 'c\n{', 'c\n[]', encode('no JSON')])(
  'the entry %j that this version can not read does not hide the others',
  (entry) => {
    expect(show(entry)).toMatchObject({ request: { method: '?', path: '?' }, answer: { status: 0 } })
  },
)
