import type { Schema } from '../../contract/contract.ts'
import { schemaAt } from '../../contract/schema-at.ts'
import { getAt, setAt } from '../../json/at-path.ts'
import { isSame } from '../../json/is-same.ts'
import type { Finding } from '../../judge/finding.ts'
import { isObject } from '../../options/is-object.ts'
import { describeValue } from '../../options/problems.ts'
import { toSmallest } from '../../probes/operation.ts'
import { readRecord } from '../read-records.ts'
import { type LawSubject, openScene, wasAccepted } from './scene.ts'

/** Properties that were left out come back with their defaults. */
export async function judgeDefaults(subject: LawSubject): Promise<Finding[]> {
  const {
    resource,
    operations: { create, read },
  } = subject
  if (create === undefined || create.effect.kind === 'none') return []
  const { requestPath } = create.effect
  let schema: Schema | undefined
  const scene = openScene(subject, 'creating a record with only required properties')
  const record = await scene.create({
    change(draft) {
      const value = toSmallest(draft)
      schema = schemaAt(draft.body?.media.schema, requestPath)
      return value === undefined || draft.body === undefined
        ? undefined
        : { ...draft, body: { ...draft.body, value } }
    },
  })
  if (record === undefined || schema === undefined) return []
  const back = read && (await scene.send(read, record))
  const shown = (read && wasAccepted(back) ? readRecord(read, back) : undefined) ?? record.shown
  if (!isObject(shown)) return scene.findings
  for (const name of schema.facts().properties) {
    const { hasDefault, default: preset, isWriteOnly } = schema.at(name)?.facts() ?? {}
    const value = getAt(shown, [name])
    if (
      !hasDefault ||
      isWriteOnly ||
      resource.schema.at(name) === undefined ||
      name === resource.key.property ||
      Object.hasOwn(Object(record.sent), name)
    )
      continue
    const isShown = scene.check('default-comes-back', create, value !== undefined, {
      place: `${schema.at(name)?.pointer}/default`,
      message: `/${name} was left out, and does not come back with its default ${describeValue(preset)}`,
    })
    if (!isShown) continue
    scene.check('default-is-used', create, isSame(value, preset), {
      place: `${schema.at(name)?.pointer}/default`,
      message: `/${name} was left out, and is ${describeValue(value)} instead of ${describeValue(preset)}`,
    })
  }
  return scene.findings
}

/** What only the service sets isn't what a client sends. */
export async function judgeReadOnly(subject: LawSubject): Promise<Finding[]> {
  const {
    resource,
    operations: { create },
  } = subject
  if (create === undefined || create.effect.kind !== 'create') return []
  const names = resource.schema
    .facts()
    .properties.filter((name) => resource.schema.at(name)?.facts().isReadOnly)
  const { requestPath } = create.effect
  const scene = openScene(subject, 'creating a record with readOnly properties')
  const sent: Record<string, unknown> = Object.fromEntries(
    names.flatMap((name) => {
      const value = resource.schema.at(name)?.example(4711)
      return value === undefined || isObject(value) || Array.isArray(value) || typeof value === 'boolean'
        ? []
        : [[name, value]]
    }),
  )
  if (Object.keys(sent).length === 0) return []
  const record = await scene.create({
    change(draft) {
      const own = getAt(draft.body?.value, requestPath)
      return draft.body === undefined || !isObject(own)
        ? undefined
        : {
            ...draft,
            body: { ...draft.body, value: setAt(draft.body.value, requestPath, { ...own, ...sent }) },
          }
    },
  })
  if (record?.shown === undefined) return []
  for (const [name, value] of Object.entries(sent)) {
    const { values } = resource.schema.at(name)?.facts() ?? {}
    if (values !== undefined || getAt(record.shown, [name]) === undefined) continue
    scene.check('key-of-service', create, !isSame(getAt(record.shown, [name]), value), {
      place: resource.schema.at(name)?.pointer ?? create.pointer,
      message: `the readOnly /${name} is what the client sent: ${describeValue(value)}`,
    })
  }
  return scene.findings
}
