import type { Operation, Parameter } from '../../contract/contract.ts'
import { type Exchange, readResponseHeader, readStatus } from '../../http/exchange.ts'
import { setAt } from '../../json/at-path.ts'
import { isSame } from '../../json/is-same.ts'
import type { Finding } from '../../judge/finding.ts'
import { withParameter } from '../../probes/draft.ts'
import { readRecord } from '../read-records.ts'
import { listChanges, withBody } from './list-changes.ts'
import { isMissing, type LawSubject, openScene, wasAccepted } from './scene.ts'

/** Finds the parameter by which a client names the version of the record that it changes. */
const findIfMatch = (operation: Operation | undefined): Parameter | undefined =>
  operation?.parameters.find(({ name, in: place }) => place === 'header' && /^if-match$/i.test(name))

/** A change of another version of a record is rejected, and one of its version isn't. */
async function judgeIfMatch(
  subject: LawSubject,
  operation: Operation,
  parameter: Parameter,
): Promise<Finding[]> {
  const { read } = subject.operations
  const scene = openScene(subject, 'another entity tag in If-Match')
  const record = read && (await scene.create())
  const before = record && (await scene.send(read, record))
  const etag = before && readResponseHeader(before, 'etag')
  if (record === undefined || read === undefined || before === undefined || etag === undefined) return []
  const sendWith = (value: string): Promise<Exchange | undefined> =>
    scene.send(operation, record, (draft) => {
      // What is the same as before may keep its entity tag.
      const [change] = listChanges(draft)
      // What else a body has may be taken.
      const body =
        change && operation.effect.kind === 'merge'
          ? setAt(draft.body?.value, operation.effect.requestPath, { [change.name]: change.value })
          : change?.body
      const changed = change && (withBody(draft, body) ?? withBody(draft, change.body))
      return withParameter(changed ?? draft, parameter, value)
    })
  const place = parameter.pointer
  const wrong = await sendWith('"another-version"')
  if (wrong !== undefined && readStatus(wrong) === 409) return scene.findings
  scene.check('if-match', operation, isMissing(wrong), {
    place,
    message: `it gets ${wrong && readStatus(wrong)}`,
    expected: '412',
  })
  const after = await scene.send(read, record)
  if (isMissing(wrong))
    scene.check(
      'if-match',
      operation,
      wasAccepted(after) && isSame(readRecord(read, before), readRecord(read, after)),
      {
        place: `${place}/name`,
        message: 'it is rejected, but changes the record',
      },
    )
  // A weak entity tag never matches (RFC 9110 section 13.1.1).
  const right =
    etag.startsWith('W/') || !wasAccepted(after)
      ? undefined
      : await sendWith(readResponseHeader(after, 'etag') ?? etag)
  if (right !== undefined)
    scene.check('if-match', operation, readStatus(right) !== 412, {
      place: `${place}/schema`,
      message: 'with the entity tag of the record, it gets 412',
    })
  const changed = wasAccepted(right) ? await scene.send(read, record) : undefined
  const [told, current] = [right, changed].map((one) =>
    wasAccepted(one) ? readResponseHeader(one, 'etag') : undefined,
  )
  if (told !== undefined && current !== undefined)
    scene.check('if-match', operation, told === current, {
      place: `${operation.pointer}/responses`,
      message: `the response to the change has the entity tag ${told}, and the changed record has ${current}`,
    })
  if (wasAccepted(after) && wasAccepted(changed))
    scene.check(
      'if-match',
      operation,
      isSame(readRecord(read, after), readRecord(read, changed)) ||
        readResponseHeader(changed, 'etag') !== etag,
      {
        place: `${place}/in`,
        message: 'the record has changed, and has the same entity tag',
      },
    )
  return scene.findings
}

export const listConditionLaws = (subject: LawSubject): (() => Promise<Finding[]>)[] => {
  const { replace, merge, remove } = subject.operations
  return [replace, merge, remove].flatMap((operation) => {
    const parameter = findIfMatch(operation)
    return operation === undefined || parameter === undefined
      ? []
      : [() => judgeIfMatch(subject, operation, parameter)]
  })
}
