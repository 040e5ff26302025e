import type { Operation } from '../../contract/contract.ts'
import type { DraftCredentials } from '../../probes/draft.ts'
import type { Bench } from '../bench.ts'
import { createsByReplace, findOwner } from '../find-operations.ts'
import { confirm } from '../ledger.ts'
import { toPlain } from '../plain.ts'
import { sendAndJudge } from '../run-probe.ts'

/** Says whether the description keeps the records of an operation from other users. */
const isPrivate = ({ responses }: Operation): boolean =>
  responses.all.some(({ name }) => name === '403' || name === '404')

/** Sends the operations on records of one user with the token of another one. */
export async function judgePrivate(
  bench: Bench,
  operations: readonly Operation[],
  other: string | undefined,
): Promise<void> {
  if (other === undefined) return
  for (const operation of operations) {
    const [valid] = bench.credentials.of(operation)
    if (valid === undefined || findOwner(bench, operation) === undefined || !isPrivate(operation)) continue
    if (createsByReplace(bench, operation)) continue
    const credentials: DraftCredentials = {
      [valid.scheme.name]: { value: other, variable: 'PLANT_STORE_OTHER_TOKEN' },
    }
    await confirm(bench, async () => {
      const plain = await toPlain(bench, operation, { isFresh: true })
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
