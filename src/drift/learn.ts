import { parseExactJson, stringifyExactJson } from '../contract/exact-json.ts'
import type { Limits } from '../contract/limits.ts'
import { createMask } from '../http/create-mask.ts'
import { type Exchange, readHeader, readStatus } from '../http/exchange.ts'
import type { RuleId } from '../judge/generated/rules.ts'
import { getRule } from '../judge/rules.ts'
import type { AnswersPreset } from '../store/answers.ts'
import { type FailureName, failureNames } from '../store/failure-names.ts'
import type { PlantStoreOptions } from '../store/options.ts'
import type { Habit } from '../store/read-new-plant.ts'
import { createPlainPlant, writePlant } from '../verify/create-request.ts'
import type { Session } from '../verify/trial.ts'
import type { Ask } from './ask.ts'
import { compareAnswers } from './compare.ts'
import { decideRow, type Pair } from './decide-row.ts'
import { largestBody, learnIds, learnMaxBody, learnTexts } from './limits.ts'
import type { ServiceOptions } from './options.ts'
import { readAnswer, toForm } from './read-answer.ts'
import { findBroken, isAboutLoad, isAccepted, openService, type Service, startFake } from './service.ts'
import { type Trigger, toLargeBody, triggers, writeMember, writePlain } from './triggers.ts'
import { type Lesson, toOptions, writeConfiguration } from './write-configuration.ts'

/** A must rule that the service breaks; the fake doesn't imitate it. */
export interface BrokenRule {
  rule: RuleId
  statement: string
  problem: string
  /** The request that showed it. */
  by: string
}

/** What a real service showed. */
export interface Learned {
  /** The options of a fake that answers like it, for `createPlantStore` and `createHandlers`. */
  options: PlantStoreOptions
  /** The same as a configuration file, with a comment on each value. */
  yaml: string
  /** The must rules that it breaks, which the fake doesn't imitate. */
  broken: readonly BrokenRule[]
  /** What else the fake can't imitate. */
  notImitated: readonly string[]
  /** What no request showed. */
  notTriggered: readonly string[]
  requests: number
  /** Milliseconds. */
  duration: number
}

/** A request whose answer shows something, and what is known about it. */
interface Shown {
  title: string
  exchange: Exchange
}

const describe = ({ title, exchange }: Shown): string => `request ${exchange.number}: ${title}`

/** Collects what a service shows. */
function createNotes(prefix: string) {
  const broken = new Map<string, BrokenRule>()
  const notImitated: string[] = []
  return {
    broken,
    notImitated,
    /** Returns whether the exchange breaks no must rule. */
    judge(shown: Shown, known: Parameters<typeof findBroken>[2] = {}): boolean {
      const found = findBroken(shown.exchange, prefix, known)
      for (const { rule, problem } of found) {
        const { statement } = getRule(rule)
        if (!broken.has(rule)) broken.set(rule, { rule, statement, problem, by: describe(shown) })
      }
      return found.length === 0
    },
    cannot(shown: Shown, what: string): void {
      notImitated.push(`${what} (${describe(shown)})`)
    },
  }
}

type Notes = ReturnType<typeof createNotes>

interface Row {
  trigger: Trigger
  exchange: Exchange
}

const knownOf = ({ failure, isForHttpLayer = false }: Trigger) => ({
  isForHttpLayer,
  ...(failure === 'invalid-token' && { isTokenInvalid: true }),
  ...(failure === 'duplicate-id' && { id: 'stored' as const }),
})

/** Asks for the refusals of every row that requests can trigger. */
const askRows = ({ send, forEach }: Service, asked: readonly Trigger[]): Promise<Row[]> =>
  forEach(asked, async (trigger) => ({
    trigger,
    exchange: await send((session) => ({ ...trigger.toAsk(session), title: trigger.title })),
  }))

