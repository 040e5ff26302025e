import type { Operation } from '../../contract/contract.ts'
import { listBodyEdges } from '../../probes/contract/body-edges.ts'
import { listOperationProbes } from '../../probes/contract/operation.ts'
import { listParameterEdges } from '../../probes/contract/parameter-edges.ts'
import type { Probe } from '../../probes/contract/probe.ts'
import { listSecurityProbes } from '../../probes/contract/security.ts'
import { listBodySyntax, listOddRequests, listUndocumentedMethods } from '../../probes/contract/server.ts'
import { listNumberProbes, listRandomProbes, listStringProbes } from '../../probes/contract/values.ts'
import { toSeed } from '../../probes/random.ts'
import type { Bench } from './bench.ts'
import { toPlain } from './plain.ts'
import { runProbe } from './run-probe.ts'

/** What is sent once, to the first operation that it suits. */
export interface Once {
  schemes: Set<string>
  paths: Set<string>
  hasBodySyntax: boolean
}

/** How many random bodies an operation gets. */
const randomBodies = 12

/** Puts a list into an order that the seed decides. */
function shuffle<Item>(items: readonly Item[], { random }: Bench): Item[] {
  const left = [...items]
  const drawn: Item[] = []
  while (left.length > 0) drawn.push(...left.splice(random.below(left.length), 1))
  return drawn
}

/** Lists all probes of an operation: what is sent once first, and random ones last. */
async function listProbes(bench: Bench, operation: Operation, once: Once): Promise<Probe[] | string> {
  const plain = await toPlain(bench, operation)
  if (typeof plain === 'string') return plain
  const { contract, credentials, seed } = bench
  const own = toSeed(`${seed} ${operation.id}`)
  const valid = credentials.of(operation)
  // Reading and writing may lead through different code.
  const isReading = operation.method === 'GET'
  const isNewScheme = valid.some(({ scheme }) => !once.schemes.has(`${scheme.name} ${isReading}`))
  for (const { scheme } of valid) once.schemes.add(`${scheme.name} ${isReading}`)
  const isNewPath = !once.paths.has(operation.path) && !bench.options.isSafe
  once.paths.add(operation.path)
  const syntax = listBodySyntax(!once.hasBodySyntax)(plain, own)
  once.hasBodySyntax ||= syntax.length > 0
  const isType = ({ place }: Probe): boolean => place.endsWith('/type')
  const edges = listBodyEdges(plain, own)
  const usual = shuffle(
    edges.filter((probe) => !isType(probe)),
    bench,
  )
  const types = edges.filter(isType)
  return [
    ...listSecurityProbes(operation, valid, isNewScheme, bench.options.invalidToken),
    ...listOperationProbes(plain, own),
    ...syntax,
    ...(isNewPath ? listUndocumentedMethods(contract, plain) : []),
    ...listOddRequests(plain, own),
    ...listParameterEdges(contract, plain),
    ...usual,
    ...listStringProbes(plain, own),
    ...listNumberProbes(plain, own),
    ...shuffle(types, bench),
    ...listRandomProbes(randomBodies)(plain, own),
  ]
}

/** Sends the probes of an operation, as far as its budget goes; returns how many were left out. */
export async function runOperation(bench: Bench, operation: Operation, once: Once): Promise<number> {
  const probes = await listProbes(bench, operation, once)
  if (typeof probes === 'string') {
    bench.coverage.leaveOut(operation, probes)
    return 0
  }
  for (const [index, probe] of probes.entries()) {
    if (bench.signal.aborted) return probes.length - index
    if (bench.left(operation) === 0) return probes.length - index
    await runProbe(bench, probe)
  }
  return 0
}
