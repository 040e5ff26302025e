import type { Operation } from '../../contract/contract.ts'
import { isSuccess, readStatus } from '../../http/exchange.ts'
import { getAt } from '../../json/at-path.ts'
import type { Finding } from '../../judge/finding.ts'
import { listBodyEdges, withValueAt } from '../../probes/body-edges.ts'
import type { Draft } from '../../probes/draft.ts'
import { findIntegerKey, withLiteral } from '../../probes/keys.ts'
import { toSmallest } from '../../probes/operation.ts'
import type { Random } from '../../probes/random.ts'
import { judgeEcho } from '../judge-echo.ts'
import { makePlain } from '../plain.ts'
import { toSignature } from '../run-probe.ts'
import { isMissing, type LawSubject, openScene, wasAccepted } from './scene.ts'

/** Two keys that a careless service takes for the same one. */
type Pair = readonly [string, string]
type DrawPair = (random: Random) => Pair

const ofSmall =
  (write: (key: bigint) => Pair): DrawPair =>
  (random) =>
    write(random.between(2n ** 20n, 2n ** 30n))
const ofLarge =
  (write: (key: bigint) => Pair): DrawPair =>
  (random) =>
    write(random.between(2n ** 40n, 2n ** 50n))
const withNext = (key: bigint, distance: bigint): Pair => [`${key}`, `${key + distance}`]

const pairs: Readonly<Record<string, DrawPair>> = {
  'a key and its negative': ofSmall((key) => [`${key}`, `-${key}`]),
  'keys that differ beyond 32 bits': ofSmall((key) => withNext(key, 2n ** 40n)),
  'keys that differ by 2^32': ofSmall((key) => withNext(key, 2n ** 32n)),
  'keys that differ in their highest bit': ofLarge((key) => withNext(key, -(2n ** 63n))),
  'keys that differ in bit 62': ofLarge((key) => withNext(key * 1024n, 2n ** 62n)),
  'keys over 2^53 that a double takes for the same': ofSmall((key) => withNext(2n ** 53n + 4n * key, 1n)),
  'keys below -2^53 that a double takes for the same': ofSmall((key) =>
    withNext(-(2n ** 53n) - 4n * key, -1n),
  ),
  'keys of 19 digits that a double takes for the same': ofSmall((key) =>
    withNext(2n ** 62n + 2048n * key, 1n),
  ),
  'a key with an exponent, and the digits before it': ofSmall((key) => [`${key}e3`, `${key}`]),
  'a key with a zero after its point, and without the point': ofSmall((key) => [`${key}.0`, `${key}0`]),
}

/** Keys that differ are those of different records. */
export async function judgeKeysApart(subject: LawSubject, tried: string): Promise<Finding[]> {
  const { bench, operations } = subject
  const { create } = operations
  const { [tried]: toPair } = pairs
  const plain = create === undefined ? 'nothing creates it' : await makePlain(bench, create)
  const key = typeof plain === 'object' ? findIntegerKey(plain) : undefined
  if (create === undefined || key === undefined || toPair === undefined || typeof plain === 'string')
    return []
  const [one, other] = toPair(bench.random)
  const first = withLiteral(plain, key.path, one)
  if (first === undefined || key.schema.check(Number(other)).length > 0) return []
  const next = await makePlain(bench, create, { isFresh: true })
  const scene = openScene(subject, tried)
  const second = typeof next === 'string' ? undefined : withLiteral(next, key.path, other)
  if (second === undefined || !wasAccepted(await scene.sendDraft(first))) return []
  const exchange = await scene.sendDraft(second)
  scene.check('keys-apart', create, !isMissing(exchange), {
    place: key.schema.pointer,
    message: `after a creation with the key ${one}, the key ${other} is rejected with ${readStatus(exchange)}`,
  })
  return scene.findings
}

export const keyPairs: readonly string[] = Object.keys(pairs)

/** Requests that are rejected, each with the key of a valid one that follows. */
function listRejected(
  subject: LawSubject,
  create: Operation,
  plain: Draft,
): { tried: string; draft: Draft }[] {
  const { bench } = subject
  const { effect } = create
  const key = effect.kind === 'create' ? effect.resource.key.property : ''
  const invalid = listBodyEdges(plain, 1).filter(
    ({ kind, path = [] }) => kind === 'reject' && path.at(-1) !== key && path.length > 0,
  )
  const [scheme] = bench.credentials.of(create)
  const { path } = create.writeParameters(plain.parameters)
  const change = (tried: string, changed: Partial<Draft>) => ({ tried, draft: { ...plain, ...changed } })
  const least = toSmallest(plain)
  const small =
    least === undefined || plain.body === undefined ? undefined : { media: plain.body.media, value: least }
  const whole = String(plain.body?.media.write(plain.body.value).body)
  const others = ['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH'].filter(
    (method) => bench.contract.match(method, path).kind === 'method-not-allowed',
  )
  return [
    ...invalid.flatMap((probe) => {
      const draft = probe.change(plain)
      return draft === undefined ? [] : [{ tried: probe.tried, draft }]
    }),
    ...(scheme !== undefined && bench.credentials.protects(create)
      ? [
          change('no credentials', { credentials: 'none' }),
          change('wrong credentials', { credentials: { [scheme.scheme.name]: { value: 'invalid-token' } } }),
          ...others.map((method) => change(`${method} without credentials`, { method, credentials: 'none' })),
        ]
      : []),
    change('another content type', { contentType: 'text/plain', bytes: whole }),
    change('more after the end of the body', { bytes: `${whole}]` }),
    ...(small === undefined
      ? []
      : [
          change('more after the end of a small body', {
            body: small,
            bytes: `${small.media.write(small.value).body}]`,
          }),
        ]),
    change('a body that is cut off', { bytes: whole.slice(0, -1) }),
    ...['/1/nowhere', '-of-nowhere', 'x'].map((more) =>
      change(`the path ${path}${more}`, { path: `${path}${more}` }),
    ),
    ...others.slice(0, 3).map((method) => change(`the method ${method}`, { method })),
  ]
}

