import type { Contract, SecurityScheme } from '../contract/contract.ts'
import { plantStore } from '../contract/plant-store.ts'
import { isBearer, tokenPattern } from '../contract/security.ts'
import { checkName } from '../options/check-name.ts'
import { checkOptions, type OptionTable } from '../options/option-table.ts'
import { OptionsError } from '../options/options-error.ts'
import {
  anyOf,
  anything,
  array,
  boolean,
  custom,
  fields,
  integer,
  object,
  oneOf,
  string,
} from '../options/schema.ts'
import { address, hostName } from '../options/values.ts'
import { toCredentialsByScheme } from './checks/check-credentials.ts'
import type { OwnRejection } from './failure.ts'
import { failures } from './failures.ts'
import { delaySchema, scenarioSchema } from './faults/fault.ts'
import { checkedParts, type MockOptions, type WebhooksOption, type WebhookTarget } from './options.ts'
import { headersSchema } from './own-body.ts'
import { ownResponseSchema } from './own-code.ts'

/** Apps of Capacitor, Tauri, and Electron, and extensions of browsers have schemes of their own, whose origins `URL` doesn't know. */
const ownOrigin = /^(?!(?:https?|ftp|wss?|file|blob|data|javascript):)[a-z][a-z\d+.-]*:\/\/[\w.-]+(?::\d+)?$/

const origin = /* @__PURE__ */ custom(
  'an origin like http://localhost:3000 or capacitor://localhost, with no slash at the end or *',
  (value) =>
    typeof value === 'string' &&
    ((URL.canParse(value) && new URL(value).origin === value && !value.includes('*')) ||
      ownOrigin.test(value)),
)

/** A credential is a secret, even if it is wrong. */
const secret = /* @__PURE__ */ custom('a string', (value) => typeof value === 'string', true)

const code = /* @__PURE__ */ custom('a function', (value) => typeof value === 'function')
const preset = /* @__PURE__ */ oneOf('usual', 'documented')
const rejection = /* @__PURE__ */ object({
  status: /* @__PURE__ */ integer(400, 599),
  headers: headersSchema,
  body: anything,
  properties: /* @__PURE__ */ object({}, [], true),
} satisfies Record<keyof OwnRejection, unknown>)

const lists = /* @__PURE__ */ fields('an object with an array of records for each resource', true, () =>
  array(anything),
)

const webhookTarget = /* @__PURE__ */ object(
  {
    url: address,
    after: /* @__PURE__ */ anyOf(string, /* @__PURE__ */ array(string, 1)),
  } satisfies Record<keyof WebhookTarget, unknown>,
  ['url'],
)

export const mockOptions = {
  contract: /* @__PURE__ */ custom('a contract, which readContract or toContract makes', (value) =>
    Array.isArray(Object(value).operations),
  ),
  credentials: /* @__PURE__ */ anyOf(
    secret,
    /* @__PURE__ */ array(secret),
    /* @__PURE__ */ fields('an object with the valid credentials of each security scheme', true, () =>
      anyOf(secret, array(secret)),
    ),
  ),
  requireLogin: boolean,
  respond: /* @__PURE__ */ fields('an object with code or a response for each operation', true, () =>
    anyOf(code, ownResponseSchema),
  ),
  responses: /* @__PURE__ */ anyOf(
    preset,
    /* @__PURE__ */ object({
      preset,
      .../* @__PURE__ */ Object.fromEntries(Object.keys(failures).map((name) => [name, rejection])),
    }),
  ),
  onDuplicate: /* @__PURE__ */ oneOf('reject', 'replace', 'keep'),
  unknownProperties: /* @__PURE__ */ oneOf('ignore', 'reject'),
  unknownParameters: /* @__PURE__ */ oneOf('ignore', 'reject'),
  order: /* @__PURE__ */ array(/* @__PURE__ */ oneOf(...checkedParts)),
  seed: lists,
  scenario: scenarioSchema,
  webhooks: /* @__PURE__ */ fields('an object with the URL of each webhook', true, () =>
    anyOf(webhookTarget, address),
  ),
  allowCallbacks: /* @__PURE__ */ anyOf(/* @__PURE__ */ oneOf(false), /* @__PURE__ */ array(hostName)),
  latency: delaySchema,
  maxBody: /* @__PURE__ */ integer(1, 2 ** 30),
  differences: /* @__PURE__ */ array(anything),
  cors: /* @__PURE__ */ anyOf(/* @__PURE__ */ oneOf('*', false), /* @__PURE__ */ array(origin)),
  journal: /* @__PURE__ */ integer(0, 10_000_000),
  randomSeed: /* @__PURE__ */ integer(0, 2 ** 32 - 1),
  storage: /* @__PURE__ */ custom('an awaited storage', (value) => Object(value).resource, true),
  now: /* @__PURE__ */ custom('a function that returns a Date', (value) => typeof value === 'function'),
} satisfies OptionTable<MockOptions>