/** Requests that show habits; `isShown` gets the answer, and the forms of other refusals. */
const habitAsks: Readonly<Record<Habit, (session: Session) => Omit<Ask, 'title'>>> = {
  'accepts-repeated-content-type': (session) => ({
    headers: { 'content-type': ['application/json', 'application/json'] },
    body: writePlain(session),
  }),
  'checks-credentials-first': (session) => ({
    path: '/nothing',
    headers: { authorization: null },
    body: writePlain(session),
  }),
  'checks-empty-body-type': () => ({ headers: { 'content-type': null } }),
  'ignores-byte-order-mark': (session) => ({ body: `\ufeff${writePlain(session)}` }),
  'ignores-content-encoding': (session) => ({
    headers: { 'content-encoding': 'rot13' },
    body: writePlain(session),
  }),
  'reads-first-authorization': (session) => ({
    headers: { authorization: ['Bearer {token}', 'Bearer other'] },
    body: writePlain(session),
  }),
}

/** Habits that an answer like that to another failure shows, unlike the usual failure. */
const habitRefusals: Partial<Record<Habit, readonly [like: FailureName, unlike: FailureName]>> = {
  'checks-credentials-first': ['missing-credentials', 'unknown-path'],
  'checks-empty-body-type': ['unsupported-media-type', 'missing-body'],
}

async function learnHabits({ send }: Service, rows: readonly Row[]): Promise<Lesson[]> {
  const formsOf = (failure: FailureName): string[] =>
    rows.filter(({ trigger }) => trigger.failure === failure).map(({ exchange }) => toForm(exchange))
  const shown = await Promise.all(
    Object.entries(habitAsks).map(async ([name, toAsk]) => {
      const exchange = await send((session) => ({ ...toAsk(session), title: name }))
      const [like, unlike] = habitRefusals[name as Habit] ?? []
      const form = toForm(exchange)
      const isLike = like !== undefined && formsOf(like).includes(form)
      const isHabit = unlike === undefined ? isAccepted(exchange) : isLike && !formsOf(unlike).includes(form)
      return isHabit ? [{ name, by: `request ${exchange.number}` }] : []
    }),
  )
  const found = shown.flat()
  if (found.length === 0) return []
  const by = found.map(({ name, by: request }) => `${name}: ${request}`).join(', ')
  return [{ path: ['habits'], value: found.map(({ name }) => name), by }]
}

/** Learns what a 200 has besides the members of a Plant. */
async function learnCreated({ send, session }: Service, notes: Notes): Promise<Lesson[]> {
  const asked = await Promise.all(
    [true, false, true, false].map(async (hasTag) => {
      const plant = createPlainPlant(session, { hasTag })
      const exchange = await send({ title: 'a plain plant', body: writePlant(plant) })
      return { plant, exchange, title: `a plant ${hasTag ? 'with' : 'without'} a tag` }
    }),
  )
  const lessons: Lesson[] = []
  for (const { plant, ...shown } of asked) {
    notes.judge(shown, { id: 'free' })
    const { members, headers } = readAnswer(shown.exchange) ?? {}
    const { name: _name, ...more } = members ?? {}
    const type = headers?.['content-type'] ?? ''
    if (type.toLowerCase() !== 'application/json' && /^application\/json *;/i.test(type))
      lessons.push({
        path: ['answers', 'created', 'headers', 'content-type'],
        value: type,
        by: describe(shown),
      })
    for (const [member, value] of Object.entries(more)) {
      const isSent = member === 'tag' && (plant.tag !== undefined || typeof value !== 'string')
      if (isSent) continue
      const isId = member === 'id' && String(value) === String(plant.id)
      lessons.push({
        path: ['answers', 'created', 'members', member],
        value: isId ? '{id}' : value,
        by: describe(shown),
      })
    }
  }
  return lessons.filter(({ path, value }, index) => {
    const same = lessons.filter(({ path: other }) => other.join() === path.join())
    if (same.some((other) => stringifyExactJson(other.value) !== stringifyExactJson(value)))
      for (const one of same) one.by = `${one.by.replace(/; .*/, '')}; it varies`
    return same[0] === lessons[index]
  })
}

