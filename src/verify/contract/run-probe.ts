import type { Operation } from '../../contract/contract.ts'
import { type Exchange, isSuccess, readStatus } from '../../http/exchange.ts'
import type { Expectation } from '../../judge/contract/expectation.ts'
import type { ContractFinding } from '../../judge/contract/finding.ts'
import { judgeExchange } from '../../judge/contract/judge-exchange.ts'
import { isWithin, replaceAt, valueAt } from '../../probes/contract/body-edges.ts'
import type { Draft } from '../../probes/contract/draft.ts'
import type { Probe } from '../../probes/contract/probe.ts'
import type { Bench } from './bench.ts'
import { varyFromNowOn } from './bodies.ts'
import { createsByReplace } from './find-operations.ts'
import { judgeEcho } from './judge-echo.ts'
import { confirm } from './ledger.ts'
import { toPlain } from './plain.ts'

/** Counts the rules that an exchange could have shown to be broken. */
export function countRules(
  { ledger }: Bench,
  { rule, operation, kind, reason }: Expectation,
  exchange: Exchange,
): void {
  ledger.count('responds')
  const status = readStatus(exchange)
  if (status === undefined) return
  ledger.count('no-server-error')
  if (kind !== 'open') ledger.count(rule)
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

/** Sends a request, and judges the response by what it was made for. */
export async function sendAndJudge(
  bench: Bench,
  draft: Draft,
  expectation: Expectation,
): Promise<{ exchange: Exchange; findings: ContractFinding[] }> {
  const exchange = await bench.send(draft)
  countRules(bench, expectation, exchange)
  return {
    exchange,
    findings: judgeExchange({ ...expectation, hasRecords: draft.hasRecords }, exchange, draft.before),
  }
}

/** Whether accepting a request uses up its record. */
const usesUp = ({ effect, method }: Operation): boolean =>
  effect.kind === 'remove' || (effect.kind === 'none' && method !== 'GET')

/** Gives a valid body the keys of the plain one. Undefined if the probe is about a key that its address has, too. */
function keepKeys(
  plain: Draft,
  changed: Draft,
  { kind, path = [], operation: { effect } }: Probe,
): Draft | undefined {
  if (kind !== 'accept' || changed.body === undefined) return changed
  let { value } = changed.body
  for (const fixed of plain.fixed ?? []) {
    const isSpecial = path.length > 0 && (isWithin(path, fixed) || isWithin(fixed, path))
    if (isSpecial && effect.kind !== 'create') return undefined
    const key = valueAt(plain.body?.value, fixed)
    if (!isSpecial && valueAt(value, fixed) !== undefined && key !== undefined)
      value = replaceAt(value, fixed, key)
  }
  return { ...changed, body: { ...changed.body, value } }
}

/** Sends a probe once, with records of its own if it needs them. */
async function tryProbe(
  bench: Bench,
  probe: Probe,
  body: { isVaried?: boolean } = {},
): Promise<ContractFinding[]> {
  const { operation, kind, rule, place, tried, reason, path } = probe
  const isFresh = kind === 'accept' && usesUp(operation)
  const plain = await toPlain(bench, operation, {
    isFresh: isFresh || createsByReplace(bench, operation),
    except: path,
    ...body,
  })
  const changed = typeof plain === 'string' ? undefined : probe.change(plain)
  if (typeof plain === 'string' || changed === undefined) return []
  const draft = keepKeys(plain, changed, probe)
  if (draft === undefined) return []
  const expectation: Expectation = { operation, kind, rule, place, tried, ...(reason && { reason }) }
  bench.spend(operation)
  const { exchange, findings } = await sendAndJudge(bench, draft, expectation)
  const status = readStatus(exchange)
  // What has to be unique was taken.
  if (status === 409 && reason !== 'credentials' && body.isVaried !== true) {
    varyFromNowOn(bench, operation)
    return tryProbe(bench, probe, { isVaried: true })
  }
  // What was made to be rejected may be accepted.
  if (status !== undefined && isSuccess(status) && usesUp(operation)) draft.useUp?.()
  if (kind !== 'accept' || status === undefined || !isSuccess(status)) return findings
  return [...findings, ...(await judgeEcho(bench, draft, exchange, probe))]
}

/** Sends a probe, and again if it shows something. */
export const runProbe = (bench: Bench, probe: Probe): Promise<void> =>
  confirm(bench.ledger, () => tryProbe(bench, probe))
