import type { Operation } from '../../contract/contract.ts'
import { getAt } from '../../json/at-path.ts'
import { isSame } from '../../json/is-same.ts'
import { findDifferences } from '../../judge/find-differences.ts'
import type { Finding } from '../../judge/finding.ts'
import { isObject } from '../../options/is-object.ts'
import { toEchoFindings } from '../judge-echo.ts'
import { readRecord, readSuccess } from '../read-records.ts'
import { type LawSubject, openScene, wasAccepted } from './scene.ts'

function showsRecord({ responses }: Operation, { resource }: LawSubject): boolean {
  const schema = responses.success?.media[0]?.schema
  const [own, name] = [resource.schema.facts(), schema?.facts().name]
  return (
    schema !== undefined &&
    ((name !== undefined && name === own.name) || schema.pointer === resource.schema.pointer)
  )
}

/** The record that an action responds with is the one that is read afterwards. */
export async function judgeAction(subject: LawSubject, action: Operation): Promise<Finding[]> {
  const { resource, operations } = subject
  const { read } = operations
  if (read === undefined || !showsRecord(action, subject)) return []
  const scene = openScene(subject, 'an action on a record')
  const record = await scene.create()
  const acted = record && (await scene.send(action, record))
  if (record === undefined || acted === undefined || !wasAccepted(acted)) return scene.findings
  const shown = readSuccess(action, acted)
  const after = await scene.send(read, record)
  if (!isObject(shown) || !wasAccepted(after)) return scene.findings
  const { bench } = subject
  bench.ledger.count('action-is-stored')
  const stored = readRecord(read, after)
  const differences = [
    ...findDifferences(shown, stored, resource.schema, resource.schema, { isWhole: true }),
    // What an action changes is often what no client may change.
    ...Object.entries(shown).flatMap(([name, sent]) => {
      const schema = resource.schema.at(name)
      const [before, got] = [getAt(record.shown, [name]), getAt(stored, [name])]
      const isChanged = schema?.facts().isReadOnly === true && !isSame(before, sent)
      return isChanged && !isSame(got, sent) ? [{ path: [name], sent, got, pointer: schema.pointer }] : []
    }),
  ]
  scene.findings.push(
    ...toEchoFindings(
      differences,
      { operation: action.id, tried: 'an action on a record', exchanges: [...scene.exchanges] },
      () => 'action-is-stored',
      'was shown',
    ),
  )
  return scene.findings
}
