import type { Contract, Operation } from '../../contract/contract.ts'
import { stringifyExactJson } from '../../json/exact-json.ts'
import { type Draft, withParameter } from './draft.ts'
import type { ListProbes, Probe } from './probe.ts'

/** Lists what a server or framework reads before an operation gets the body; sent to one operation in full, to others in part. */
export const listBodySyntax =
  (isFull: boolean): ListProbes =>
  ({ operation, body }) => {
    if (body === undefined || body.media.kind !== 'json') return []
    const { pointer } = body.media
    const toText = (draft: Draft): string => stringifyExactJson(draft.body?.value)
    const malformed = (tried: string, toBytes: (text: string) => string | Uint8Array): Probe => ({
      operation,
      kind: 'reject',
      rule: 'malformed-body',
      place: pointer,
      tried,
      reason: 'media',
      change: (draft) => ({ ...draft, bytes: toBytes(toText(draft)) }),
    })
    const otherType = (contentType: string, tried: string): Probe => ({
      operation,
      kind: 'reject',
      rule: 'unsupported-media-type',
      place: operation.body?.pointer ?? pointer,
      tried,
      reason: 'media',
      change: (draft) =>
        operation.body?.pick(contentType) === undefined
          ? { ...draft, bytes: toText(draft), contentType }
          : undefined,
    })
    const some = [
      malformed('a JSON body that is cut off', (text) => text.slice(0, -1)),
      otherType('text/plain', 'the body as text/plain'),
    ]
    if (!isFull) return some
    return [
      ...some,
      malformed('a JSON body with more after its end', (text) => `${text}]`),
      malformed('a body of one brace', () => '{'),
      otherType('application/xml', 'the body as application/xml'),
    ]
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

/** Lists one undocumented method for the path of an operation. */
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

/** Makes the path that no operation has. */
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
