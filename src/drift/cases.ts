import { readdirSync, readFileSync } from 'node:fs'
import { operation } from '../contract/generated/operation.ts'
import { type Ask, safeMethods } from '../probes/ask.ts'
import { httpLayer } from '../probes/header-fields.ts'
import { createPlainPlant } from '../probes/plain-plant.ts'
import type { FailureName } from '../store/failures.ts'
import type { PlantStoreOptions } from '../store/options.ts'
import type { Session } from '../verify/trial.ts'
import { largestBody } from './learn-max-body.ts'
import { limitedMembers, toBeyond } from './outside.ts'
import { origins, toPagePlant, toPreflight } from './pages.ts'
import { writeLetters, writePlain } from './write-plain.ts'

/** A case of a file in mocks/cases/: a request, and what is stored before it. */
export interface WrittenCase {
  title: string
  options?: PlantStoreOptions
  stored?: string
  answer: { failure?: FailureName }
  request: {
    method?: string
    path?: string
    headers?: Record<string, string | string[] | null>
    body?: string
    base64?: string
    fill?: { text: string; times: number; close?: string }
  }
}

/** A request that a real service and a fake get. */
export interface DriftCase {
  readonly title: string
  /** The topic that it belongs to. */
  readonly topic: string
  /** The origin of a page: only whether it may read the answer is compared. */
  readonly origin?: string
  /** Whether a server in front of the service may answer it. */
  readonly isForHttpLayer?: boolean
  /** Whether it is about an id that is stored already. */
  readonly isDuplicate?: boolean
  /** Makes the request, with a new id if the id doesn't matter. */
  toAsk(session: Session): Ask
}

const folder = new URL('../../mocks/cases/', import.meta.url)

const id = /("id"\s*:\s*)(-?\d[\w.+-]*)/g

/** Gives the plants of a case new ids, names and tags, unless the case is about them. */
function createRenew(session: Session, bodies: readonly string[]): (body: string) => string {
  const ids = new Map<string, bigint>()
  const literals = bodies.flatMap((body) => [...body.matchAll(id)].map(([, , literal = '']) => literal))
  const arePlain = literals.every((literal) => /^[1-9]\d{0,5}$/.test(literal))
  for (const literal of arePlain ? literals : []) ids.set(literal, ids.get(literal) ?? session.ids.take())
  const { name, tag } = createPlainPlant(session)
  const texts: Record<string, string | undefined> = {
    Fern: name,
    Ash: createPlainPlant(session).name,
    green: tag,
  }
  return (body) =>
    body
      .replaceAll(id, (_whole, key: string, literal: string) => `${key}${ids.get(literal) ?? literal}`)
      .replaceAll(
        /("(?:name|tag)"\s*:\s*)"(Fern|Ash|green)"/g,
        (_whole, key: string, text: string) => key + JSON.stringify(texts[text]),
      )
}

function toCase(topic: string, { title, stored, request, answer }: WrittenCase): DriftCase {
  const { method = operation.method, path = operation.path, headers = {}, body = '', base64, fill } = request
  const filled = fill && fill.text.repeat(fill.times) + (fill.close ?? '').repeat(fill.times)
  const plants = stored?.match(/\{[^}]*\}/g) ?? []
  const withToken: NonNullable<Ask['headers']> = JSON.parse(
    JSON.stringify(headers).replaceAll('local-token', '{token}'),
  )
  return {
    title,
    topic,
    isDuplicate: answer.failure === 'duplicate-id',
    toAsk(session) {
      const text = base64 === undefined ? body : Buffer.from(base64, 'base64').toString('latin1')
      const renew = createRenew(session, [text, ...plants])
      const renewed = renew(text).replace('{{fill}}', () => filled ?? '')
      return {
        method,
        path,
        headers: withToken,
        body: base64 === undefined ? renewed : Buffer.from(renewed, 'latin1'),
        before: plants.map((plant) => ({ body: renew(plant) })),
      }
    },
  }
}

/** Says whether any service can get a request: one to another endpoint could change or delete its data. */
const isSafe = ({
  method = operation.method,
  path = operation.path,
  headers,
}: WrittenCase['request']): boolean =>
  safeMethods.includes(method) ||
  (method === operation.method && (/plant/i.test(decodeURI(path)) || headers?.['authorization'] === null))

/** The cases of mocks/cases/ that a real service can get. */
const readCases = (): DriftCase[] =>
  readdirSync(folder).flatMap((file) => {
    const { title: topic, cases }: { title: string; cases: WrittenCase[] } = JSON.parse(
      readFileSync(new URL(file, folder), 'utf8'),
    )
    return (
      cases
        .filter(({ options, request }) => options === undefined && isSafe(request))
        // Only a fake forces errors.
        .filter(({ request: { headers = {} } }) => !('prefer' in headers))
        .map((one) => toCase(topic, one))
    )
  })

/** Cases at the edges of what the configuration of the fake says. */
function toEdges({ maxBody = 2 ** 20, limits = {} }: PlantStoreOptions): DriftCase[] {
  const edge = (title: string, toBody: (session: Session) => string): DriftCase => ({
    title,
    topic: 'The configuration',
    toAsk: (session) => ({ body: toBody(session) }),
  })
  const lengths = (['name', 'tag'] as const).flatMap((member) => {
    const { minLength, maxLength } = limits[member] ?? {}
    const ofLength = (words: string, length: number | undefined): DriftCase[] =>
      length === undefined
        ? []
        : [
            edge(`a ${member} of ${words} length`, (session) =>
              writePlain(session, { [member]: writeLetters(session, length) }),
            ),
          ]
    return [...ofLength('the smallest', minLength), ...ofLength('the largest', maxLength)]
  })
  const beyond = limitedMembers.flatMap((member) =>
    toBeyond(member, limits[member] ?? {}).map(([title, toValue]) =>
      edge(title, (session) => writePlain(session, { [member]: toValue(session) })),
    ),
  )
  return [
    edge('the largest body', (session) => writePlain(session).padEnd(maxBody)),
    ...(maxBody < largestBody
      ? [edge('a body that is too large', (session) => writePlain(session).padEnd(maxBody + 1))]
      : []),
    ...lengths,
    ...beyond,
  ]
}

/** Requests to a server in front of the service, and those of pages. */
const around: readonly DriftCase[] = [
  ...httpLayer.map(
    ({ title, toAsk }): DriftCase => ({
      title,
      topic: 'HTTP',
      isForHttpLayer: true,
      toAsk: (session) => toAsk(session) ?? {},
    }),
  ),
  ...origins.flatMap((origin): DriftCase[] => [
    {
      title: `a preflight of ${origin}`,
      topic: 'CORS',
      origin,
      toAsk: () => toPreflight(origin),
    },
    {
      title: `a plant of ${origin}`,
      topic: 'CORS',
      origin,
      toAsk: toPagePlant(origin),
    },
  ]),
]

/** Lists the cases for a fake with these options. */
export const listCases = (options: PlantStoreOptions): DriftCase[] => [
  ...readCases(),
  ...toEdges(options),
  ...around,
]
