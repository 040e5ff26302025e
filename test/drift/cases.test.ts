import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { toRequest } from '../../src/drift/ask.ts'
import { listCases } from '../../src/drift/cases.ts'
import { toOutside } from '../../src/drift/outside.ts'
import { listTriggers, toLargeBodies } from '../../src/drift/triggers.ts'
import { joinPieces } from '../../src/http/exchange.ts'
import type { PlantStoreOptions } from '../../src/index.ts'
import type { Ask } from '../../src/probes/ask.ts'
import { base, createSession, token } from './fake-service.ts'

const limits: PlantStoreOptions['limits'] = {
  id: { minimum: 1, maximum: 2n ** 62n },
  name: { minLength: 2, maxLength: 40, pattern: '^[^<>]*$' },
  tag: { minLength: 1, maxLength: 100_001, pattern: '^(?!\\s+$)[^/]*$', enum: ['herb'] },
}

/** Shows a body in a line: long runs and long texts short, and what is random as `…`. */
const toLine = (bytes: Buffer): string => {
  const text = bytes[0] === 0x1f ? `gzip ${gunzipSync(bytes)}` : bytes.toString('latin1')
  const short = text.replaceAll(/([^\d])\1{19,}/gs, (run, one) => `${one}{${run.length}}`)
  const line = JSON.stringify(short.replaceAll(/[A-Za-z]{41,}/g, (run) => `letters{${run.length}}`))
  return line.length > 300 ? `${line.slice(0, 300)}… (${line.length})` : line
}

function show(ask: Ask): string {
  const { headers, ...request } = toRequest(ask, base, token)
  const fields = headers.map(({ name, value, shell }) => {
    const short = value.length > 200 ? `${value.slice(0, 9)}{${value.length}}` : value
    return `${name.toLowerCase()}: ${shell ?? short}`
  })
  const usual = [
    'host: plants.example',
    'authorization: Bearer $PLANT_STORE_TOKEN',
    'content-type: application/json',
  ]
  const same = new Set([...usual, 'accept: application/json', 'user-agent: plant-store-drift'])
  const shown = fields.filter((field) => !same.has(field) && !/^content-length: \d+$/.test(field))
  const left = [...same]
    .filter((field) => !fields.includes(field))
    .map((field) => `no ${field.split(':')[0]}`)
  const sent = [
    `${request.method} ${request.path}`,
    ...shown,
    ...left.filter((one) => !shown.some((field) => field.startsWith(one.slice(3)))),
  ]
  return `${sent.join(' | ')} | ${toLine(joinPieces({ ...request, headers: [] }))}${(ask.before ?? []).map((one) => ` after ${joinPieces(toRequest(one, base, token))}`).join('')}`
}

/** Shows a random token as `…`. */
const maskRandom = (title: string, line: string): string =>
  title.includes('a random token')
    ? line.replace(/(bearer) \S+/i, '$1 …')
    : line.replaceAll(/(?<=authorization: .*)[\da-f]{24}/g, '…')

test('the requests of learn and diff are as recorded', async () => {
  const lines = [
    ...listTriggers(createSession()),
    ...toLargeBodies(9),
    ...toOutside(createSession(), limits as never),
  ].map(
    ({ title, toAsk, failure, mistake, isForHttpLayer }) =>
      `${[failure, mistake, isForHttpLayer && 'HTTP', title].filter(Boolean).join(': ')}\n  ${maskRandom(title, show(toAsk(createSession())))}`,
  )
  const configured = listCases({ limits, maxBody: 1000 })
  const titles = new Set(configured.map(({ title }) => title))
  const plain = listCases({}).filter(({ title }) => !titles.has(title))
  for (const { title, topic, origin, isForHttpLayer, toAsk } of [...configured, ...plain]) {
    const notes = [origin, isForHttpLayer && 'HTTP'].filter(Boolean).join()
    lines.push(
      `${topic}: ${title}${notes && ` (${notes})`}\n  ${maskRandom(title, show(toAsk(createSession()) ?? {}))}`,
    )
  }
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('recordings/requests.txt')
})

test('no request could change or delete the data of a service', () => {
  for (const { toAsk, title } of [...listCases({ limits }), ...listTriggers(createSession())]) {
    const { method = 'POST', path = '/plants', headers = {} } = toAsk(createSession()) ?? {}
    expect(['POST', 'GET', 'HEAD', 'OPTIONS'], title).toContain(method)
    const { Authorization = token } = headers
    if (method === 'POST' && String(Authorization).includes('token'))
      expect(decodeURI(path), title).toMatch(/plant/i)
  }
})
