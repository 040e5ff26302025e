import type { Operation } from '../../contract/contract.ts'
import { findParameter } from '../../contract/find-parameter.ts'
import { listParameterNames } from '../../contract/resources/group-paths.ts'
import { isSuccess, readStatus } from '../../http/exchange.ts'
import { isSame } from '../../json/is-same.ts'
import type { Finding } from '../../judge/finding.ts'
import { toFinding } from '../../judge/finding.ts'
import { withParameter } from '../../probes/draft.ts'
import type { Bench } from '../bench.ts'
import { findArray, findListedKeys } from '../find-listed-key.ts'
import { makePlain } from '../plain.ts'
import { readSuccess } from '../read-records.ts'

/** Pages of a list that the description says nothing else about are different. */
export async function judgePagesOf(bench: Bench, operation: Operation): Promise<Finding[]> {
  const parameter = operation.parameters.find(
    ({ name, in: place }) => place === 'query' && /^(?:page|offset|skip)$/i.test(name),
  )
  if (parameter === undefined || operation.method !== 'GET' || operation.effect.kind !== 'none') return []
  const plain = await makePlain(bench, operation)
  if (typeof plain === 'string') return []
  const pages = []
  for (const page of [1, 2]) pages.push(await bench.send(withParameter(plain, parameter, page)))
  const [first, second] = pages.map((exchange) => findArray(readSuccess(operation, exchange)))
  if (first === undefined || second === undefined) return []
  bench.ledger.count('pages-make-list')
  const wrong = {
    rule: 'pages-make-list',
    place: parameter.pointer,
    message: `with ${parameter.name}=1 and ${parameter.name}=2, the list is the same`,
  } as const
  const about = { operation: operation.id, tried: 'two pages of a list', exchanges: pages }
  return isSame(first, second) ? [toFinding(wrong, about)] : []
}

const maxRead = 4

/** What is listed can be read, whoever has created it. */
export async function judgeListed(bench: Bench, operation: Operation): Promise<Finding[]> {
  const name = listParameterNames(operation.path).at(-1)
  const parameter = findParameter(operation, 'path', name)
  const isItem = operation.method === 'GET' && operation.path.endsWith(`{${name}}`)
  if (parameter === undefined || !isItem || operation.effect.kind === 'read') return []
  const plain = await makePlain(bench, operation)
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
