import type { Operation } from '../../contract/contract.ts'
import { readStatus } from '../../http/exchange.ts'
import { getAt } from '../../json/at-path.ts'
import { isSame } from '../../json/is-same.ts'
import type { Finding } from '../../judge/finding.ts'
import { toSmallest } from '../../probes/operation.ts'
import { toSentSchema } from '../judge-echo.ts'
import { readRecord } from '../read-records.ts'
import { departFromDefaults, withBody } from './list-changes.ts'
import { type LawSubject, openScene, wasAccepted } from './scene.ts'

/** A replacement with only what is required removes the rest. */
export async function judgeSmallest(subject: LawSubject, replace: Operation): Promise<Finding[]> {
  const {
    resource,
    operations: { read },
  } = subject
  const scene = openScene(subject, 'replacing a record with only what is required')
  const record = read && (await scene.create({ change: departFromDefaults }))
  if (record === undefined || read === undefined) return []
  const before = await scene.send(read, record)
  let left: string[] = []
  let presets: string[] = []
  const replaced = await scene.send(replace, record, (draft) => {
    const smallest = toSmallest(draft)
    if (smallest === undefined || replace.effect.kind === 'none') return undefined
    const { requestPath } = replace.effect
    const schema = toSentSchema(draft)
    left = (schema?.facts().properties ?? []).filter((name) => {
      const facts = resource.schema.at(name)?.facts()
      return (
        !Object.hasOwn(Object(getAt(smallest, requestPath)), name) &&
        facts !== undefined &&
        name !== resource.key.property &&
        !facts.isReadOnly &&
        !facts.isWriteOnly
      )
    })
    presets = left.filter((name) => schema?.at(name)?.facts().hasDefault === true)
    return withBody(draft, smallest)
  })
  if (!wasAccepted(replaced) || !wasAccepted(before)) return scene.findings
  const after = await scene.send(read, record)
  if (!wasAccepted(after)) return scene.findings
  const [old, now] = [readRecord(read, before), readRecord(read, after)]
  // The service may give every record some values.
  const usual = await scene.create({ change: (draft) => withBody(draft, toSmallest(draft)) })
  const kept = left.filter((name) => {
    const value = getAt(now, [name])
    const isTime = /date|time/.test(resource.schema.at(name)?.facts().format ?? '')
    const isUsual = isTime || usual === undefined || isSame(value, getAt(usual.shown, [name]))
    return value !== undefined && value !== null && !isUsual && isSame(value, getAt(old, [name]))
  })
  const preset = kept.filter((name) => presets.includes(name))
  const others = kept.filter((name) => !presets.includes(name))
  const say = (names: readonly string[]): string =>
    `${names.map((name) => `/${name}`).join(', ')} of the old record ${names.length === 1 ? 'is' : 'are'} still there`
  scene.check('default-is-used', replace, preset.length === 0, { message: `${say(preset)}, not the default` })
  scene.check('replace-removes', replace, others.length === 0, {
    message: say(others),
    actual: `${readStatus(after)}`,
  })
  return scene.findings
}
