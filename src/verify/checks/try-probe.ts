import { createdStatus } from '../../contract/generated/operation.ts'
import { type Exchange, type HttpAnswer, isSuccess, readStatus, wasTaken } from '../../http/exchange.ts'
import { toMoot, toVerdict, type Verdict, withExchanges } from '../../judge/finding.ts'
import type { RuleId } from '../../judge/generated/rules.ts'
import { isErrorBody } from '../../judge/read-body.ts'
import { isIn, toServerErrorRule, toStatusRule } from '../../judge/rules.ts'
import type { Ask } from '../../probes/ask.ts'
import { createPlainPlant } from '../../probes/plain-plant.ts'
import type { Probe, ProbeGroup, Promised } from '../../probes/probe.ts'
import type { SentPlant } from '../../probes/source.ts'
import { likeAttacks } from '../../probes/texts.ts'
import { findForeign } from '../find-foreign.ts'
import { readPlant } from '../find-hiding.ts'
import { judgeCreated, judgeDelivery, judgeRefusal, judgeRefused, judgeTime } from '../judge-trial.ts'
import { sendAsk, sendPlant } from '../send-ask.ts'
import type { Check, Session, Trial } from '../trial.ts'

/** How many ids to try, since ids of a range that the user chose may be stored. */
export const triesInRange = 8

/** Says that a rule isn't tried, since no allowed plant can test it. */
export const toUntried = (rule: RuleId, { hasIdRange }: Session): Verdict =>
  toMoot(
    rule,
    '/request',
    hasIdRange ? 'no id in the range can test this' : 'the limits leave no plant that can test this',
  )

const isWord = (text: string): boolean => /^[a-z\d]{1,40}$/i.test(text)

/** Makes another word with letters of the same case, or with other digits. */
const toOtherWord = (word: string): string =>
  word.replaceAll(/[a-z\d]/gi, (letter) =>
    /[z9]/i.test(letter) ? letter : String.fromCharCode(letter.charCodeAt(0) + 1),
  )

/** Puts the signs of a text in another order, but for its ends, so that they mean nothing together. */
const toOtherOrder = (text: string): string =>
  text.slice(0, 2) + [...text.slice(2, -2)].sort().reverse().join('') + text.slice(-2)

/** Judges whether a service refuses a text for its meaning, although a similar one is accepted twice. */
async function judgeMeaning(
  session: Session,
  exchange: Exchange,
  { plant }: Ask,
  { openRule, rule: own }: Probe,
): Promise<Verdict[]> {
  const isAttack = own === likeAttacks
  const [rule, toOther] = isAttack
    ? ([own, toOtherOrder] as const)
    : (['text-has-no-meaning', toOtherWord] as const)
  const status = readStatus(exchange) ?? 0
  if (openRule !== 'text-limits' || plant === undefined || status >= 500) return []
  const say = (problem?: string): Verdict =>
    toVerdict(rule, '/response/status', problem, problem === undefined ? {} : { actual: `${status}` })
  const { name, tag = name } = plant
  if (!isAttack && ![name, tag].every(isWord)) return []
  if (wasTaken(exchange)) return withExchanges([say()], exchange)
  // The id may have been stored.
  if (session.ids.areFew && wasTaken(await sendPlant(session, { ...plant, id: session.ids.take() })))
    return []
  const others: Exchange[] = []
  for (let left = 2; left > 0; left--) {
    const other = { ...createPlainPlant(session), name: toOther(name), tag: toOther(tag) }
    if (!session.inside.allows(other)) return []
    others.push(await sendPlant(session, other))
  }
  // A service may refuse a stored text.
  if (!others.every(wasTaken)) return []
  const problem = `the status must be ${createdStatus}, got ${status}, although the name ${JSON.stringify(toOther(name))} is accepted`
  return withExchanges([say(problem)], ...others.slice(1), exchange)
}

