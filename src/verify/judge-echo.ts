import type { Operation, Resource, Schema } from '../contract/contract.ts'
import { schemaAt } from '../contract/schema-at.ts'
import { type Exchange, isSuccess, readAnswerHeader, readStatus } from '../http/exchange.ts'
import { getAt } from '../json/at-path.ts'
import { stringifyExactJson } from '../json/exact-json.ts'
import { findDifferences, type ValueDifference } from '../judge/find-differences.ts'
import { type Finding, toFinding } from '../judge/finding.ts'
import type { RuleId } from '../judge/rules.ts'
import { isContainer, isObject } from '../options/is-object.ts'
import { describeValue } from '../options/problems.ts'
import type { Draft } from '../probes/draft.ts'
import type { Probe } from '../probes/probe.ts'
import type { Bench } from './bench.ts'
import { findOperation } from './find-operations.ts'
import { type KnownRecord, toPathValues } from './known-record.ts'
import { readBack } from './read-back.ts'
import { readRecord } from './read-records.ts'

/** Says which rule a difference breaks: the one of the probe if it is what the probe is about. */
function toRule(
  { path, sent }: ValueDifference,
  { rule, echo, path: special = [] }: Pick<Probe, 'rule' | 'echo' | 'path'>,
): RuleId {
  const isSpecial = special.length > 0 && special.slice(-path.length).join('/') === path.join('/')
  if (echo !== undefined && (isSpecial || special.length === 0)) return echo
  if (formRules.has(rule)) return rule
  return typeof sent === 'bigint' || (typeof sent === 'number' && Math.abs(sent) >= 2 ** 31 - 1)
    ? 'integers-come-back'
    : 'sent-comes-back'
}

/** Rules about the form of a request, in which what is sent means the same. */
const formRules = new Set<RuleId>([
  'json-forms',
  'charset-parameter',
  'chunked-body',
  'chunk-forms',
  'body-in-pieces',
  'client-headers',
])

/** Says whether values come back in another way whatever the request looks like. */
const isKnown = ({ ledger }: Bench, finding: Finding): boolean =>
  (['sent-comes-back', 'integers-come-back'] as const).some((rule) => ledger.has({ ...finding, rule }))

/** The longest text of an array or object in a message. */
const maxShown = 80

/** Shows a value: an array or object as JSON, if it is short. */
function showValue(value: unknown): string {
  const json = isContainer(value) ? stringifyExactJson(value) : undefined
  return json !== undefined && json.length <= maxShown ? json : describeValue(value)
}

export function toEchoFindings(
  differences: readonly ValueDifference[],
  about: { operation: string; tried: string; exchanges: readonly Exchange[] },
  toRuleOf: (difference: ValueDifference) => RuleId,
  said = 'was sent',
): Finding[] {
  return differences.map((difference) => {
    const { path, sent, got, pointer } = difference
    const [wanted, actual] = [showValue(sent), got === undefined ? 'nothing' : showValue(got)]
    return toFinding(
      {
        rule: toRuleOf(difference),
        place: pointer,
        message: `/${path.join('/')} ${said} as ${wanted}, and came back as ${actual}`,
        expected: wanted,
        actual,
      },
      about,
    )
  })
}

const carelessTexts = new Set<unknown>(['', 'undefined', 'null', 'None', 'nil'])

/** Judges what comes back besides what was sent. */
function judgeUnsent(
  { ledger, sentStrings }: Bench,
  {
    sent,
    shown,
    schema,
    shownSchema,
  }: { sent: unknown; shown: unknown; schema: Schema; shownSchema: Schema },
  about: { operation: string; tried: string; exchanges: readonly Exchange[] },
): Finding[] {
  if (!isObject(sent) || !isObject(shown)) return []
  ledger.count('undescribed-properties')
  ledger.count('left-out-stays-out')
  return Object.keys(shown).flatMap((name): Finding[] => {
    const [own, back] = [schema.at(name), shownSchema.at(name)]
    if (own === undefined || shown[name] === null) return []
    const value = describeValue(shown[name])
    if (Object.hasOwn(sent, name))
      return back !== undefined
        ? []
        : [
            toFinding(
              {
                rule: 'undescribed-properties',
                place: shownSchema.pointer,
                message: `/${name} comes back, but the response doesn't have it`,
                actual: value,
              },
              about,
            ),
          ]
    const isMade =
      !own.facts().hasDefault && (carelessTexts.has(shown[name]) || sentStrings.has(String(shown[name])))
    return isMade
      ? [
          toFinding(
            {
              rule: 'left-out-stays-out',
              place: own.pointer,
              message: `/${name} was left out, and comes back as ${value}`,
              actual: value,
            },
            about,
          ),
        ]
      : []
  })
}

