import type { Contract, Operation } from '../contract/contract.ts'
import { stringifyExactJson } from '../json/exact-json.ts'
import { type Draft, withParameter } from './draft.ts'
import { toForm } from './json.ts'
import type { ListProbes, Probe } from './probe.ts'

/** Lists other content types than those that are documented; sent to one operation in full, to others in part. */
export const listContentTypes =
  (isFull: boolean): ListProbes =>
  ({ operation, body }) => {
    if (body === undefined || body.media.kind !== 'json') return []
    const types = isFull
      ? [
          'text/plain',
          'application/xml',
          'text/plain;application/json',
          'application/jsonp',
          'application/octet-stream',
          'application/x-www-form-urlencoded',
          'multipart/form-data; boundary=x',
          null,
        ]
      : ['text/plain']
    const common = {
      operation,
      kind: 'reject',
      rule: 'unsupported-media-type',
      place: operation.body?.pointer ?? body.media.pointer,
      reason: 'media',
    } as const
    const probes = types.map(
      (contentType): Probe => ({
        ...common,
        tried: contentType === null ? 'the body without a content type' : `the body as ${contentType}`,
        change: (draft) =>
          contentType !== null && operation.body?.pick(contentType) !== undefined
            ? undefined
            : { ...draft, bytes: stringifyExactJson(draft.body?.value), contentType },
      }),
    )
    const form: Probe = {
      ...common,
      tried: 'the properties of the body as a form',
      change: (draft) =>
        operation.body?.pick('application/x-www-form-urlencoded') === undefined
          ? { ...draft, bytes: toForm(draft.body?.value), contentType: 'application/x-www-form-urlencoded' }
          : undefined,
    }
    return isFull ? [...probes, form] : probes
  }

/** Lists what clients send by mistake, which a service may reject or not, but answers. */
export const listOddRequests: ListProbes = ({ operation }) => {
  const odd = (tried: string, change: Probe['change']): Probe => ({
    operation,
    kind: 'open',
    rule: 'no-server-error',
    place: operation.pointer,
    tried,
    reason: 'media',
    change,
  })
  const ofStrings = operation.parameters.filter(({ schema }) => schema.facts().types.includes('string'))
  const texts = ofStrings.filter(({ in: place }) => place === 'query')
  const keys = ofStrings.filter(({ in: place }) => place === 'path')
  return [
    odd('the header Accept: text/csv', (draft) => ({
      ...draft,
      headers: { ...draft.headers, accept: 'text/csv' },
    })),
    ...keys.map((parameter) =>
      odd(`the path parameter ${parameter.name} is o'hara`, (draft) =>
        withParameter(draft, parameter, "o'hara"),
      ),
    ),
    ...texts
      .slice(0, 5)
      .map((parameter) =>
        odd(`the query parameter ${parameter.name} is %guess'`, (draft) =>
          withParameter(draft, parameter, "%guess'"),
        ),
      ),
  ]
}

const methods = ['GET', 'PATCH', 'PUT', 'POST'] as const

/** Finds a method that no operation of a path has; the one that harms least if the service has it after all. */
function findUndocumented(contract: Contract, { operation, parameters }: Draft): string | undefined {
  const { path } = operation.writeParameters(parameters)
  return methods.find((method) => contract.match(method, path).kind === 'method-not-allowed')
}

export function listUndocumentedMethods(contract: Contract, plain: Draft): Probe[] {
  const { operation } = plain
  const method = findUndocumented(contract, plain)
  if (method === undefined) return []
  return [
    {
      operation,
      kind: 'reject',
      rule: 'undocumented-method',
      place: operation.pointer.replace(/\/[^/]*$/, ''),
      tried: `${method}, which ${operation.path} does not have`,
      reason: 'method',
      change: ({ body: _body, ...draft }) => ({ ...draft, method }),
    },
  ]
}

export const toUnknownPath = (contract: Contract, seed: number): string | undefined =>
  [`/no-such-path-${seed.toString(36).replace('-', '')}`, `/no/such/path/at/all`].find(
    (path) => contract.match('GET', path).kind === 'unknown-path',
  )

/** Makes a request to a path that isn't documented; its operation only says how to get in. */
export const toUnknown = (operation: Operation, path: string): Draft => ({
  operation,
  method: 'GET',
  path,
  parameters: { path: {}, query: {}, header: {}, cookie: {} },
  before: [],
  hasRecords: false,
})
