import type { Contract, ContractOptions, Operation, Warning, Webhook } from './contract.ts'
import { type CreateCompile, createGetSchema, type GetSchema } from './create-schema.ts'
import { type Description, placeIn } from './description.ts'
import { listNamed } from './discriminator.ts'
import { findTokens } from './find-tokens.ts'
import { lazy } from './lazy.ts'
import { readOperations } from './operations.ts'
import { readWebhooks } from './outgoing.ts'
import type { OperationTools } from './read-request.ts'
import { findTriggers } from './resources/find-triggers.ts'
import type { Inferred } from './resources/infer-resources.ts'
import { createRouter } from './router.ts'
import { readSecuritySchemes } from './security.ts'
import { readBasePaths } from './servers.ts'

/** The most warnings that are kept; the rest is counted. */
const maxWarnings = 1000

/** Collects warnings, each once. */
export function createWarn({ locate, warnings: given = [] }: ContractOptions): {
  warnings: Warning[]
  warn(warning: Warning): void
} {
  const warnings: Warning[] = []
  const known = new Set<string>()
  let more = 0
  const warn = (warning: Warning): void => {
    const key = `${warning.pointer} ${warning.message}`
    if (known.has(key)) return
    if (known.size === maxWarnings) {
      warnings[maxWarnings] = { message: `There are ${++more} more warnings.`, pointer: '' }
      return
    }
    known.add(key)
    warnings.push({ ...locate?.(warning.pointer), ...warning })
  }
  given.forEach(warn)
  return { warnings, warn }
}

/**
 * Reads a description that is OpenAPI 3.1.
 *
 * @param createCompile makes what gives the functions that check values
 * @param infer says what the resources are, and what operations do to them
 */
export function createContract(
  description: Description,
  { basePath }: Pick<ContractOptions, 'basePath'>,
  { warnings, warn }: ReturnType<typeof createWarn>,
  createCompile: CreateCompile,
  infer: (operations: readonly Operation[], getSchema: GetSchema) => Inferred,
): Contract {
  const { root } = description
  const getSchema = createGetSchema(description, warn, createCompile)
  const schemes = readSecuritySchemes(description, warn)
  const basePaths = basePath === undefined ? readBasePaths(description) : [basePath]
  // Proxies often remove the path of a server, but not one that somebody asked for.
  const router = createRouter(basePath === undefined ? [...basePaths, ''] : basePaths)
  const tools: OperationTools = {
    description,
    request: (place) => getSchema(place, 'request'),
    response: (place) => getSchema(place, 'response'),
    schemes,
    warn,
  }
  const operations: Operation[] = readOperations(tools).filter((operation) => {
    const other = router.add(operation)
    if (other === undefined) return true
    const message = `${operation.method} ${operation.path} is the same as ${other.method} ${other.path}. It is ignored.`
    warn({ message, pointer: operation.pointer })
    return false
  })
  const { resources, effects } = infer(operations, getSchema)
  const base = `http://localhost${basePaths[0] ?? ''}/`
  const tokenEndpoints = schemes
    .flatMap(({ tokenUrls }) => tokenUrls)
    .filter((url) => URL.canParse(url, base))
    .map((url) => router.match('POST', new URL(url, base).pathname))
    .flatMap((match) => (match.kind === 'operation' ? [match.operation] : []))
  for (const operation of operations) {
    operation.effect = effects.get(operation) ?? operation.effect
    operation.tokens = lazy(() => findTokens(operation, tokenEndpoints.includes(operation)))
  }
  const webhooks = readWebhooks(tools).map((request): Webhook => {
    const after = lazy(() => findTriggers(request, operations, resources))
    return {
      ...request,
      get after() {
        return after()
      },
    }
  })
  const byName = new Map(
    operations.flatMap((one) => [[`${one.method} ${one.path}`, one] as const, [one.id, one] as const]),
  )
  const schemas = new Map(listNamed(description).map(([name, place]) => [name, getSchema(place, 'response')]))
  const toText = (...steps: string[]): string => {
    const { json } = placeIn(root, ...steps)
    return typeof json === 'string' || typeof json === 'number' ? String(json) : ''
  }
  return {
    title: toText('info', 'title'),
    version: toText('info', 'version'),
    operations,
    resources,
    webhooks,
    securitySchemes: schemes,
    schemas,
    basePaths,
    warnings,
    document: root.json as Record<string, unknown>,
    match: router.match,
    operation: (name) => byName.get(name),
  }
}