function toShownSchema({ effect, responses }: Operation, { outcome }: Exchange): Schema | undefined {
  if (
    outcome.kind !== 'answer' ||
    effect.kind === 'none' ||
    effect.kind === 'list' ||
    effect.responsePath === undefined
  )
    return undefined
  const response = responses.pick(outcome.answer.status)
  const media = response?.pick(readAnswerHeader(outcome.answer, 'content-type')) ?? response?.media[0]
  return schemaAt(media?.schema, effect.responsePath)
}

export const toSentSchema = ({ operation, body }: Draft): Schema | undefined =>
  operation.effect.kind === 'none' ? undefined : schemaAt(body?.media.schema, operation.effect.requestPath)

/** The key of a record, if the service may make another one than was sent. */
export const toKeyOption = ({ key, itemPath }: Resource): { key?: string } =>
  key.property !== '' && itemPath !== undefined ? { key: key.property } : {}

/** Judges whether what was sent comes back, in the response, and if the probe is about values also as it is read afterwards. */
export async function judgeEcho(
  bench: Bench,
  draft: Draft,
  exchange: Exchange,
  probe: Probe,
): Promise<Finding[]> {
  const findings = await findEcho(bench, draft, exchange, probe)
  return formRules.has(probe.rule) ? findings.filter((one) => !isKnown(bench, one)) : findings
}

async function findEcho(bench: Bench, draft: Draft, exchange: Exchange, probe: Probe): Promise<Finding[]> {
  const { operation, body } = draft
  const { effect } = operation
  const schema = toSentSchema(draft)
  if (effect.kind === 'none' || effect.kind === 'remove' || body === undefined || schema === undefined)
    return []
  // A patch is no record.
  if (/json-patch/.test(body.media.name)) return []
  const sent = getAt(body.value, effect.requestPath)
  const about = { operation: operation.id, tried: probe.tried, exchanges: [...draft.before, exchange] }
  const shown = readRecord(operation, exchange)
  const read = findOperation(bench, effect.resource, 'read')
  bench.ledger.count('sent-comes-back')
  bench.ledger.count('integers-come-back')
  if (probe.echo !== undefined) bench.ledger.count(probe.echo)
  const shownSchema = toShownSchema(operation, exchange) ?? effect.resource.schema
  const direct =
    shown === undefined
      ? []
      : findDifferences(sent, shown, schema, shownSchema, {
          // Without a way to read it, the response is all that shows what is stored.
          isWhole: read === undefined && effect.kind === 'create',
          ...toKeyOption(effect.resource),
        })
  const findings = [
    ...toEchoFindings(direct, about, (one) => toRule(one, probe)),
    ...(effect.kind === 'create' && read === undefined
      ? judgeUnsent(bench, { sent, shown, schema, shownSchema }, about)
      : []),
  ]
  if (findings.length > 0 || read === undefined || effect.resource.isSingle) return findings
  const names = Object.values(draft.parameters.path)
  const key = effect.kind === 'create' ? getAt(shown ?? sent, [effect.resource.key.property]) : undefined
  if (effect.kind === 'create' && (key === undefined || effect.resource.key.property === '')) return findings
  const record: Pick<KnownRecord, 'pathValues'> = {
    pathValues: effect.kind === 'create' ? toPathValues(effect.resource, [...names, key]) : names,
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
          ...toKeyOption(effect.resource),
        })
  return toEchoFindings(later, { ...about, exchanges: [...about.exchanges, back] }, (one) =>
    toRule(one, probe),
  )
}