async function learnUnknownMembers(
  { send }: Service,
  isInvalid: (exchange: Exchange) => boolean,
  notes: Notes,
): Promise<Lesson[]> {
  const title = 'a member that the schema does not name'
  const exchange = await send((session) => ({ title, body: writeMember(session, 'height', '1.5') }))
  const by = describe({ title, exchange })
  if (isAccepted(exchange)) return [{ path: ['unknownMembers'], value: 'ignore', by }]
  if (isInvalid(exchange)) return [{ path: ['unknownMembers'], value: 'refuse', by }]
  notes.cannot(
    { title, exchange },
    `a member that the schema does not name is answered ${readStatus(exchange)}`,
  )
  return []
}

/** Origins of pages: that of a front end on a developer's machine, and any other. */
const origins = ['http://localhost:3000', 'https://page.example']

async function learnCors({ send }: Service): Promise<Lesson[]> {
  const preflight = {
    method: 'OPTIONS',
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization,content-type',
  }
  const { method, ...headers } = preflight
  const shown = await Promise.all(
    origins.map(async (origin) => {
      const usual = { authorization: null, 'content-type': null }
      const asked = await Promise.all([
        send({ title: 'a preflight', method, headers: { ...usual, ...headers, origin } }),
        send((session) => ({ title: 'a page', headers: { origin }, body: writePlain(session) })),
      ])
      const isAllowed = asked.every(
        ({ outcome }) =>
          outcome.kind === 'answer' &&
          ['*', origin].includes(readHeader(outcome.answer, 'access-control-allow-origin') ?? ''),
      )
      return { origin, isAllowed, number: asked[0]?.number }
    }),
  )
  const allowed = shown.filter(({ isAllowed }) => isAllowed).map(({ origin }) => origin)
  const value = allowed.length === 0 ? false : allowed.length === origins.length ? '*' : allowed
  const by = shown.map(
    ({ origin, isAllowed, number }) => `request ${number}: ${isAllowed ? '' : 'not '}${origin}`,
  )
  return [{ path: ['cors'], value, by: by.join(', ') }]
}

/** How many plants in a row show how long answers take. */
const timed = 9

/** Milliseconds in which an answer comes without a delay. */
const noDelay = 5

async function learnLatency({ send }: Service): Promise<Lesson[]> {
  const durations: number[] = []
  for (let left = timed; left > 0; left--) {
    const { duration } = await send((session) => ({ title: 'a plant', body: writePlain(session) }))
    durations.push(duration)
  }
  const sorted = durations.toSorted((one, other) => one - other)
  const at = (quantile: number): number => Math.round(sorted[Math.floor((timed - 1) * quantile)] ?? 0)
  if (at(0.5) < noDelay) return []
  return [
    {
      path: ['latency'],
      value: [at(0.1), at(0.9)],
      by: `the 10th and 90th percentile of ${timed} plants in a row`,
    },
  ]
}

/** Learns the rows of the table of answers with the preset that needs the fewest lessons. */
async function learnRows(
  rows: readonly Row[],
  options: PlantStoreOptions,
  session: Session,
): Promise<Lesson[]> {
  async function tryPreset(preset: AnswersPreset): Promise<Lesson[]> {
    await using fake = await startFake({ ...options, answers: preset }, session)
    const pairs = await Promise.all(
      rows.map(async ({ trigger, exchange }): Promise<[FailureName, Pair]> => {
        const { title, toAsk } = trigger
        return [
          trigger.failure,
          { title, real: exchange, fake: await fake.send({ ...toAsk(session), title }) },
        ]
      }),
    )
    const usual = failureNames.flatMap((failure) => {
      const own = pairs.filter(([name]) => name === failure).map(([, pair]) => pair)
      return decideRow(failure, preset, own).map(({ name, ...lesson }) => ({
        path: ['answers', failure, name],
        ...lesson,
      }))
    })
    const asIs = failureNames.filter(
      (name) =>
        pairs.some(([failure]) => failure === name) &&
        !usual.some(({ path, value }) => path[1] === name && value !== undefined),
    )
    const shown = asIs.map((name) => {
      const [, pair] = pairs.find(([failure]) => failure === name) ?? []
      return `${name} (request ${pair?.real.number})`
    })
    const by = shown.length === 0 ? 'the nearest' : `as it is: ${shown.join(', ')}`
    return [{ path: ['answers', 'preset'], value: preset, by }, ...usual]
  }
  const [http, documented] = [await tryPreset('http'), await tryPreset('documented')]
  const weigh = (lessons: readonly Lesson[]): number =>
    lessons.filter(({ value }) => value !== undefined).length
  return weigh(documented) < weigh(http) ? documented : http
}

