import { expect, test } from 'vitest'
import { describeUnhandled } from '../../../src/mock/adapter/describe-unhandled.ts'
import { contracts } from '../contracts.ts'

const advice = { handle: 'handle them', address: 'pass the address' }

/** The URLs of requests, and the base URL of the mock, if it has one. */
const rows: [url: string, baseUrl?: string][] = [
  ['http://a.example/api/rooms', 'http://b.example/api'],
  ['http://b.example/api/rooms/', 'http://b.example/api'],
  ['http://b.example/rooms', 'http://b.example/api'],
  ['http://a.example/rooms', 'http://b.example/api'],
  ['http://b.example/api/rates', 'http://b.example/api'],
  ['http://a.example/x'],
  ['http://a.example/rooms/7/booking'],
  ['http://a.example/api/rooms'],
]

test('how a request differs, and what to do, is as in the recording', async () => {
  const texts = rows.map(([url, baseUrl]) => {
    const target = baseUrl === undefined ? { path: '' } : { origin: 'http://b.example', path: '/api' }
    return describeUnhandled([{ method: 'POST', url }], contracts.bookings, target, baseUrl, advice)
  })
  // A mock with few operations lists all.
  const one = { method: 'POST', url: 'http://a.example/plant' }
  texts.push(describeUnhandled([one], contracts.plants, { path: '' }, undefined, advice))
  await expect(`${texts.join('\n\n')}\n`).toMatchFileSnapshot('../recordings/unhandled.txt')
})
