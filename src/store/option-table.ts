import { limitsSchema } from '../contract/generated/limits.ts'
import { pattern } from '../contract/limit-keywords.ts'
import { delaySchema, scenarioSchema } from '../mock/faults/fault.ts'
import type { OptionTable } from '../options/option-table.ts'
import {
  anyOf,
  anything,
  array,
  integer,
  object,
  oneOf,
  type Schema,
  string,
  text,
  that,
} from '../options/schema.ts'
import { answersSchema } from './answers.ts'
import { tokenSchema } from './credentials.ts'
import { rowNames } from './failures.ts'
import { habits } from './habits.ts'
import type { PlantStoreOptions } from './options.ts'
import { checkedParts } from './read-request.ts'

const origin = /* @__PURE__ */ that(
  'an origin like http://localhost:3000, with no slash at the end or *',
  (value) =>
    typeof value === 'string' &&
    !value.includes('*') &&
    URL.canParse(value) &&
    new URL(value).origin === value,
)

/** All options. The seed may be anything here, because `createBehavior` checks it. */
export const storeOptions = {
  tokens: { .../* @__PURE__ */ array(tokenSchema), expected: "an array like ['my-token']" },
  answers: answersSchema,
  onDuplicate: /* @__PURE__ */ oneOf('reject', 'replace', 'keep'),
  seed: anything,
  scenario: scenarioSchema,
  latency: delaySchema,
  // Clients remove the segments . and .. from a URL, also if a point is encoded. The range '-. is '()*+,-.
  basePath: /* @__PURE__ */ text(
    'a path like /v1, with no segment . or ..',
    /^(\/(?!(\.|%2e){1,2}(\/|$))[\w!$%&'-.:;=@~]+)*$/i,
  ),
  maxBody: /* @__PURE__ */ integer(1, 2 ** 30),
  order: /* @__PURE__ */ array(/* @__PURE__ */ oneOf(...checkedParts)),
  accepts: /* @__PURE__ */ array(string),
  refuses: /* @__PURE__ */ object(
    /* @__PURE__ */ Object.fromEntries(rowNames.map((name) => [name, pattern])),
  ),
  habits: /* @__PURE__ */ array(/* @__PURE__ */ oneOf(...habits)),
  unknownMembers: /* @__PURE__ */ oneOf('ignore', 'refuse'),
  limits: limitsSchema,
  cors: /* @__PURE__ */ anyOf(/* @__PURE__ */ oneOf('*', false), /* @__PURE__ */ array(origin)),
  // What only `diff` reads, which checks it.
  differences: anything,
  journal: /* @__PURE__ */ integer(0, 10_000_000),
  randomSeed: /* @__PURE__ */ integer(0, 2 ** 32 - 1),
  storage: /* @__PURE__ */ that('an awaited storage', (value) => Object(value).resource, true),
} satisfies OptionTable<PlantStoreOptions>

/** The options as a whole. */
export const optionsSchema: Schema = /* @__PURE__ */ object(storeOptions)
