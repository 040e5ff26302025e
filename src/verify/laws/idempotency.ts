import type { Operation, Parameter } from '../../contract/contract.ts'
import { readStatus } from '../../http/exchange.ts'
import { getAt } from '../../json/at-path.ts'
import { isSame } from '../../json/is-same.ts'
import { findDifferences } from '../../judge/find-differences.ts'
import type { Finding } from '../../judge/finding.ts'
import { type Draft, withParameter } from '../../probes/draft.ts'
import { getRequestPath } from '../find-operations.ts'
import { toKeyOption, toSentSchema } from '../judge-echo.ts'
import { makeKeyOfSchema } from '../make-key.ts'
import { makePlain } from '../plain.ts'
import { readRecord } from '../read-records.ts'
import { listChanges, withBody } from './list-changes.ts'
import { isMissing, type LawSubject, openScene, wasAccepted } from './scene.ts'

/** The same request with the same key creates one record, and the key is only for that request. */
async function judgeKey(subject: LawSubject, create: Operation, parameter: Parameter): Promise<Finding[]> {
  const { bench, resource } = subject
  const scene = openScene(subject, `the same ${parameter.name} again`)
  const plain = await makePlain(bench, create)
  if (typeof plain === 'string') return []
  const withKey = (draft: Draft): Draft => ({
    ...withParameter(draft, parameter, makeKeyOfSchema(parameter.schema, bench.random)),
    before: [],
  })
  /** Makes a request for another record, which may have to differ from those before. */
  const toOther = async (): Promise<Draft | undefined> => {
    const other = await makePlain(bench, create, { isVaried: true })
    return typeof other === 'string' ? undefined : withKey(other)
  }
  const draft = withKey(plain)
  const send = scene.sendDraft
  const readKey = (exchange: Awaited<ReturnType<typeof send>>): unknown =>
    getAt(readRecord(create, exchange), [resource.key.property])
  const place = parameter.pointer
  const [first, second] = [await send(draft), await send(draft)]
  if (!wasAccepted(first) || readKey(first) === undefined) return scene.findings
  const again = readStatus(second)
  if (wasAccepted(second))
    scene.check('idempotency-key', create, isSame(readKey(first), readKey(second)), {
      place,
      message: `the second request creates ${readKey(second)} besides ${readKey(first)}`,
    })
  else if (again === 409 || again === 422)
    scene.check('idempotency-key', create, false, { place, message: `the second request gets ${again}` })
  const [change] = listChanges(draft)
  const changed = change && withBody(draft, change.body)
  if (change !== undefined && changed !== undefined) {
    const other = await send(changed)
    const shown = readRecord(create, other)
    const path = getRequestPath(create)
    const differences = findDifferences(
      getAt(change.body, path),
      shown,
      toSentSchema(draft),
      resource.schema,
      { isWhole: false, ...toKeyOption(resource) },
    )
    if (wasAccepted(other) && shown !== undefined)
      scene.check('idempotency-key', create, differences.length === 0, {
        place: `${place}/name`,
        message: `another body with the same key gets ${readStatus(other)}, with the record of the first one`,
      })
  }
  const next = await toOther()
  if (next !== undefined && isMissing(await send({ ...next, bytes: '{}' }))) {
    const after = await send(next)
    scene.check('idempotency-key', create, !isMissing(after), {
      place: `${place}/schema`,
      message: `after a rejected request with it, the key gets ${readStatus(after)}`,
    })
  }
  const atOnce = (await toOther()) ?? draft
  const pair = (await Promise.all([send(atOnce), send(atOnce)])).filter(wasAccepted)
  if (pair.length === 2)
    scene.check('idempotency-key', create, isSame(...(pair.map(readKey) as [unknown, unknown])), {
      place: `${place}/in`,
      message: 'two requests at once create two records',
    })
  return scene.findings
}

/** Judges the keys by which a service knows that a request is the same. */
export async function judgeIdempotency(subject: LawSubject): Promise<Finding[]> {
  const { create } = subject.operations
  const parameter = create?.parameters.find(
    ({ name, in: place }) => place === 'header' && /^(?:x-)?idempotency-key$/i.test(name),
  )
  if (create?.effect.kind !== 'create' || parameter === undefined) return []
  return judgeKey(subject, create, parameter)
}
