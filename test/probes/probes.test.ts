import { expect, test } from 'vitest'
import { writeMessage } from '../../src/http/write-message.ts'
import { rules } from '../../src/judge/generated/rules.ts'
import type { Promised } from '../../src/judge/judge-answer.ts'
import { judgeRequest } from '../../src/judge/judge-request.ts'
import { type Ask, toHttpRequest } from '../../src/probes/ask.ts'
import { outsideLimits } from '../../src/probes/limits.ts'
import type { Probe } from '../../src/probes/probe.ts'
import { listProbes } from '../../src/probes/probes.ts'
import { createLimited } from '../../src/verify/option-table.ts'
import type { Session } from '../../src/verify/trial.ts'
import { createSession } from './session.ts'

const token = 'local-token'
const session = createSession()
const base = new URL('http://plants.example/api')
const probes = listProbes(session)
const toRequest = (ask: Ask) => toHttpRequest(ask, { base, currentToken: () => token })

/** Finds the rules by which the judge, which reads only the request, would refuse it. */
function findRules(ask: Ask): string[] {
  return judgeRequest(toRequest(ask)).map(({ rule }) => rule)
}

/** Lists what probes with a promise send, as far as anything allowed can show what they are about. */
const listAsks = (promised: Promised) =>
  probes.flatMap(({ title, promise, rule, toAsk }) => {
    const ask = promise === promised ? toAsk(session) : undefined
    return ask === undefined ? [] : [{ title, rule, found: findRules(ask) }]
  })

test('the judge sees in a request why it is refused, unless that takes the valid tokens', () => {
  const unseen = listAsks('refusal').filter(({ found }) => found.length === 0)
  expect([...new Set(unseen.map(({ rule }) => rule))]).toEqual([
    'refuses-unissued-token',
    'refuses-altered-token',
    'refuses-token-in-other-case',
  ])
})

test('the judge sees no reason to refuse a request that creates a plant', () => {
  expect(listAsks('plant').filter(({ found }) => found.length > 0)).toEqual([])
})

test('the head of a request that creates a plant fits in 4 KB, to which a server may limit it', () => {
  const sizes = probes.flatMap(({ title, promise, toAsk }) => {
    const ask = promise === 'plant' ? toAsk(session) : undefined
    const size = ask && String(writeMessage({ ...toRequest(ask), pieces: [] })).length
    return size === undefined || size < 4096 ? [] : [[title, size]]
  })
  expect(sizes).toEqual([])
})

test('each decision has at least two requests that show it, unless it is a habit', () => {
  const counts = new Map<string, number>()
  for (const { shows } of probes) if (shows !== undefined) counts.set(shows, (counts.get(shows) ?? 0) + 1)
  const single = [...counts].filter(([, count]) => count < 2).map(([name]) => name)
  expect(single.filter((name) => !/^(?:accepts|checks|exact|ignores|reads)-/.test(name))).toEqual([])
})

test('each probe is about a rule, or only shows a decision', () => {
  const ids = new Set<string>(rules.map(({ id }) => id))
  for (const { title, rule, shows } of probes)
    expect(rule === undefined ? shows : ids.has(rule), title).toBeTruthy()
})

/** Shows a request in a line; what is random in it, and where a long body continues, is left out. */
function showAsk(ask: Ask): string {
  const { method, path, headers, pieces, pause } = toRequest(ask)
  const body = Buffer.concat(pieces)
  const usual = new Map(toRequest({}).headers.map(({ name, value }) => [name, value]))
  const own = headers.filter(({ name, value }) => name !== 'Content-Length' && usual.get(name) !== value)
  const gone = [...usual.keys()].filter((name) => !headers.some((header) => header.name === name))
  const shown = [
    `${method} ${path}`,
    ...own.map(({ name, value }) => `${name}: ${value.slice(0, 80)}`),
    ...gone.map((name) => `no ${name}`),
    `${pieces.length > 1 ? `${pieces.length} pieces, ${pause} ms: ` : ''}${body.toString('latin1', 0, 120)}`,
  ]
  return JSON.stringify(shown.join(' | '))
    .replaceAll(/[\w-]{20,}(?:\.[\w-]{20,})*/g, 'RANDOM')
    .replaceAll(/Bearer x[\da-f]{3}\b/g, 'Bearer RANDOM')
    .replaceAll(/-?\d{7,}/g, 'N')
}

