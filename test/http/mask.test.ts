import { Buffer } from 'node:buffer'
import { describe, expect, test } from 'vitest'
import { createMask, maskRequest } from '../../src/http/create-mask.ts'
import { createPlantStore } from '../../src/index.ts'
import { describeRequest } from '../../src/server/answered-request.ts'

const secret = 'c0ffee-secret'
const path = `/plants?access%5Ftoken=${secret}`
const headers = {
  'x-auth-token': secret,
  referer: `http://shop.example/?access_token=${secret}`,
  cookie: `session=${secret}`,
}

const places: Record<string, () => unknown> = {
  'the journal': () => {
    const store = createPlantStore()
    store.handle({ method: 'POST', path, headers })
    return store.requests.all()
  },
  'the log': () => describeRequest('POST', path, { status: 200, headers: {}, body: '' }, 1),
  'the proxy and reports': () => {
    const list = Object.entries(headers).map(([name, value]) => ({ name, value }))
    const masked = maskRequest({ method: 'POST', path, headers: list, pieces: [Buffer.from('')] })
    return { ...masked, headers: masked.headers.map(({ name, value, shell }) => [name, shell ?? value]) }
  },
}

describe('a credential in a header, a query, or a Referer is masked', () => {
  test.each(Object.keys(places))('in %s', (place) => {
    const shown = JSON.stringify(places[place]?.())
    expect(shown).toContain('***')
    expect(shown).not.toContain(secret)
  })
})

test.each([
  [`"${'x'.repeat(30)}c0ffee-sec…" (60 characters)`, `"${'x'.repeat(30)}***…" (60 characters)`],
  [
    'one c0ffee-secret, one c0f…, one c0ff… and one c0ffee-secre…',
    'one ***, one c0f…, one ***… and one ***…',
  ],
  [
    '"…secret and more" (60 characters), "…ret and c0ffee…"',
    '"…*** and more" (60 characters), "…ret and ***…"',
  ],
  ['Basic cGxhbnQ6YzB…', 'Basic ***…'],
  ['coffee…', 'coffee…'],
  ['c0ffee-sec', 'c0ffee-sec'],
])('a secret that an ellipsis cuts off is masked: %s', (text, masked) => {
  expect(createMask([secret])(text)).toBe(masked)
})
