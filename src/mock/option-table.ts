import { checkOptions, type OptionTable, required } from '../options/option-table.ts'
import { OptionsError } from '../options/options-error.ts'
import { describeValue } from '../options/problems.ts'
import { anyOf, anything, array, fields, integer, object, oneOf, that } from '../options/schema.ts'
import { headersSchema } from '../store/answers.ts'
import { storeOptions } from '../store/option-table.ts'
import type { OwnRejection } from './failure.ts'
import { failures } from './failures.ts'
import { checkedParts, type MockOptions } from './options.ts'
import { ownResponseSchema } from './own-code.ts'

const { cors, journal, latency, maxBody, onDuplicate, randomSeed, scenario } = storeOptions

/** A credential is a secret, even if it is wrong. */
const secret = /* @__PURE__ */ that('a string', (value) => typeof value === 'string', true)

const code = /* @__PURE__ */ that('a function', (value) => typeof value === 'function')
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

/** The schemas of all options of a mock. */
export const mockOptions = {
  contract: /* @__PURE__ */ required(
    /* @__PURE__ */ that('a contract, which readContract or toContract makes', (value) =>
      Array.isArray(Object(value).operations),
    ),
  ),
  credentials: /* @__PURE__ */ fields(
    'an object with the valid credentials of each security scheme',
    true,
    () => anyOf(secret, array(secret)),
  ),
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
  onDuplicate,
  unknownProperties: /* @__PURE__ */ oneOf('ignore', 'reject'),
  order: /* @__PURE__ */ array(/* @__PURE__ */ oneOf(...checkedParts)),
  seed: lists,
  scenario,
  latency,
  maxBody,
  differences: /* @__PURE__ */ array(anything),
  cors,
  journal,
  randomSeed,
  storage: /* @__PURE__ */ that('an awaited storage', (value) => Object(value).resource, true),
  now: /* @__PURE__ */ that('a function that returns a Date', (value) => typeof value === 'function'),
} satisfies OptionTable<MockOptions>

const list = (names: readonly string[]): string => names.join(', ') || 'none'

/**
 * Checks the options of a mock, and the names in them.
 *
 * @throws {OptionsError} if there is no such option, scheme, operation, or resource, or a value is invalid
 */
export function checkMockOptions(options: MockOptions): void {
  checkOptions(options, mockOptions)
  const { contract, credentials = {}, respond = {}, seed = {} } = options
  for (const name of Object.keys(credentials)) {
    const known = contract.securitySchemes.map((scheme) => scheme.name)
    if (!known.includes(name))
      throw new OptionsError(`is no security scheme; the schemes are ${list(known)}`, ['credentials', name])
  }
  for (const name of Object.keys(respond))
    if (contract.operation(name) === undefined)
      throw new OptionsError(`is no operation, got ${describeValue(name)}`, ['respond', name])
  for (const name of Object.keys(seed)) {
    const known = contract.resources.map((resource) => resource.name)
    if (!known.includes(name))
      throw new OptionsError(`is no resource; the resources are ${list(known)}`, ['seed', name])
  }
}
