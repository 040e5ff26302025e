import type { Operation } from '../contract/contract.ts'
import { type Exchange, isSuccess, readAnswerText, readStatus } from '../http/exchange.ts'
import type { Expectation } from '../judge/expectation.ts'
import { type Finding, toFindingKey } from '../judge/finding.ts'
import { judgeExchange } from '../judge/judge-exchange.ts'
import type { Draft } from '../probes/draft.ts'
import type { Probe } from '../probes/probe.ts'
import type { Bench } from './bench.ts'
import { getBody, makeBodiesDiffer } from './bodies.ts'
import { createsByReplace } from './find-operations.ts'
import { judgeEcho } from './judge-echo.ts'
import { type Attempt, confirmAttempt } from './ledger.ts'
import { makePlain, withKeysOf } from './plain.ts'
import { listSteps } from './preparation.ts'

export function countRules(
  { ledger }: Bench,
  { rule, operation, kind, reason }: Expectation,
  exchange: Exchange,
): void {
  ledger.count('responds')
  const status = readStatus(exchange)
  if (status === undefined) return
  ledger.count('no-server-error')
  // Whether it is accepted is open, but not that there is a response.
  if (kind !== 'open' || rule === 'deep-nesting') ledger.count(rule)
  ledger.count('hides-credentials')
  if (status >= 400) ledger.count('hides-internals')
  if (operation === undefined || reason === 'method') return
  const response = operation.responses.pick(status)
  if (isSuccess(status)) ledger.count('documented-status')
  else if (kind === 'reject') ledger.count('rejection-status')
  if (response !== undefined && response.media.length > 0) {
    ledger.count('response-content-type')
    ledger.count('response-body-schema')
    ledger.count('response-format')
    ledger.count('error-body-schema')
  }
  if (response !== undefined && response.headers.length > 0) {
    ledger.count('response-headers')
    ledger.count('optional-response-headers')
  }
  if (status === 401) ledger.count('challenge')
}

export async function sendAndJudge(
  bench: Bench,
  draft: Draft,
  expectation: Expectation,
): Promise<{ exchange: Exchange; findings: Finding[] }> {
  const exchange = await bench.send(draft)
  countRules(bench, expectation, exchange)
  return {
    exchange,
    findings: judgeExchange(
      { ...expectation, isProtocol: bench.options.isProtocol, hasRecords: draft.hasRecords },
      exchange,
      draft.before,
    ),
  }
}

/** Whether accepting a request uses up its record. */
const usesUp = ({ effect, method }: Operation): boolean =>
  effect.kind === 'remove' || (effect.kind === 'none' && method !== 'GET')

const isKeyOf = ({ operation: { effect }, path = [] }: Probe): boolean =>
  effect.kind === 'create' && path.length > 0 && path.at(-1) === effect.resource.key.property

/** Says how a request was rejected, without numbers that differ each time. */
export function toSignature({ outcome }: Exchange): string {
  if (outcome.kind !== 'answer') return outcome.kind
  return `${outcome.answer.status} ${readAnswerText(outcome.answer).replaceAll(/\b[\da-f]{8,}\b|\b[\da-f]{4}\b|\d+/gi, '0')}`
}

/** Sends a probe once, with records of its own if it needs them. */
async function tryProbe(bench: Bench, probe: Probe, isVaried = false): Promise<Attempt> {
  const nothing: Attempt = { findings: [], isMoot: false }
  const { operation, rule, place, tried, reason, path } = probe
  // The state that its record was brought into may not allow every value.
  const kind = probe.kind === 'accept' && listSteps(bench, operation).length > 0 ? 'open' : probe.kind
  const isFresh = kind === 'accept' && usesUp(operation)
  const plain = await makePlain(bench, operation, {
    isFresh: isFresh || createsByReplace(bench, operation),
    except: path,
    ...(isVaried && { isVaried }),
  })
  const changed = typeof plain === 'string' ? undefined : probe.change(plain)
  if (typeof plain === 'string' || changed === undefined) return nothing
  const draft = withKeysOf(plain, changed, probe)
  if (draft === undefined) return nothing
  const expectation: Expectation = {
    operation,
    kind,
    rule,
    place,
    tried,
    isAllowed: operation.effect.kind === 'create',
    ...(reason && { reason }),
  }
  bench.spend(operation)
  const { exchange, findings } = await sendAndJudge(bench, draft, expectation)
  const status = readStatus(exchange)
  const isTaken = status === 409 || bench.taken.get(operation) === toSignature(exchange)
  if (kind === 'reject' && isTaken) return { findings, isMoot: true }
  // The key may be stored since an earlier run.
  if (kind === 'accept' && isKeyOf(probe) && isTaken) return nothing
  // What has to be unique was taken.
  const canDiffer = !isVaried || !getBody(bench, operation).isReferringAnew
  if (status === 409 && reason !== 'credentials' && canDiffer) {
    makeBodiesDiffer(bench, operation)
    return tryProbe(bench, probe, true)
  }
  // What was made to be rejected may be accepted.
  if (status !== undefined && isSuccess(status) && usesUp(operation)) draft.useUp?.()
  const isEchoed = kind === 'accept' || probe.echo !== undefined
  const echoed =
    isEchoed && status !== undefined && isSuccess(status)
      ? await judgeEcho(bench, draft, exchange, probe)
      : []
  return { findings: [...findings, ...echoed], isMoot: false }
}

/** Sends a probe, and again if it shows something: then with the least of its changes that still shows it. */
export function runProbe(bench: Bench, probe: Probe): Promise<void> {
  let smallest = probe
  return confirmAttempt(bench, async () => {
    const attempt = await tryProbe(bench, smallest)
    const fresh = attempt.findings.filter((one) => !bench.ledger.has(one)).map(toFindingKey)
    if (fresh.length === 0) return attempt
    for (const part of smallest.parts ?? []) {
      const own = await tryProbe(bench, part)
      const keys = new Set(own.findings.map(toFindingKey))
      if (!fresh.every((key) => keys.has(key))) continue
      smallest = part
      return own
    }
    return attempt
  })
}