type Judge = (session: Session, exchange: Exchange, ask: Ask, probe: Probe, isRetried: boolean) => Verdict[]

const judgePlant: Judge = (session, exchange, { plant }, probe, isRetried) => {
  const status = readStatus(exchange) ?? 0
  if (probe.openRule === 'repeated-texts') session.memory.hasUniqueTexts ||= status >= 400 && status < 500
  return plant === undefined ? [] : judgeCreated(session, exchange, plant, { ...probe, isRetried })
}

/** Returns whether an answer has the name of a plant, or an id that isn't there by chance, nor from the address. */
const showsPlant = ({ request, outcome }: Exchange, plant: SentPlant | undefined): boolean =>
  outcome.kind === 'answer' &&
  plant !== undefined &&
  [plant.name, String(plant.id)].some(
    (text) => text.length > 7 && !request.path.includes(text) && outcome.answer.body.includes(text),
  )

const judgeRefusedProbe: Judge = (session, exchange, { plant }, probe) => {
  const { title, rule = 'refusal-is-not-200', deliveryRule, isForHttpLayer, isElsewhere } = probe
  const status = readStatus(exchange) ?? 400
  const isShown = showsPlant(exchange, plant) || findForeign(session, exchange) !== undefined
  // Whatever else answers there with success, a redirect, or 501 has neither created the plant nor shown one.
  if (isElsewhere && (status < 400 || status === 501) && !isShown)
    return judgeDelivery(exchange, deliveryRule).verdicts
  return judgeRefused(session, exchange, {
    title,
    rule,
    ...(deliveryRule && { deliveryRule }),
    ...(isForHttpLayer && { isForHttpLayer }),
    ...(isIn(rule, 'refuses')
      ? {
          serverErrorRule: toServerErrorRule(rule),
          // What answers at another address shows nothing about the status of the operation.
          ...(isElsewhere ? {} : { openRule: toStatusRule(rule) }),
        }
      : { serverErrorRule: rule }),
  })
}

/** Judges what anything but the operation must not do. */
function judgeElsewhere(exchange: Exchange, answer: HttpAnswer, { plant }: Ask): Verdict[] {
  const { status } = answer
  const isTaken = plant !== undefined && isSuccess(status) && readPlant(exchange).name === plant.name
  const problem = isTaken
    ? `the service must not create a plant here, got ${status}`
    : isSuccess(status) && isErrorBody(answer)
      ? `an Error must come with a 4xx, got ${status}`
      : undefined
  const failure = status >= 500 && status !== 501 ? `the status must not be a 5xx, got ${status}` : undefined
  const [place, actual] = ['/response/status', { actual: `${status}` }] as const
  return withExchanges(
    [
      toVerdict('creates-nothing-elsewhere', place, problem, actual),
      toVerdict('no-5xx-elsewhere', place, failure, actual),
    ],
    exchange,
  )
}

/** Reports the status; only the rules for every answer judge the rest. */
const judgeOpen: Judge = (session, exchange, ask, probe) => {
  const { title, rule, textRule, isForHttpLayer = false, serverErrorRule } = probe
  const { outcome } = exchange
  const note =
    outcome.kind === 'answer' ? `answered ${outcome.answer.status}` : `not answered: ${outcome.message}`
  const isElsewhere = ask.method !== undefined || (ask.path !== undefined && !probe.isElsewhere)
  // Which answer comes there is open, but one has to come.
  const isLost = isElsewhere && outcome.kind !== 'answer' && !isForHttpLayer
  if (rule !== undefined && !isLost) session.observe(rule, title, note)
  const delivery = judgeDelivery(exchange)
  const { answer } = delivery
  const late = answer && judgeTime(session, exchange)
  const verdicts = late === undefined ? delivery.verdicts : withExchanges([late], exchange)
  if (isLost && session.memory.isCreating === true) return verdicts
  // If plain plants fail, these fail for the same reason.
  if (isElsewhere || session.memory.isCreating !== true) {
    const ofAll = verdicts.filter((verdict) =>
      ['answer-follows-http', 'answer-has-date'].includes(verdict.rule),
    )
    return isElsewhere && answer ? [...ofAll, ...judgeElsewhere(exchange, answer, ask)] : ofAll
  }
  if (answer === undefined) return isForHttpLayer ? [] : verdicts
  if (!isSuccess(answer.status))
    return [
      ...verdicts,
      ...judgeRefusal(exchange, answer, { isForHttpLayer, ...(serverErrorRule && { serverErrorRule }) }),
    ]
  const isOther = probe.isElsewhere && readPlant(exchange).name !== ask.plant?.name
  if (ask.plant === undefined || isOther) return verdicts
  return judgeCreated(session, exchange, ask.plant, textRule === undefined ? {} : { textRule })
}

