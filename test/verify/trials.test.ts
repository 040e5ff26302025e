import { expect, test } from 'vitest'
import { type HttpRequest, joinPieces } from '../../src/http/exchange.ts'
import { phases } from '../../src/verify/checks/checks.ts'
import { openRun } from '../../src/verify/run.ts'
import { planPhase } from '../../src/verify/run-phase.ts'
import type { Session, Verdict } from '../../src/verify/trial.ts'
import type { VerifyOptions } from '../../src/verify/verify.ts'
import { type Overrides, startBackend } from './backends/create-backend.ts'
import { correct, toJsonAnswer, validToken as token } from './backends/parts.ts'
import { limited } from './backends/right/limited.ts'
import { fixIds } from './fix-ids.ts'

/** Shows a text in one line of ASCII; a long one by its start and its length. */
function show(text: string): string {
  const start = text.length <= 400 ? text : `${text.slice(0, 80)}… (${text.length})`
  return start.replaceAll(/[^\x20-\x7e…]/gu, (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`)
}

/** Replaces random tokens by their lengths. */
const mask = (value: string): string =>
  value.replaceAll(/[\w-]{20,}/g, ({ length }) => `<${length}>`).replace(/ x[\da-f]{3}$/, ' <4>')

/** Shows a request by what differs from that of a plain plant. */
function describeRequest(request: HttpRequest, isFresh = false): string {
  const { method, path, headers, pieces, pause } = request
  const body = joinPieces(request)
  const usual = new Map([
    ['Host', headers[0]?.value],
    ['Accept', 'application/json'],
    ['User-Agent', 'plant-store-verify'],
    ['Authorization', `Bearer ${token} = Bearer $PLANT_STORE_TOKEN`],
    ['Content-Type', 'application/json'],
    ['Content-Length', String(body.length)],
  ])
  const fields = headers.map(
    ({ name, value, shell }) => [name, shell ? `${value} = ${shell}` : value] as const,
  )
  const sizes = [...new Set(pieces.map(({ length }) => length))].join(' and ')
  return [
    `  ${method === 'POST' && path === '/plants' ? '' : `${method} ${path} `}${show(body.toString())}`,
    ...(isFresh ? ['on a new connection'] : []),
    ...fields.flatMap(([name, value]) => (usual.get(name) === value ? [] : [`with ${name}: ${mask(value)}`])),
    ...[...usual.keys()].flatMap((name) => (fields.some(([own]) => own === name) ? [] : [`without ${name}`])),
    ...(pieces.length > 1 ? [`in pieces of ${sizes} bytes, every ${pause} ms`] : []),
  ].join(', ')
}

interface Recorded {
  backend: Overrides
  options?: Partial<VerifyOptions>
  /** Which verdicts to show; without it, all of them, and the requests. */
  isShown?: (verdict: Verdict) => boolean
}

const all = (): boolean => true

/** Runs every trial once, one after another; describes what it sends, and what the answers show. */
async function describeTrials({ backend, options = {}, isShown = all }: Recorded): Promise<string> {
  using _ids = fixIds()
  await using server = await startBackend(backend)
  using open = await openRun(server.url, { token, seed: 1, concurrency: 1, ...options })
  let requests: string[] = []
  const session: Session = {
    ...open.session,
    send(request, how) {
      requests.push(describeRequest(request, how?.fresh))
      return open.session.send(request, how)
    },
    observe: (...note) => requests.push(`  note: ${note.join(': ')}`),
  }
  const lines: string[] = []
  const sets = new Map<string, string>()
  const problems = new Set<string>()
  for (const phase of phases) {
    const { checks, ...flags } = phase
    lines.push(JSON.stringify(flags))
    for (const { trial, rule, random } of planPhase(phase, session)) {
      requests = []
      const verdicts = (await trial.run(session)).filter(isShown)
      if (isShown !== all && verdicts.length === 0) continue
      const marks = verdicts.map((one) => `${one.problem ? '✗ ' : one.moot ? '~ ' : ''}${one.rule}`)
      const set = [...new Set(marks)].join(', ')
      sets.set(set, sets.get(set) ?? `V${sets.size}`)
      const { title, kind = '', steps = '' } = trial
      const what = [rule ?? `random ${random?.rule}`, title, kind, steps, sets.get(set)].map(String)
      lines.push(what.map(show).join(' | '), ...(isShown === all ? requests : []))
      for (const { rule, place = '', problem, moot } of verdicts)
        if (problem ?? moot)
          problems.add(`${rule} ${place}: ${(problem ?? moot)?.replaceAll(/"(?:[^"\\]|\\.)*"/g, '"…"')}`)
    }
  }
  const legend = [...sets].map(([set, name]) => `${name}: ${set}`)
  return [...lines, ...legend, ...[...problems].sort(), ''].join('\n').replaceAll(open.base.host, 'HOST')
}

/** Answers everything but plain plants in the same way. */
const spoil = (
  answer: (exchange: Parameters<typeof correct.handle>[0]) => ReturnType<typeof correct.handle>,
): Overrides => ({
  async handle(exchange, parts) {
    const bytes = await parts.readBody(exchange)
    const isPlain = /^\{"id":\d+,"name":"\w+"(,"tag":"\w+")?\}$/.test(bytes.toString())
    const { url, method, headers } = exchange.request
    return isPlain && url === '/plants' && method === 'POST' && headers.authorization === `Bearer ${token}`
      ? correct.handle(exchange, { ...parts, readBody: async () => bytes })
      : answer(exchange)
  },
})

const limits = {
  id: { minimum: 1 },
  name: { pattern: '^[A-Z][a-z]+$', maxLength: 12 },
  tag: { enum: ['herb', 'tree'] },
}
const isBroken = ({ problem }: Verdict) => problem !== undefined
const isMoot = ({ moot }: Verdict) => moot !== undefined

test.for<[recording: string, recorded: Recorded]>([
  ['requests', { backend: {} }],
  [
    'crashing',
    { backend: spoil(async () => toJsonAnswer(500, '{"error":1,"message":"no"}')), isShown: isBroken },
  ],
  [
    'careless',
    { backend: spoil(async () => toJsonAnswer(200, '{"name":"Moss","tag":"x","id":1}')), isShown: isBroken },
  ],
  [
    'limits',
    {
      backend: limited(limits),
      options: { limits },
      isShown: (verdict) => isMoot(verdict) || verdict.rule === 'refuses-outside-limits',
    },
  ],
  [
    'range',
    {
      backend: {},
      options: { idRange: { from: 1n, to: 100_000n }, invalidToken: 'expired-token' },
      isShown: isMoot,
    },
  ],
])('what the trials send to a service, and what its answers show: %s', async ([recording, recorded]) => {
  await expect(await describeTrials(recorded)).toMatchFileSnapshot(`recordings/${recording}.txt`)
})
