import type { Operation } from '../../../contract/contract.ts'
import { listNames } from '../../../contract/resources/group-paths.ts'
import { isSuccess, readStatus } from '../../../http/exchange.ts'
import type { ContractFinding } from '../../../judge/contract/finding.ts'
import { toFinding } from '../../../judge/contract/finding.ts'
import { withParameter } from '../../../probes/contract/draft.ts'
import type { Bench } from '../bench.ts'
import { findListedKeys } from '../find-listed-key.ts'
import { toPlain } from '../plain.ts'

/** How many records of a list are read. */
const maxRead = 4

/** What is listed can be read, whoever has created it. */
export async function judgeListed(bench: Bench, operation: Operation): Promise<ContractFinding[]> {
  const name = listNames(operation.path).at(-1)
  const parameter = operation.parameters.find((one) => one.in === 'path' && one.name === name)
  const isItem = operation.method === 'GET' && operation.path.endsWith(`{${name}}`)
  if (parameter === undefined || !isItem || operation.effect.kind === 'read') return []
  const plain = await toPlain(bench, operation)
  if (typeof plain === 'string') return []
  const keys = await findListedKeys(bench, operation, parameter.name, plain.parameters)
  for (const key of keys.slice(0, maxRead)) {
    bench.ledger.count('listed-is-readable')
    const exchange = await bench.send(withParameter(plain, parameter, key))
    const status = readStatus(exchange)
    if (status === undefined || isSuccess(status) || ![404, 410].includes(status)) continue
    const wrong = {
      rule: 'listed-is-readable',
      place: operation.pointer,
      message: `reading ${key}, which is listed, gets ${status}`,
    } as const
    return [
      toFinding(wrong, { operation: operation.id, tried: 'reading what is listed', exchanges: [exchange] }),
    ]
  }
  return []
}