const judges: Readonly<Record<Promised, Judge>> = {
  plant: judgePlant,
  refusal: judgeRefusedProbe,
  open: judgeOpen,
}

/** Returns whether a request that comes before a probe was answered as it has to be. */
function isAsNeeded(exchange: Exchange, needed: Probe['before']): boolean {
  if (needed === undefined) return true
  return needed === 'plant' ? wasTaken(exchange) : (readStatus(exchange) ?? 0) >= 400
}

/** Makes a trial of a probe. */
export const tryProbe = (probe: Probe, draw = (parts: readonly Probe[]) => parts): Trial => ({
  title: probe.title,
  ...(probe.parts && {
    toParts: (isBroken) =>
      (isBroken ? (probe.parts ?? []) : draw(probe.parts ?? [])).map((part) => tryProbe(part)),
  }),
  kind: probe.kind ?? probe.title,
  ...(probe.restsOn && { restsOn: probe.restsOn }),
  ...(probe.id !== undefined && { id: probe.id }),
  async run(session) {
    const { promise, rule = 'created-status', before } = probe
    for (let left = promise === 'plant' && session.ids.areFew ? triesInRange : 1; ; left--) {
      const ask = probe.toAsk(session)
      const isAllowed = promise === 'refusal' || !ask?.plant || session.inside.allows(ask.plant)
      if (ask === undefined || !isAllowed)
        return promise === 'open' || before !== undefined ? [] : [toUntried(rule, session)]
      const earlier: Exchange[] = []
      for (const one of ask.before ?? []) {
        const exchange = await sendAsk(session, one)
        if (!isAsNeeded(exchange, before)) return []
        earlier.push(exchange)
      }
      const exchange = await sendAsk(session, ask)
      const verdicts = [
        ...judges[promise](session, exchange, ask, probe, left > 1),
        ...(await judgeMeaning(session, exchange, ask, probe)),
      ]
      if (left > 1 && !verdicts.some((verdict) => verdict.rule === rule)) continue
      return verdicts.map((verdict) => ({ ...verdict, exchanges: [...earlier, ...verdict.exchanges] }))
    }
  },
})

/** Draws some of the items with the seed of the run, in their order. */
function drawSome<Item>(items: readonly Item[], count: number, { random }: Session): Item[] {
  const left = items.map((_item, index) => index)
  while (left.length > count) left.splice(random.below(left.length), 1)
  return left.flatMap((index) => items[index] ?? [])
}

/** How many parts of a refused request are sent by themselves. */
const maxParts = 6

/** Makes the trials of a group of probes. */
export const toCheck = ({ rule, also = [], probes, drawn, isWide = false }: ProbeGroup): Check => ({
  rule,
  also,
  trials(session) {
    const all = probes(session)
    const { share } = session.memory.plan
    const count = Math.ceil(Math.min(drawn ?? all.length, all.length) * (isWide ? share : 1))
    const ofParts = (parts: readonly Probe[]) => drawSome(parts, maxParts, session)
    return drawSome(all, count, session).map((probe) => tryProbe(probe, ofParts))
  },
})