function checkCredential(scheme: SecurityScheme, credential: string): void {
  const isWrong =
    scheme.kind === 'basic' ? !credential.includes(':') : isBearer(scheme) && !tokenPattern.test(credential)
  if (!isWrong) return
  const form =
    scheme.kind === 'basic'
      ? 'user:password'
      : 'a token of letters, digits, and -._~+/, with = only at the end, without Bearer'
  throw new OptionsError(`of ${scheme.name} must each be ${form}`, ['credentials'])
}

const maxListed = 20

function checkWebhooks({ webhooks: known, operations }: Contract, webhooks: WebhooksOption): void {
  const ids = operations.map(({ id }) => id)
  for (const [name, target] of Object.entries(webhooks)) {
    const path = ['webhooks', name]
    checkName('webhook', name, [...new Set(known.map((one) => one.name))], path)
    const { after } = typeof target === 'string' ? {} : target
    for (const id of [after ?? []].flat()) checkName('operation', id, ids, [...path, 'after'])
    if (after !== undefined || known.some((one) => one.name === name && one.after.length > 0)) continue
    const changing = operations.filter(({ method }) => method !== 'GET').map(({ id }) => id)
    const listed = [...changing.slice(0, maxListed), ...(changing.length > maxListed ? ['…'] : [])]
    const problem = `needs the operations that it is sent after, as in { url, after: ${changing[0]} }; operations are ${listed.join(', ')}`
    throw new OptionsError(problem, path)
  }
}

/**
 * Checks the options of a mock, and the names in them.
 *
 * @throws {OptionsError} if there is no such option, scheme, operation, or resource, or a value is invalid
 */
export function checkMockOptions(options: MockOptions): void {
  checkOptions(options, mockOptions)
  const { contract = plantStore(), credentials, respond = {}, seed = {}, scenario, webhooks = {} } = options
  const { securitySchemes: schemes } = contract
  for (const [name, valid] of Object.entries(toCredentialsByScheme(schemes, credentials))) {
    const scheme = schemes.find((one) => one.name === name)
    const known = schemes.map((one) => one.name)
    if (scheme === undefined) checkName('security scheme', name, known, ['credentials', name])
    else for (const credential of valid) checkCredential(scheme, credential)
  }
  if (options.requireLogin && contract.operations.every((one) => one.tokens().length === 0))
    throw new OptionsError('needs an operation that issues tokens, and the description has none', [
      'requireLogin',
    ])
  const operations = contract.operations.map(({ id }) => id)
  for (const name of Object.keys(respond)) checkName('operation', name, operations, ['respond', name])
  for (const [index, { operation }] of (scenario?.steps ?? []).entries())
    if (operation !== undefined)
      checkName('operation', operation, operations, ['scenario', 'steps', index, 'operation'])
  const resources = contract.resources.map(({ name }) => name)
  checkWebhooks(contract, webhooks)
  for (const name of Object.keys(seed)) checkName('resource', name, resources, ['seed', name])
}
