import type { Operation } from '../../contract/contract.ts'
import type { Finding } from '../../judge/finding.ts'
import type { DraftCredentials } from '../../probes/draft.ts'
import type { Bench } from '../bench.ts'
import { createsByReplace, findPathOwner } from '../find-operations.ts'
import { confirm } from '../ledger.ts'
import { makePlain } from '../plain.ts'
import { sendAndJudge } from '../run-probe.ts'
import { findListed, listAll } from './list-all.ts'
import { isMissing, type LawSubject, openScene } from './scene.ts'

/** Says whether the description keeps the records of an operation from other users. */
const isPrivate = ({ responses }: Operation): boolean =>
  responses.all.some(({ name }) => name === '403' || name === '404')

/** Makes the credentials of an operation those of another user; undefined if there are none. */
function toOther({ credentials, options }: Bench, operation: Operation): DraftCredentials | undefined {
  const [valid] = credentials.of(operation)
  return valid === undefined || options.otherToken === undefined
    ? undefined
    : { [valid.scheme.name]: { value: options.otherToken, variable: 'PLANT_STORE_OTHER_TOKEN' } }
}

/** A list has no record that its user can't read, since it is another one's. */
export async function judgePrivateList(subject: LawSubject): Promise<Finding[]> {
  const { bench } = subject
  const { read, list } = subject.operations
  const [ofRead, ofList] = [read && toOther(bench, read), list && toOther(bench, list)]
  if (read === undefined || list === undefined || !ofRead || !ofList || !isPrivate(read)) return []
  const scene = openScene(subject, 'the list of another user')
  const record = await scene.create()
  const unread = record && (await scene.send(read, record, (draft) => ({ ...draft, credentials: ofRead })))
  // Reading it is judged by itself.
  if (record === undefined || !isMissing(unread)) return scene.findings
  const listed = await listAll(scene, list, record, (draft) => ({ ...draft, credentials: ofList }))
  if (listed !== undefined)
    scene.check('private-records', list, findListed(listed, record).length === 0, {
      place: `${list.pointer}/security`,
      message: `it has a record that this user can't read`,
    })
  return scene.findings
}

/** Sends the operations on records of one user with the token of another one. */
export async function judgePrivate(bench: Bench, operations: readonly Operation[]): Promise<void> {
  for (const operation of operations) {
    const credentials = toOther(bench, operation)
    if (credentials === undefined || findPathOwner(bench, operation) === undefined || !isPrivate(operation))
      continue
    if (createsByReplace(bench, operation)) continue
    await confirm(bench, async () => {
      const plain = await makePlain(bench, operation, { isFresh: true })
      if (typeof plain === 'string' || !plain.hasRecords) return []
      const { findings } = await sendAndJudge(
        bench,
        { ...plain, credentials },
        {
          operation,
          kind: 'reject',
          rule: 'private-records',
          reason: 'credentials',
          place: `${operation.pointer}/security`,
          tried: 'the token of another user, on a record that is not theirs',
        },
      )
      return findings
    })
  }
}
