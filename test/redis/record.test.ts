import { expect, test, vi } from 'vitest'
import { toEntry } from '../../src/mock/journal/journal-entry.ts'
import { decodeRecord, encodeRecord, type SentRecord } from '../../src/redis/record.ts'
import { createAccept, createRefuse } from '../../src/store/answers.ts'

const answers = { refuse: createRefuse(), accept: createAccept() }
const plant = { id: 1, name: 'Fern' }
const headers = { 'x-a': 'http://me:secret@h/', 'X-B': ['1', '2'], cookie: 'secret', 'x-none': undefined }
const sent: SentRecord = {
  request: { method: 'POST', path: '/plants?token=secret', headers },
  text: '{"id":1,"name":"Fern"}',
  start: 1000,
  reading: { plant },
}
const show = (entry: string) => toEntry(decodeRecord(entry, 7, answers))

test('a record is read as it was written, with credentials masked', () => {
  vi.spyOn(performance, 'now').mockReturnValue(1250)
  expect(show(`c\n${encodeRecord(sent)}`)).toEqual({
    number: 7,
    time: new Date(performance.timeOrigin + 1000).toISOString(),
    duration: 250,
    request: {
      method: 'POST',
      path: '/plants?token=***',
      headers: { 'x-a': 'http://***@h/', 'x-b': '1, 2', cookie: '***' },
      body: sent.text,
    },
    plant: { id: 1, name: 'Fern' },
    answer: { status: 200, headers: { 'content-type': 'application/json' }, body: '{"name":"Fern"}' },
  })
})

test.each<[what: string, reading: SentRecord['reading']]>([
  ['a created plant', sent.reading],
  ['a refusal', { failure: 'missing-body' }],
])('the record of %s says that the client left', (_what, reading) => {
  const left = { ...sent, reading, request: { ...sent.request, aborted: () => true as const } }
  expect(show(`c\n${encodeRecord(left)}`)).toEqual({
    ...show(`c\n${encodeRecord({ ...sent, reading })}`),
    duration: expect.any(Number),
    aborted: true,
  })
})

test('names of headers without credentials are remembered, but not all', () => {
  const encode = (headers: Record<string, string>) =>
    JSON.parse(encodeRecord({ ...sent, request: { ...sent.request, headers } }))
  for (let count = 0; count < 2000; count++) encode({ [`x-${count}`]: 'v' })
  const masked = encode({ 'x-1': 'a', 'x-1999': 'b', 'x-token': 'c' })
  expect(masked[4]).toEqual({ 'x-1': 'a', 'x-1999': 'b', 'x-token': '***' })
})

test.each(['', 'c\n{', 'c\n[]', `c\n${encodeRecord({ ...sent, text: 'no JSON' })}`])(
  'the entry %j that this version can not read does not hide the others',
  (entry) => {
    expect(show(entry)).toMatchObject({
      number: 7,
      duration: 0,
      request: { method: '?', path: '?', headers: {}, body: '' },
      answer: { status: 0, headers: {}, body: '' },
    })
  },
)
