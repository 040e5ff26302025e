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

/** Shows a text in one line, with escapes for what can't be seen; repeated letters and a long text by their lengths. */
function show(text: string): string {
  const short = text.replaceAll(/(.)\1{29,}/gsu, ({ length }, sign) => `${sign}… (${length})`)
  const start = short.length <= 250 ? short : `${short.slice(0, 80)}… (${text.length})`
  return start.replaceAll(
    /(?! )[\p{C}\p{M}\p{Z}\ufffd]/gu,
    (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`,
  )
}

/** Replaces the plain members of a trial's requests: ID, Fern, and Leaf; `same` is before those that came already. */
function maskPlain(requests: readonly string[]): string[] {
  const seen = new Set<string>()
  const plain = /"id":(27061824372\d+)|"name":"(Fern[A-Z][A-Za-z]{7})"|"tag":"(Leaf[A-Za-z]{5})"/g
  return requests.map((request) =>
    request.replaceAll(plain, (member, id, name) => {
      const word = id ? 'ID' : name ? 'Fern' : 'Leaf'
      const isSame = seen.has(member)
      seen.add(member)
      return isSame ? `same ${word}` : word
    }),
  )
}

/** Joins texts; says how many times in a row each one comes. */
function joinEqual(texts: readonly string[]): string {
  const runs: [text: string, count: number][] = []
  for (const text of texts) {
    const last = runs.at(-1)
    if (last?.[0] === text) last[1]++
    else runs.push([text, 1])
  }
  return runs.map(([text, count]) => (count === 1 ? text : `${count} × ${text}`)).join('; ')
}

/** Puts as many items into a line as are easy to read. */
function wrap(items: readonly string[]): string[] {
  const lines: string[] = []
  for (const item of items) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + item.length < 160) lines[lines.length - 1] = `${last} · ${item}`
    else lines.push(`  ${item}`)
  }
  return lines
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
    `${method === 'POST' && path === '/plants' ? '' : `${method} ${path} `}${show(body.toString())}`,
    ...(isFresh ? ['on a new connection'] : []),
    ...fields.flatMap(([name, value]) => (usual.get(name) === value ? [] : [`with ${name}: ${mask(value)}`])),
    ...[...usual.keys()].flatMap((name) => (fields.some(([own]) => own === name) ? [] : [`without ${name}`])),
    ...(pieces.length > 1 ? [`in pieces of ${sizes} bytes, every ${pause} ms`] : []),
  ].join(', ')
}

interface Recorded {
  backend: Overrides
  options?: Partial<VerifyOptions>
  /** Which verdicts to show, with the number of trials; without it, all verdicts and requests. */
  isShown?: (verdict: Verdict) => boolean
}

const all = (): boolean => true

/** A trial in a recording. */
interface Shown {
  kind: string
  whole: string
}

/** Says whether trials differ in nothing but their kinds. */
const areAlike = (shown: readonly Shown[]): boolean => new Set(shown.map(({ kind }) => kind)).size > 1

/** Runs every trial once, one after another; describes what it sends, and what the answers show. */
async function describeTrials({ backend, options = {}, isShown = all }: Recorded) {
  using _ids = fixIds()
  await using server = await startBackend(backend)
  using open = await openRun(server.url, { token, seed: 1, concurrency: 1, ...options })
  let requests: string[] = []
  let notes: string[] = []
  const session: Session = {
    ...open.session,
    send(request, how) {
      requests.push(describeRequest(request, how?.fresh))
      return open.session.send(request, how)
    },
    observe: (...note) => notes.push(note.join(': ')),
  }
  const lines: string[] = []
  const sets = new Map<string, string>()
  const problems = new Set<string>()
  const randomTrials = new Map<string, number>()
  for (const phase of phases) {
    const { checks, ...flags } = phase
    lines.push(JSON.stringify(flags))
    const groups = new Map<string, Map<string, Shown[]>>()
    for (const { trial, rule, random } of planPhase(phase, session)) {
      const before = randomTrials.get(random?.rule ?? '') ?? 0
      if (before === 2) continue
      if (random !== undefined) randomTrials.set(random.rule, before + 1)
      requests = []
      notes = []
      const verdicts = (await trial.run(session)).filter(isShown)
      if (isShown !== all && verdicts.length === 0) continue
      const marks = verdicts.map((one) => `${one.problem ? '✗ ' : one.moot ? '~ ' : ''}${one.rule}`)
      const set = [...new Set(marks)].join(', ')
      // A random plant can be a text of several rules.
      if (random === undefined) sets.set(set, sets.get(set) ?? `V${sets.size}`)
      const [title, kind, steps = ''] = [show(trial.title), show(trial.kind ?? ''), trial.steps]
      const noted = notes.map((note) => `, noted as ${show(note).replace(title, '…')}`)
      const ofRule = rule === undefined ? `random ${random?.rule}` : `${rule}: ${sets.get(set)}`
      const group = `${ofRule}${steps && `, ${steps} steps`}${noted.join('')}`
      const sent = joinEqual(maskPlain(requests))
      const shapes = groups.get(group) ?? new Map<string, Shown[]>()
      groups.set(group, shapes)
      // Trials that differ only in their kinds come together, with [] for the kind.
      const shape = [title, sent].map((text) => (kind === '' ? text : text.replaceAll(kind, '[]'))).join(': ')
      const named = title.includes(kind)
        ? title.replace(kind, () => kind && `[${kind}]`)
        : `${title} [${kind}]`
      shapes.set(shape, [...(shapes.get(shape) ?? []), { kind, whole: `${named}: ${sent}` }])
      for (const { rule, place = '', problem, moot } of verdicts)
        if (problem ?? moot)
          problems.add(`${rule} ${place}: ${(problem ?? moot)?.replaceAll(/"(?:[^"\\]|\\.)*"/g, '"…"')}`)
    }
    for (const [group, shapes] of groups) {
      const count = [...shapes.values()].flat().length
      lines.push(`${group}${isShown === all ? '' : `, ${count} trials`}`)
      if (isShown !== all) continue
      const ofOneKind = [...shapes.values()].filter((shown) => !areAlike(shown)).flat()
      const described = wrap(ofOneKind.map(({ whole }) => whole))
      for (const [shape, shown] of shapes)
        if (areAlike(shown)) described.push(...wrap([shape, ...shown.map(({ kind }) => kind)]))
      const isShort = described.length === 1 && group.length + (described[0]?.length ?? 0) < 160
      lines.push(...(isShort ? [`${lines.pop()} |${described[0]?.slice(1)}`] : described))
    }
  }
  const legend = [...sets].map(([set, name]) => `${name}: ${set}`)
  const toText = (lines: readonly string[]) => `${lines.join('\n')}\n`.replaceAll(open.base.host, 'HOST')
  return { trials: toText(lines), verdicts: toText([...legend, ...[...problems].sort()]) }
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

const name = { pattern: '^[A-Z][a-z]+$', maxLength: 12 }
const limits = { id: { minimum: 1 }, name, tag: { enum: ['herb', 'tree'] } }
const isBroken = ({ problem }: Verdict) => problem !== undefined
const isMoot = ({ moot }: Verdict) => moot !== undefined

const [error, plant] = ['{"error":1,"message":"no"}', '{"name":"Moss","tag":"x","id":1}']
const crashing = spoil(async () => toJsonAnswer(500, error))
const careless = spoil(async () => toJsonAnswer(200, plant))
const isOfLimits = (verdict: Verdict) => isMoot(verdict) || verdict.rule === 'refuses-outside-limits'
const narrow = { idRange: { from: 1n, to: 100_000n }, invalidToken: 'expired-token' }

test.for<[recording: string, recorded: Recorded]>([
  ['requests', { backend: {} }],
  ['crashing', { backend: crashing, isShown: isBroken }],
  ['careless', { backend: careless, isShown: isBroken }],
  ['limits', { backend: limited(limits), options: { limits }, isShown: isOfLimits }],
  ['range', { backend: {}, options: narrow, isShown: isMoot }],
])('what the trials send to a service, and what its answers show: %s', async ([recording, recorded]) => {
  const { trials, verdicts } = await describeTrials(recorded)
  await expect(trials).toMatchFileSnapshot(`recordings/trials/${recording}.txt`)
  await expect(verdicts).toMatchFileSnapshot(`recordings/verdicts/${recording}.txt`)
})