/**
 * Finds out how a real service decides what the specification leaves open, with at most 400 requests, and writes a
 * configuration with which a fake decides the same. It leaves plants behind.
 *
 * @example
 * const { options, yaml } = await learn('https://staging.example', { token: 'local-token' })
 * const store = createPlantStore(options)
 *
 * @throws {VerifyOptionsError} if an option has a wrong value
 * @throws {ServiceError} if the service can't be reached, or changes in the middle
 */
export async function learn(url: string | URL, options: ServiceOptions): Promise<Learned> {
  using service = await openService(url, options)
  const { session, run } = service
  const notes = createNotes(run.base.pathname.replace(/\/$/, ''))
  const notTriggered: string[] = []

  const [asked, created, cors, maxBody] = await Promise.all([
    askRows(service, triggers),
    service.whileUsual(() => learnCreated(service, notes)),
    service.whileUsual(() => learnCors(service)),
    service.whileUsual(() => learnMaxBody(service)),
  ])
  const formsOf = (failure: FailureName, hasMessage: boolean): Set<string> =>
    new Set(
      asked
        .filter(({ trigger, exchange }) => trigger.failure === failure && !isAccepted(exchange))
        .map(({ exchange }) => toForm(exchange, hasMessage)),
    )
  const invalidForms = formsOf('invalid-plant', true)
  const invalidStatuses = formsOf('invalid-plant', false)
  const storedForms = new Set([...formsOf('duplicate-id', true)].filter((form) => !invalidForms.has(form)))
  const isInvalid = (exchange: Exchange): boolean => invalidStatuses.has(toForm(exchange, false))
  async function isInside(title: string, body: string, isOneKind = true): Promise<boolean> {
    const exchange = await service.send({ title, body })
    if (isAccepted(exchange) || isAboutLoad(exchange) || storedForms.has(toForm(exchange))) return true
    notes.judge({ title, exchange })
    if (isInvalid(exchange) || !isOneKind) return false
    notes.cannot({ title, exchange }, `${title} is answered ${readStatus(exchange) ?? 'with nothing'}`)
    return true
  }
  const declared: Limits = options.limits ?? {}
  const learnLimits = async (): Promise<Lesson[]> => {
    const found = await Promise.all([
      declared.id ? undefined : learnIds(session, isInside),
      declared.name ? undefined : learnTexts(session, 'name', maxBody.value, isInside),
      declared.tag ? undefined : learnTexts(session, 'tag', maxBody.value, isInside),
    ])
    return (['id', 'name', 'tag'] as const).flatMap((member, index): Lesson[] => {
      const own = declared[member]
      const shown = own ? { value: own, by: 'declared for this run' } : found[index]
      return shown === undefined ? [] : [{ path: ['limits', member], ...shown }]
    })
  }
  const tooLarge =
    maxBody.value === largestBody ? [] : [toLargeBody(maxBody.value), toLargeBody(maxBody.value + 1000)]
  const [limits, unknownMembers, habits, large] = await Promise.all([
    service.whileUsual(learnLimits),
    service.whileUsual(() => learnUnknownMembers(service, isInvalid, notes)),
    service.whileUsual(() => learnHabits(service, asked)),
    askRows(service, tooLarge),
  ])
  const latency = await service.whileUsual(() => learnLatency(service))

  const isReplacing = asked.some(
    ({ trigger, exchange }) => trigger.failure === 'duplicate-id' && isAccepted(exchange),
  )
  const duplicate = asked.find(({ trigger }) => trigger.failure === 'duplicate-id')
  const lessons: Lesson[] = [
    {
      path: ['onDuplicate'],
      value: isReplacing ? 'replace' : 'reject',
      by: `request ${duplicate?.exchange.number}: a stored id`,
    },
    { path: ['maxBody'], ...maxBody },
    ...unknownMembers,
    ...habits,
    ...limits,
    ...cors,
    ...latency,
  ]
  const ignoresCoding = habits.some(({ value }) => (value as Habit[]).includes('ignores-content-encoding'))
  const rows = [...asked, ...large].filter(({ trigger, exchange }) => {
    const shown = { title: trigger.title, exchange }
    const isRight = notes.judge(shown, knownOf(trigger))
    const answer = readAnswer(exchange)
    const isUsual =
      trigger.failure === 'duplicate-id' || (trigger.failure === 'unsupported-encoding' && ignoresCoding)
    if (isAccepted(exchange) && isRight && !isUsual)
      notes.cannot(shown, `${trigger.title} is answered ${readStatus(exchange)}`)
    if (answer === undefined || isAboutLoad(exchange) || isAccepted(exchange) || answer.status < 400)
      return false
    if (trigger.failure === 'unsupported-encoding' && ignoresCoding) return false
    // A server in front of the service may answer a 400 of its own, but a fake's 400 is an Error.
    if (trigger.isForHttpLayer && answer.status === 400 && !answer.isError) {
      notes.cannot(shown, `${trigger.title} is answered with a 400 that is no Error`)
      return false
    }
    return isRight
  })
  const learnedRows = await learnRows(rows, toOptions(lessons), session)
  const mask = createMask(options.showToken ? [] : run.token.all)
  const all = [...learnedRows, ...created, ...lessons].map((lesson) =>
    lesson.value === undefined
      ? lesson
      : { ...lesson, value: parseExactJson(mask(stringifyExactJson(lesson.value))) },
  )
  const learned = toOptions(all) as PlantStoreOptions
  for (const failure of failureNames) {
    const isShown = rows.some(({ trigger }) => trigger.failure === failure)
    if (!isShown && !(failure === 'duplicate-id' && isReplacing)) notTriggered.push(failure)
  }
  await checkImitation(rows, learned, service, notes)
  const broken = [...notes.broken.values()].map((one) => ({ ...one, problem: mask(one.problem) }))
  const notImitated = [...new Set(notes.notImitated)].map(mask)
  return {
    options: learned,
    yaml: writeConfiguration(
      [
        `Learned from ${run.base.href} on ${run.startedAt.slice(0, 10)} with ${run.sender.sent} requests.`,
        'Start a fake that answers like it: plant-store start --config FILE',
        'Find out whether it still does: plant-store diff URL --config FILE',
      ],
      all,
      {
        'Broken must rules, which the fake keeps:': broken.map(
          ({ rule, problem, by }) => `${rule}: ${problem} (${by})`,
        ),
        "What the fake can't imitate:": notImitated,
        'What no request showed, so that the fake decides by itself:': notTriggered,
      },
    ),
    broken,
    notImitated,
    notTriggered,
    requests: run.sender.sent,
    duration: run.duration,
  }
}

/** Notes where a fake with the learned options still differs. */
async function checkImitation(
  rows: readonly Row[],
  options: PlantStoreOptions,
  { session }: Service,
  notes: Notes,
): Promise<void> {
  await using fake = await startFake(options, session)
  await Promise.all(
    rows.map(async ({ trigger: { title, toAsk }, exchange }) => {
      const [problem] = compareAnswers(await fake.send({ ...toAsk(session), title }), exchange, {
        pinned: new Set(),
      })
      if (problem !== undefined) notes.cannot({ title, exchange }, `${title}: ${problem}`)
    }),
  )
}
