import type { Operation } from '../../contract/contract.ts'
import { readStatus } from '../../http/exchange.ts'
import { isSame } from '../../json/is-same.ts'
import type { Finding } from '../../judge/finding.ts'
import { valueAt } from '../../probes/body-edges.ts'
import { toSmallest } from '../../probes/operation.ts'
import { readRecord } from '../read-records.ts'
import { withBody } from './list-changes.ts'
import { openScene, type Subject, wasAccepted } from './scene.ts'

/** A replacement with only what is required removes the rest. */
export async function judgeSmallest(subject: Subject, replace: Operation): Promise<Finding[]> {
  const {
    resource,
    operations: { read },
  } = subject
  const scene = openScene(subject, 'replacing a record with only what is required')
  const record = read && (await scene.create())
  if (record === undefined || read === undefined) return []
  const before = await scene.send(read, record)
  let left: string[] = []
  const replaced = await scene.send(replace, record, (draft) => {
    const smallest = toSmallest(draft)
    if (smallest === undefined || replace.effect.kind === 'none') return undefined
    const { requestPath } = replace.effect
    const names = Object.keys(Object(valueAt(draft.body?.value, requestPath)))
    left = names.filter((name) => {
      const facts = resource.schema.at(name)?.facts()
      return (
        !Object.hasOwn(Object(valueAt(smallest, requestPath)), name) &&
        facts !== undefined &&
        name !== resource.key.property &&
        !facts.hasDefault &&
        !facts.isReadOnly &&
        !facts.isWriteOnly
      )
    })
    return withBody(draft, smallest)
  })
  if (!wasAccepted(replaced) || !wasAccepted(before)) return scene.findings
  const after = await scene.send(read, record)
  if (!wasAccepted(after)) return scene.findings
  const [old, now] = [readRecord(read, before), readRecord(read, after)]
  // The service may give every record some values.
  const usual = await scene.create({ change: (draft) => withBody(draft, toSmallest(draft)) })
  const kept = left.filter((name) => {
    const value = valueAt(now, [name])
    const isTime = /date|time/.test(resource.schema.at(name)?.facts().format ?? '')
    const isUsual = isTime || usual === undefined || isSame(value, valueAt(usual.shown, [name]))
    return value !== undefined && value !== null && !isUsual && isSame(value, valueAt(old, [name]))
  })
  scene.check('replace-removes', replace, kept.length === 0, {
    message: `${kept.map((name) => `/${name}`).join(', ')} of the old record ${kept.length === 1 ? 'is' : 'are'} still there`,
    actual: `${readStatus(after)}`,
  })
  return scene.findings
}