/** Shows probes, with what is known about their answers and what they send. */
const showProbes = (own: Session, shown: readonly Probe[]): string =>
  shown
    .flatMap(({ title, toAsk, parts: _parts, ...facts }) => {
      const ask = toAsk(own)
      const about = JSON.stringify(facts, (_key, value) => (typeof value === 'bigint' ? `${value}n` : value))
      const sent = ask === undefined ? ['nothing'] : [...(ask.before ?? []), ask].map(showAsk)
      return [`${JSON.stringify(title)} ${about}`, ...sent.map((line) => `  ${line}`)]
    })
    .map((line) => `${line}\n`)
    .join('')

test('all probes are as recorded: the first ones of each large group, and the titles of the rest', async () => {
  const own = createSession()
  const first = listProbes(own, 12)
  await expect(showProbes(own, first)).toMatchFileSnapshot('recordings/probes.txt')
  const counts = new Map<string, number>()
  for (const { title } of first) counts.set(title, (counts.get(title) ?? 0) + 1)
  const rest = listProbes(createSession()).filter(({ title }) => {
    const count = counts.get(title) ?? 0
    counts.set(title, count - 1)
    return count <= 0
  })
  const titles = rest.map(({ title, rule }) => `${rule}: ${JSON.stringify(title)}\n`)
  await expect(titles.join('')).toMatchFileSnapshot('recordings/more-probes.txt')
})

test('the probes outside declared limits are as recorded', async () => {
  const limits = {
    id: { minimum: 10, maximum: 99 },
    name: { minLength: 3, maxLength: 9 },
    tag: { pattern: '^[A-Z][a-z]+$' },
  }
  const own = { ...createSession(), inside: createLimited({ limits }, 1) }
  const listed = { ...createSession(), inside: createLimited({ limits: { id: { enum: [7, 12] } } }, 1) }
  const shown = [own, listed].map((session) => showProbes(session, outsideLimits.probes(session).slice()))
  await expect(shown.join('\n')).toMatchFileSnapshot('recordings/outside-limits.txt')
})

test.each<[value: string, sent: string, shell: string | undefined]>([
  ['Bearer {token}', 'Bearer local-token', 'Bearer $PLANT_STORE_TOKEN'],
  ['Bearer "{token}"', 'Bearer "local-token"', 'Bearer \\"$PLANT_STORE_TOKEN\\"'],
  ['Bearer {token};x=1', 'Bearer local-token;x=1', `Bearer \${PLANT_STORE_TOKEN};x=1`],
  ['Basic %%%', 'Basic %%%', undefined],
])('the credentials %s are sent as %s, and written for a shell as %s', (value, sent, shell) => {
  const { headers } = toRequest({ headers: { authorization: value } })
  expect(headers.filter(({ name }) => name === 'Authorization')).toEqual([
    { name: 'Authorization', value: sent, ...(shell !== undefined && { shell }) },
  ])
})

test('a request has the usual headers, unless it leaves some out or has others in their place', () => {
  const chunks = { 'Content-Length': null, 'Transfer-Encoding': 'chunked', 'x-more': ['1', '2'] }
  const plant = { id: 7n, name: 'Fern' }
  const { headers, path, pieces } = toRequest({ plant, headers: chunks, pieceSize: 10 })
  expect(headers.map(({ name, value }) => `${name}: ${value}`)).toEqual([
    'Host: plants.example',
    'Accept: application/json',
    'User-Agent: plant-store-verify',
    'Authorization: Bearer local-token',
    'Content-Type: application/json',
    'Transfer-Encoding: chunked',
    'x-more: 1',
    'x-more: 2',
  ])
  expect([path, pieces.map(String)]).toEqual(['/api/plants', ['{"id":7,"n', 'ame":"Fern', '"}']])
})