/** A rejected creation leaves nothing behind: its key is free afterwards. */
export async function judgeFreeKeys(subject: LawSubject, at: number): Promise<Finding[]> {
  const { bench, operations } = subject
  const { create } = operations
  if (create === undefined || create.effect.kind !== 'create' || create.effect.resource.key.from !== 'client')
    return []
  const plain = await makePlain(bench, create, { isFresh: true })
  if (typeof plain === 'string') return []
  // Of a few keys, some record may have each.
  const key = getAt(plain.body?.value, [...create.effect.requestPath, create.effect.resource.key.property])
  if (String(key).length < 5) return []
  const { tried = '', draft: rejected } = listRejected(subject, create, plain)[at] ?? {}
  if (rejected === undefined) return []
  const scene = openScene(subject, tried)
  const isElsewhere = rejected.path !== undefined || rejected.method !== undefined
  const first = await bench.send(rejected)
  scene.exchanges.push(first)
  const status = readStatus(first) ?? 0
  const isWrong =
    isElsewhere && rejected.credentials !== 'none' && rejected.method === undefined && isSuccess(status)
  if (isWrong) {
    scene.check('creates-nothing-elsewhere', create, false, { message: `the response is ${status}` })
    return scene.findings
  }
  if (isElsewhere && rejected.credentials === 'none')
    scene.check(
      'requires-credentials',
      create,
      !isSuccess(status) || rejected.method === 'OPTIONS' || rejected.method === 'HEAD',
      {
        message: `it is accepted with ${status}`,
      },
    )
  if (isSuccess(status) && !isElsewhere) return []
  const after = await bench.send(plain)
  scene.exchanges.push(after)
  scene.check(
    isElsewhere ? 'creates-nothing-elsewhere' : 'rejected-changes-nothing',
    create,
    !isMissing(after),
    {
      message: `after it was rejected with ${status}, the valid request with its key gets ${readStatus(after)}`,
    },
  )
  return scene.findings
}

export const mostRejected = 40

/** A key that is taken gets no 5xx and no other record; notes how it is rejected. */
export async function judgeTaken(subject: LawSubject): Promise<Finding[]> {
  const { bench, operations } = subject
  const { create } = operations
  if (create === undefined || create.effect.kind !== 'create' || create.effect.resource.key.from !== 'client')
    return []
  const plain = await makePlain(bench, create, { isFresh: true, isVaried: true })
  const { requestPath, resource } = create.effect
  if (typeof plain === 'string' || plain.body === undefined) return []
  const path = [...requestPath, resource.key.property]
  const key = getAt(plain.body.value, path)
  const scene = openScene(subject, 'a key that is taken')
  if (!wasAccepted(await scene.sendDraft(plain))) return scene.findings
  const same = await scene.sendDraft(plain)
  if (!wasAccepted(same)) bench.taken.set(create, toSignature(same))
  const other = await makePlain(bench, create, { isVaried: true })
  if (typeof other === 'string' || other.body === undefined) return scene.findings
  const changed = withValueAt(other, path, key)
  const replaced = await scene.sendDraft(changed)
  if (wasAccepted(replaced)) {
    const probe = {
      operation: create,
      kind: 'accept',
      rule: 'taken-key',
      place: create.pointer,
      tried: 'a key that is taken',
      change: (one: Draft) => one,
    } as const
    const asSent = await judgeEcho(bench, changed, replaced, probe)
    const asStored = await judgeEcho(bench, plain, replaced, probe)
    scene.check('taken-key', create, asSent.length === 0 || asStored.length === 0, {
      message: 'the response shows another record than the one that was sent, and the one that is stored',
    })
  }
  const fresh = await makePlain(bench, create, { isFresh: true })
  if (typeof fresh === 'string') return scene.findings
  const crowd = openScene(subject, 'a new key several times at once')
  const all = await Promise.all(Array.from({ length: 8 }, () => crowd.sendDraft(fresh)))
  // The service may limit connections.
  if (all.some(({ outcome }) => outcome.kind === 'dropped') && bench.sender.slowDown())
    return judgeTaken(subject)
  return [...scene.findings, ...crowd.findings]
}
