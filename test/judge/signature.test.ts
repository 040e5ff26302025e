import { expect, test } from 'vitest'
import { toSignature } from '../../src/judge/signature.ts'

const refuse = (message: string, status = 400) => ({
  version: '1.1',
  status,
  headers: [],
  body: Buffer.from(JSON.stringify({ error: 1, message })),
})
const plant = { id: 77n, name: 'Fern', tag: 'Leaf' }

test.each([
  ['Fern and Leaf are taken', plant, '400 1 @ and @ are taken'],
  ['Fir is taken', { id: 9n, name: 'Fir' }, '400 1 Fir is taken'],
  ['77 is taken, not 177, 7.77, -77 or 778', plant, '400 1 # is taken, not 177, 7.77, -77 or 778'],
  ['at 2026-01-31T10:00:00.5Z, 2026-01-31 10:00:00+01:00', plant, '400 1 at ~, ~'],
  [
    'request 3f2504e0-4f89-11d3-9a0c-0305e82c3301, deadbeef, 12345, 123456',
    plant,
    '400 1 request ~, deadbeef, 12345, ~',
  ],
  ['request 1feec5aa-6d01-11d3-9a0c-0305e82c33d0 has 0', { id: 0n }, '400 1 request ~ has #'],
  [`${'x'.repeat(10_000)} is taken`, { id: 9n, name: 'x'.repeat(10_000) }, '400 1 @ is taken'],
  ['a'.repeat(120_000), plant, `400 1 ${'a'.repeat(2000)}`],
])('refusals are compared without what belongs to the plant: %.60s', (message, own, signature) => {
  expect(toSignature(refuse(message), own)).toBe(signature)
})

test('a refusal with a long error takes no longer than its size', () => {
  const body = Buffer.from(JSON.stringify({ error: 'ga'.repeat(400_000), message: 'no' }))
  expect(toSignature({ ...refuse(''), body }, plant)).toBe(`400 ${'ga'.repeat(1000)} no`)
})

test('a refusal without the members of an Error is compared as it is', () => {
  expect(toSignature({ ...refuse(''), status: 409, body: Buffer.from('Fern exists') }, plant)).toBe(
    '409 @ exists',
  )
  expect(toSignature({ ...refuse(''), body: Buffer.from('{"message":"no"}') }, plant)).toBe(
    '400 undefined no',
  )
})
