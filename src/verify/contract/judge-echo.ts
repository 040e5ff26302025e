import type { Resource, Schema } from '../../contract/contract.ts'
import { type Exchange, isSuccess, readStatus } from '../../http/exchange.ts'
import { type Difference, findDifferences } from '../../judge/contract/find-differences.ts'
import { type ContractFinding, toFinding } from '../../judge/contract/finding.ts'
import type { ContractRuleId } from '../../judge/contract/rules.ts'
import { describeValue } from '../../options/problems.ts'
import { valueAt } from '../../probes/contract/body-edges.ts'
import type { Draft } from '../../probes/contract/draft.ts'
import type { Probe } from '../../probes/contract/probe.ts'
import type { Bench } from './bench.ts'
import { findOperation } from './find-operations.ts'
import type { KnownRecord } from './known-record.ts'
import { readBack } from './read-back.ts'
import { readRecord } from './read-records.ts'

/** Says which rule a difference breaks: the one of the probe if it is what the probe is about. */
function toRule(
  { path, sent }: Difference,
  { rule, path: special }: Pick<Probe, 'rule' | 'path'>,
): ContractRuleId {
  const isSpecial =
    special !== undefined && special.length > 0 && special.slice(-path.length).join('/') === path.join('/')
  if ((rule === 'strings-come-back' || rule === 'white-space-comes-back') && isSpecial) return rule
  return typeof sent === 'bigint' || (typeof sent === 'number' && Math.abs(sent) >= 2 ** 31 - 1)
    ? 'integers-come-back'
    : 'sent-comes-back'
}

/** Makes findings of what came back in another way. */
export function toEchoFindings(
  differences: readonly Difference[],
  about: { operation: string; tried: string; exchanges: readonly Exchange[] },
  toRuleOf: (difference: Difference) => ContractRuleId,
): ContractFinding[] {
  return differences.map((difference) => {
    const { path, sent, got, pointer } = difference
    const [wanted, actual] = [describeValue(sent), got === undefined ? 'nothing' : describeValue(got)]
    return toFinding(
      {
        rule: toRuleOf(difference),
        place: pointer,
        message: `/${path.join('/')} was sent as ${wanted}, and came back as ${actual}`,
        expected: wanted,
        actual,
      },
      about,
    )
  })
}

/** The schema of the record in the body of a request. */
export const toSentSchema = ({ operation, body }: Draft): Schema | undefined =>
  operation.effect.kind === 'none'
    ? undefined
    : operation.effect.requestPath.reduce<Schema | undefined>((at, step) => at?.at(step), body?.media.schema)

/** The key of a record, if the service may make another one than was sent. */
export const keyOf = ({ key, itemPath }: Resource): { key?: string } =>
  key.property !== '' && itemPath !== undefined ? { key: key.property } : {}

/** Judges whether what was sent comes back, in the response, and if the probe is about values also as it is read afterwards. */
export async function judgeEcho(
  bench: Bench,
  draft: Draft,
  exchange: Exchange,
  probe: Probe,
): Promise<ContractFinding[]> {
  const { operation, body } = draft
  const { effect } = operation
  const schema = toSentSchema(draft)
  if (effect.kind === 'none' || effect.kind === 'remove' || body === undefined || schema === undefined)
    return []
  // A patch is no record.
  if (/json-patch/.test(body.media.name)) return []
  const sent = valueAt(body.value, effect.requestPath)
  const about = { operation: operation.id, tried: probe.tried, exchanges: [...draft.before, exchange] }
  const shown = readRecord(operation, exchange)
  bench.ledger.count('sent-comes-back')
  bench.ledger.count('integers-come-back')
  const direct =
    shown === undefined
      ? []
      : findDifferences(sent, shown, schema, effect.resource.schema, {
          isWhole: false,
          ...keyOf(effect.resource),
        })
  const findings = toEchoFindings(direct, about, (one) => toRule(one, probe))
  const read = findOperation(bench, effect.resource, 'read')
  if (findings.length > 0 || read === undefined || effect.resource.isSingle) return findings
  const names = Object.values(draft.parameters.path)
  const key = effect.kind === 'create' ? valueAt(shown ?? sent, [effect.resource.key.property]) : undefined
  if (effect.kind === 'create' && (key === undefined || effect.resource.key.property === '')) return findings
  const record: Pick<KnownRecord, 'pathValues'> = {
    pathValues: effect.kind === 'create' ? [...names, key] : names,
  }
  const back = await readBack(bench, read, record)
  const status = back && readStatus(back)
  if (back === undefined || status === undefined || !isSuccess(status)) return findings
  const stored = readRecord(read, back)
  const later =
    stored === undefined
      ? []
      : findDifferences(sent, stored, schema, effect.resource.schema, {
          isWhole: true,
          ...keyOf(effect.resource),
        })
  return toEchoFindings(later, { ...about, exchanges: [...about.exchanges, back] }, (one) =>
    toRule(one, probe),
  )
}
