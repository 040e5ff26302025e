import type { Contract, Edge, Operation, Parameter } from '../contract/contract.ts'
import { listEdges } from '../contract/edges.ts'
import type { RuleId } from '../judge/rules.ts'
import { describeValue } from '../options/problems.ts'
import { type Draft, withParameter } from './draft.ts'
import type { Probe } from './probe.ts'

/** Headers that a client may always leave out, and that are about records as they are. */
const ofRecords = /^(?:if-|prefer$|idempotency-|x-request-id$)/i

const isValidHeader = (text: string): boolean => /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text)

/** Says whether what is written for a parameter breaks the description, or keeps it, in the reading of the description. */
function readsAsWrong(contract: Contract, draft: Draft, parameter: Parameter): boolean | undefined {
  const { operation } = draft
  const { path, query, headers } = operation.writeParameters(draft.parameters)
  const { [parameter.name.toLowerCase()]: header } = headers
  if (parameter.in === 'header' && (header === undefined || !isValidHeader(header))) return undefined
  // An empty segment is another path.
  if (/\/(?:\.{0,2})(?:\/|$)/.test(path) && path !== '/' && !operation.path.endsWith('/')) return undefined
  const match = contract.match(operation.method, query === '' ? path : `${path}?${query}`, headers)
  if (match.kind !== 'operation' || match.operation !== operation) return undefined
  const { problems } = operation.readParameters({ pathParameters: match.pathParameters, query, headers })
  return problems.some((problem) => problem.parameter === parameter)
}

/** Which rule a service breaks that accepts a value; texts that a lenient reading makes valid are left open. */
function toRule({
  operation,
  parameter,
  edge,
}: {
  operation: Operation
  parameter: Parameter
  edge: Edge
}): RuleId {
  const { types } = parameter.schema.facts()
  const value = edge.path.reduce<unknown>((at, step) => Object(at)[step], edge.value)
  if (edge.keyword === 'format' && edge.description.startsWith('no ')) return 'rejects-invalid-format'
  const isFraction = types.includes('integer') && typeof value === 'number' && !Number.isInteger(value)
  const isBoolean = types.includes('boolean')
  const isEmpty =
    value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0)
  const { effect } = operation
  const paging = effect.kind === 'list' ? Object.values(effect.list?.paging ?? {}) : []
  const isClamped = paging.includes(parameter.name) && edge.keyword === 'maximum'
  if (isClamped) return 'rejects-large-page'
  return isFraction || isBoolean || isEmpty ? 'rejects-lenient-parameter' : 'rejects-invalid-parameter'
}

/** Lists the values of parameters next to the limits of their schemas, and each optional one alone. */
export function listParameterEdges(contract: Contract, plain: Draft): Probe[] {
  const { operation } = plain
  const probes = operation.parameters.flatMap((parameter): Probe[] => {
    const { in: place, name, schema, isRequired, pointer } = parameter
    const isOfRecords = ofRecords.test(name)
    const key = place === 'header' ? name.toLowerCase() : name
    const isKey = place === 'path' && plain.hasRecords
    const common = { operation, reason: place === 'path' ? ('path' as const) : ('parameter' as const) }
    const { inside, ...edges } = listEdges(schema)
    // Other types have no text of their own.
    const outside = edges.outside.filter(
      ({ keyword, value }) => keyword !== 'type' || typeof value === 'string' || typeof value === 'number',
    )
    const documented = [...parameter.examples.values()].filter((one) => schema.check(one).length === 0)
    const toAccept = (value: unknown, at: string, tried: string): Probe => ({
      ...common,
      kind: 'accept',
      rule: 'accepts-valid-parameter',
      place: at,
      tried: `the ${place} parameter ${name} is ${tried}`,
      change(draft) {
        const changed = withParameter(draft, parameter, value)
        return readsAsWrong(contract, changed, parameter) === false ? changed : undefined
      },
    })
    const { effect } = operation
    const paging = effect.kind === 'list' ? effect.list?.paging : undefined
    // A cursor of one's own making is no cursor.
    const isOpaque = [paging?.cursor, paging?.after, paging?.before].includes(name)
    const accepted =
      isKey || isOpaque || isOfRecords
        ? []
        : [
            ...(plain.parameters[place][key] === undefined
              ? [
                  toAccept(
                    documented[0] ?? schema.example(),
                    pointer,
                    describeValue(documented[0] ?? schema.example()),
                  ),
                ]
              : []),
            ...inside.map((edge) => toAccept(edge.value, edge.pointer, edge.description)),
          ]
    const madeUp: Probe[] = isOpaque
      ? [
          {
            ...common,
            kind: 'open',
            rule: 'documented-status',
            place: pointer,
            tried: `a made-up ${name}`,
            change: (draft) => withParameter(draft, parameter, schema.example(7)),
          },
        ]
      : []
    const missing: Probe[] =
      isRequired && place !== 'path'
        ? [
            {
              ...common,
              kind: 'reject',
              rule: 'rejects-missing-parameter',
              place: `${pointer}/required`,
              tried: `without the ${place} parameter ${name}`,
              change: (draft) => withParameter(draft, parameter, undefined),
            },
          ]
        : []
    const rejected = outside.map((edge): Probe => {
      const rule = toRule({ operation, parameter, edge })
      return {
        ...common,
        // Removing what isn't there may succeed.
        kind:
          rule === 'rejects-lenient-parameter' || (place === 'path' && operation.effect.kind === 'remove')
            ? 'open'
            : 'reject',
        rule,
        place: edge.pointer,
        tried: `the ${place} parameter ${name} is ${edge.description} (${describeValue(edge.value)})`,
        change(draft) {
          const changed = withParameter(draft, parameter, edge.value)
          return readsAsWrong(contract, changed, parameter) === true ? changed : undefined
        },
      }
    })
    return [...accepted, ...madeUp, ...missing, ...rejected]
  })
  // What a client makes up first, since the budget may not allow all.
  const isMadeUp = ({ rule }: Probe): boolean => rule === 'documented-status'
  return [...probes.filter(isMadeUp), ...probes.filter((probe) => !isMadeUp(probe))]
}
