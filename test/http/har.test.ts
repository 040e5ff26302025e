import { expect, test } from 'vitest'
import { toArchive } from '../../src/http/har.ts'

const exchange = {
  startedAt: '2026-01-01T00:00:00.000Z',
  duration: 12,
  request: {
    method: 'POST',
    url: 'http://a/plants?a=1&b=%20#c=2',
    headers: [['content-type', 'application/json']] as const,
    body: '{}',
    bodyComment: 'cut',
  },
  answer: { status: 200, headers: [['Content-Type', 'text/plain']] as const, body: 'é' },
  comment: 'a rule',
}
const bare = { ...exchange, request: { ...exchange.request, headers: [], url: 'http://a/' }, answer: 'lost' }
const { bodyComment: _, ...request } = bare.request

test('an archive has all of an exchange', async () => {
  const archive = toArchive({ name: 'kit', version: '1.0.0' }, [exchange, { ...bare, request }])
  await expect(`${JSON.stringify(archive, null, 2)}\n`).toMatchFileSnapshot('recordings/archive.har')
})
