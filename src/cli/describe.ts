import type { Contract, Effect, Operation, Resource, SecurityScheme, Webhook } from '../contract/contract.ts'
import { escapeControlsOfLines } from '../http/escape-controls.ts'
import type { CommandTable } from './command.ts'
import { contractFlags } from './contract-flags.ts'
import type { FlagTable, FlagValues } from './flags.ts'
import { openContract } from './open-contract.ts'
import { showWarning } from './show-warning.ts'

const describeFlags = {
  ...contractFlags,
  json: { description: 'print JSON' },
} as const satisfies FlagTable

function toTable(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_cell, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  )
  return rows.map((row) =>
    `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd(),
  )
}

function showEffect(effect: Effect): string {
  if (effect.kind !== 'none') {
    const { ignored = [] } = effect.list ?? {}
    return effect.resource.name + (ignored.length > 0 ? `, ignores ${ignored.join(', ')}` : '')
  }
  if (effect.action === undefined) return ''
  const { resource, sets } = effect.action
  const changes = Object.entries(sets).map(([name, value]) => `, sets ${name} to ${value}`)
  return `shows ${resource.name}${changes.join('')}`
}

function showResource({ name, isSingle, key, parent, reasons }: Resource): string[] {
  const from = key.from === 'client' ? 'the client' : 'the service'
  const own = isSingle
    ? 'one record'
    : key.property === ''
      ? 'records without their key'
      : `key ${key.property}, from ${from}`
  return [
    `  ${name}: ${own}${parent === undefined ? '' : `, of ${parent.name}`}`,
    ...reasons.map((reason) => `    ${reason}`),
  ]
}

const showAfter = ({ after }: Webhook): string =>
  after.length > 0 ? `after ${after.map(({ id }) => id).join(', ')}` : "the description doesn't say when"

const showScheme = ({ name, kind, in: place, parameter }: SecurityScheme): readonly string[] => [
  name,
  kind,
  place === 'connection' ? place : `${place} ${parameter}`,
]

function toText(contract: Contract): string {
  const { title, version, operations, resources, webhooks, securitySchemes, basePaths, warnings } = contract
  const section = (name: string, lines: readonly string[]): string[] =>
    lines.length === 0 ? [] : ['', name, ...lines]
  const bases = basePaths.filter((path) => path !== '')
  return [
    [title, version].filter((part) => part !== '').join(' '),
    ...(bases.length === 0 ? [] : [`Base path${bases.length > 1 ? 's' : ''}: ${bases.join(', ')}`]),
    ...section(
      'Operations',
      toTable(
        operations.map(({ method, path, id, effect, tokens }) => [
          effect.kind,
          `${method} ${path}`,
          id,
          [showEffect(effect), tokens().length > 0 ? 'issues tokens' : ''].filter(Boolean).join(', '),
        ]),
      ),
    ),
    ...section(
      'Callbacks',
      toTable(
        operations.flatMap(({ id, callbacks }) =>
          callbacks.map(({ name, method, url }) => [name, `${method} ${url}`, `after ${id}`]),
        ),
      ),
    ),
    ...section(
      'Webhooks',
      toTable(webhooks.map((webhook) => [webhook.name, webhook.method, showAfter(webhook)])),
    ),
    ...section('Resources', resources.flatMap(showResource)),
    ...section('Security schemes', toTable(securitySchemes.map(showScheme))),
    ...section(
      'Warnings',
      warnings.map((warning) => `  ${showWarning(warning)}`),
    ),
    '',
  ].join('\n')
}

const toOperation = ({ id, method, path, effect, security, tokens, callbacks }: Operation): object => ({
  id,
  method,
  path,
  effect: effect.kind,
  ...(effect.kind !== 'none' && { resource: effect.resource.name }),
  reason: effect.reason,
  ...(tokens().length > 0 && { tokens: tokens() }),
  security: security.map((set) => set.map(({ scheme }) => scheme.name)),
  callbacks: callbacks.map(({ name, method, url }) => ({ name, method, url })),
})

const toResource = ({ name, isSingle, key, parent, itemPath, reasons }: Resource): object => ({
  name,
  isSingle,
  key: { property: key.property, from: key.from, parameter: key.parameter },
  parent: parent?.name,
  itemPath,
  reasons,
})

function toJson({
  title,
  version,
  basePaths,
  operations,
  resources,
  webhooks,
  securitySchemes,
  warnings,
}: Contract): string {
  const schemes = securitySchemes.map(({ name, kind, in: place, parameter }) => ({
    name,
    kind,
    in: place,
    parameter,
  }))
  const described = {
    title,
    version,
    basePaths,
    operations: operations.map(toOperation),
    resources: resources.map(toResource),
    webhooks: webhooks.map(({ name, method, after }) => ({ name, method, after: after.map(({ id }) => id) })),
    securitySchemes: schemes,
    warnings,
  }
  return `${JSON.stringify(described, null, 2)}\n`
}

async function describe(_argument: undefined, flags: FlagValues<typeof describeFlags>): Promise<undefined> {
  const { json, ...source } = flags
  const contract = await openContract(source)
  process.stdout.write(json ? toJson(contract) : escapeControlsOfLines(toText(contract)))
}

export const command: CommandTable = {
  description:
    "Print what the kit reads from an OpenAPI description: the effect of each operation, callbacks and webhooks, resources with their keys and why, security schemes, and what it can't serve as described.",
  flags: describeFlags,
  run: describe,
  exitCodes: { 0: 'the description is readable', 2: 'it is not, or usage error' },
  examples: [
    'describe --openapi bookings.yaml',
    'describe --openapi https://api.example/openapi.json --json',
  ],
}
