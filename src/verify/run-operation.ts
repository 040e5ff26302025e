import type { Operation } from '../contract/contract.ts'
import { listBodyEdges } from '../probes/body-edges.ts'
import { listClientProbes } from '../probes/clients.ts'
import { listJsonSyntax } from '../probes/json.ts'
import { findIntegerKey, listKeyProbes } from '../probes/keys.ts'
import { listOperationProbes } from '../probes/operation.ts'
import { listParameterEdges } from '../probes/parameter-edges.ts'
import type { Probe } from '../probes/probe.ts'
import { listOrderProbes } from '../probes/property-order.ts'
import { createRandom, toSeed } from '../probes/random.ts'
import { listSecurityProbes } from '../probes/security.ts'
import { listContentTypes, listOddRequests, listUndocumentedMethods } from '../probes/server.ts'
import { listNumberProbes, listOffsetProbes, listRandomProbes, listStringProbes } from '../probes/values.ts'
import { listWireProbes } from '../probes/wire-forms.ts'
import type { Bench } from './bench.ts'
import { makePlain } from './plain.ts'
import { runProbe } from './run-probe.ts'

/** What is sent once, to the first operation that it suits. */
export interface SentOnce {
  schemes: Set<string>
  paths: Set<string>
  hasBodySyntax: boolean
  hasClients: boolean
}

/** How many more probes the operation gets that all is sent to. */
const inFull = 450

const atOnce = 4

const randomBodies = 12

function shuffle<Item>(items: readonly Item[], seed: number): Item[] {
  const random = createRandom(seed)
  const left = [...items]
  const drawn: Item[] = []
  while (left.length > 0) drawn.push(...left.splice(random.below(left.length), 1))
  return drawn
}

/** Lists all probes of an operation: what is sent once first, and random ones last. */
async function listProbes(bench: Bench, operation: Operation, once: SentOnce): Promise<Probe[] | string> {
  const plain = await makePlain(bench, operation)
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
  const isFull = !once.hasBodySyntax && plain.body?.media.kind === 'json'
  const { isProtocol } = bench.options
  once.hasBodySyntax ||= isFull
  const security = listSecurityProbes(operation, valid, isNewScheme, bench.options.invalidToken, own)
  // What is about the whole service isn't taken from the budget of the operation that shows it.
  if (isFull) bench.grant(operation, inFull)
  if (isNewScheme) bench.grant(operation, security.length)
  const isType = ({ place }: Probe): boolean => place.endsWith('/type')
  // Probes of their own are about the key.
  const key = findIntegerKey(plain)?.path.join('/')
  const edges = listBodyEdges(plain, own).filter(
    ({ kind, path = [] }) => kind !== 'open' && path.join('/') !== key,
  )
  const usual = shuffle(
    edges.filter((probe) => !isType(probe)),
    own,
  )
  const types = edges.filter(isType)
  const probes = [
    ...security,
    ...listOperationProbes(plain, own),
    ...listJsonSyntax(isFull)(plain, own),
    ...listContentTypes(isFull)(plain, own),
    ...(isFull || (!once.hasClients && operation.body === undefined) ? listClientProbes(plain, own) : []),
    ...(isFull && isProtocol ? listWireProbes(plain, own) : []),
    ...listKeyProbes(plain, bench.random.below(2 ** 31)),
    ...(isNewPath ? listUndocumentedMethods(contract, plain) : []),
    ...listOddRequests(plain, own),
    ...listParameterEdges(contract, plain),
    ...usual,
    ...listStringProbes(isFull)(plain, own),
    ...listNumberProbes(plain, own),
    ...listOffsetProbes(plain, own),
    ...listOrderProbes(plain, own),
    ...shuffle(types, own),
    ...listRandomProbes(randomBodies)(plain, own),
  ]
  once.hasClients = true
  return probes.filter(bench.options.isSent)
}

/** Sends the probes of an operation, as far as its budget goes; returns how many were left out. */
export async function runOperation(bench: Bench, operation: Operation, once: SentOnce): Promise<number> {
  const probes = await listProbes(bench, operation, once)
  if (typeof probes === 'string') {
    bench.coverage.leaveOut(operation, probes)
    return 0
  }
  let next = 0
  const isOver = (): boolean => bench.signal.aborted || bench.left(operation) === 0 || next >= probes.length
  const runNext = async (): Promise<void> => {
    while (!isOver()) await runProbe(bench, probes[next++] as Probe)
  }
  // Their requests are about no record that others change.
  const isIndependent = ['create', 'list', 'read'].includes(operation.effect.kind) && !bench.options.hasOrder
  await Promise.all(
    Array.from({ length: isIndependent ? Math.min(atOnce, bench.options.atOnce) : 1 }, runNext),
  )
  return probes.length - next
}
