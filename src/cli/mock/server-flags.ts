import { serverOptions } from '../../adapters/server/option-table.ts'
import type { ResponsesPreset } from '../../mock/failure.ts'
import type { Delay } from '../../mock/faults/fault.ts'
import type { CorsOption, WebhooksOption } from '../../mock/options.ts'
import { withDefault } from '../../options/option-table.ts'
import { array, oneOf, text } from '../../options/schema.ts'
import { token } from '../../options/values.ts'
import { redisOptions } from '../../redis/options.ts'
import { contractFlags } from '../contract-flags.ts'
import { readBytes, readShippedOrFile } from '../data-file.ts'
import {
  addValue,
  addValues,
  type Flag,
  type FlagValues,
  flag,
  integerFlag,
  leaveWrong,
  nameList,
  readInteger,
  type WrongText,
} from '../flags.ts'

/** A flag of `start` and `exec`; each one has an environment variable too. */
export interface ServerFlag extends Flag {
  /** What its key in the configuration file can be besides one value; `none` if the file has no such key. */
  inFile?: 'list' | 'path' | 'name or path' | 'none'
  /** Its key in the configuration file, if that isn't its name. */
  key?: string
}

function readLatency(text: string): Delay | WrongText {
  const [, from, to] = /^(\d+)(?:-(\d+))?$/.exec(text) ?? []
  if (from === undefined || Number(to) < Number(from)) return leaveWrong(text)
  return to === undefined ? Number(from) : [Number(from), Number(to)]
}

/** Removes one slash at the end. */
const readBasePath = (text: string): string => text.replace(/(?<!\/)\/$/, '')

function readCors(text: string, earlier: unknown): CorsOption {
  if (earlier === undefined && (text === '*' || text === 'off')) return text === '*' ? '*' : false
  return addValues(text, earlier === undefined ? [] : [earlier as string].flat())
}

/** Reads `NAME=URL`, and adds it to the webhooks of earlier flags. */
function readWebhook(text: string, earlier: unknown): WebhooksOption | WrongText {
  const at = text.indexOf('=')
  return at < 1 ? leaveWrong(text) : { ...Object(earlier), [text.slice(0, at)]: text.slice(at + 1) }
}

/** Reads the names of hosts, or `off`. */
const readHosts = (text: string, earlier: unknown): readonly string[] | false =>
  earlier === undefined && text === 'off' ? false : addValues(text, earlier ? [earlier as string].flat() : [])

const {
  responses,
  onDuplicate,
  unknownProperties,
  unknownParameters,
  latency,
  cors,
  maxBody,
  journal,
  webhooks,
  allowCallbacks,
} = serverOptions

// Clients remove the segments . and .. from a URL, also if a point is encoded. The range '-. is '()*+,-.
const basePath = text(
  'a path like /v1, with no segment . or ..',
  /^(\/(?!(\.|%2e){1,2}(\/|$))[\w!$%&'-.:;=@~]+)*$/i,
)

const readPreset = (text: string): ResponsesPreset | WrongText =>
  text === 'usual' || text === 'documented' ? text : leaveWrong(text)

export const isRedisUrl = (store: string): boolean => /^rediss?:\/\//.test(store)

/** Whether a store may be a misspelled URL, with a password that must not become part of a file name. A single letter is a Windows drive. */
export const isLikeUrl = (store: string): boolean =>
  /^[a-z][a-z\d+.-]+:|\/\/.*@|:[^\\/]+@/i.test(store.trim())

/** Every flag of `start` and `exec`: what its value may be, its default, help, environment variable, key in the configuration file, and documentation. */
export const serverFlags = {
  openapi: { ...contractFlags.openapi, inFile: 'path' },
  overlay: { ...contractFlags.overlay, inFile: 'list' },
  allowRefs: contractFlags.allowRefs,
  credential: flag('<scheme=value>', 'a valid credential of a security scheme; may be repeated', {
    default: 'any except invalid-token',
    schema: nameList,
    read: addValue,
    inFile: 'list',
  }),
  port: {
    ...integerFlag('<number>', 'port to listen on; 0 takes a free one', serverOptions.port),
    short: 'p',
  },
  host: flag('<host>', 'name or address to listen on', { schema: serverOptions.host }),
  token: flag('<token>', 'a valid bearer token, or credential of the only scheme; repeat it for more', {
    default: 'any except invalid-token',
    schema: array(token),
    read: addValues,
    inFile: 'list',
    option: 'credentials',
  }),
  requireLogin: {
    description:
      'accept only the tokens that a login of the mock has issued, and the credentials that you list',
    schema: serverOptions.requireLogin,
  },
  responses: flag('<preset>', 'the statuses of rejections: usual, or only documented ones', {
    default: 'usual',
    schema: responses,
    read: readPreset,
  }),
  onDuplicate: flag('<action>', 'what to do if a key is already stored: reject, replace, or keep', {
    default: 'reject',
    schema: onDuplicate,
  }),
  unknownProperties: flag(
    '<action>',
    "what to do with properties that the description doesn't name: ignore or reject",
    { default: 'ignore', schema: unknownProperties },
  ),
  unknownParameters: flag(
    '<action>',
    "what to do with query parameters that the description doesn't name: ignore or reject",
    { default: 'ignore', schema: unknownParameters },
  ),
  seed: flag('<name|file>', 'records to start with: a built-in name of plants, or a JSON or YAML file', {
    inFile: 'name or path',
    load: (seed: string) => readShippedOrFile('seeds', seed),
  }),
  store: flag(
    '<file|url>',
    'storage of the records: an SQLite file (Node 22.13 or newer), or redis://host/0?namespace=name',
    { default: 'memory', inFile: 'path', option: 'storage' },
  ),
  storeTtl: {
    ...integerFlag('<seconds>', 'how long Redis keeps a namespace that nobody uses', redisOptions.ttl),
    option: 'ttl',
  },
  scenario: flag('<name|file>', 'faults to play: a built-in name, or a JSON or YAML file', {
    inFile: 'name or path',
    load: (scenario: string) => readShippedOrFile('scenarios', scenario),
  }),
  latency: flag('<ms|min-max>', 'milliseconds to wait before every response', {
    default: '0',
    schema: latency,
    read: readLatency,
  }),
  basePath: flag(
    '<path>',
    'path before those of the description, like /api/v1; by default that of its servers',
    {
      schema: basePath,
      read: readBasePath,
    },
  ),
  cors: flag('<origins>', 'origins whose pages may read responses: *, off, or a comma-separated list', {
    default: '*',
    schema: cors,
    read: readCors,
    inFile: 'list',
  }),
  webhook: flag(
    '<name=url>',
    'address that a webhook of the description is sent to after the operations that it is about; may be repeated',
    {
      schema: { ...webhooks, expected: 'NAME=URL, such as newPet=http://localhost:3000/hooks' },
      read: readWebhook,
      option: 'webhooks',
      key: 'webhooks',
    },
  ),
  allowCallbacks: flag(
    '<host>',
    'host that callbacks and webhooks may be sent to besides localhost and loopback addresses, or off to send none; repeat it for more',
    { schema: allowCallbacks, read: readHosts, inFile: 'list' },
  ),
  maxBody: flag('<bytes>', 'largest body that the mock accepts', {
    default: '1048576',
    schema: maxBody,
    read: readInteger,
  }),
  maxHeaderSize: integerFlag(
    '<bytes>',
    'largest head of a request that the mock accepts, such as with large cookies',
    serverOptions.maxHeaderSize,
  ),
  journal: flag('<number>', 'how many requests the journal keeps', {
    default: '1000',
    schema: journal,
    read: readInteger,
  }),
  isolate: flag('<by>', 'token: give every token or other credential its own records, journal, and faults', {
    schema: serverOptions.isolate,
  }),
  upstream: flag('<url>', 'real service that gets all requests that match no operation', {
    schema: serverOptions.upstream,
  }),
  tlsCert: flag('<file>', 'certificate in PEM format; the mock then serves https', {
    inFile: 'path',
    load: (file: string) => readBytes(file, 'certificate'),
  }),
  tlsKey: flag('<file>', 'private key of the certificate in PEM format', {
    inFile: 'path',
    load: (file: string) => readBytes(file, 'private key'),
  }),
  adminToken: flag('<token>', 'token that the control API requires in X-Admin-Token', {
    schema: serverOptions.adminToken,
  }),
  adminPort: {
    ...integerFlag('<number>', 'port of the control API and its page', serverOptions.adminPort),
    default: 'the same port, or a free one with --upstream',
  },
  allowHost: flag(
    '<name>',
    'name in the header Host that the control API and --upstream accept besides localhost and IP addresses; repeat it for more',
    { schema: serverOptions.allowHosts, read: addValues, inFile: 'list', option: 'allowHosts' },
  ),
  shutdownTimeout: integerFlag(
    '<ms>',
    'milliseconds that requests in progress may take after a signal to stop',
    serverOptions.shutdownTimeout,
  ),
  log: flag('<format>', 'format of the log on standard error: pretty, json, or silent', {
    schema: withDefault(oneOf('pretty', 'json', 'silent'), 'pretty'),
  }),
  config: flag('<file>', 'JSON or YAML file that sets these flags by their names', { inFile: 'none' }),
  watch: {
    description:
      'apply changes in the configuration, description, seed, and scenario files while the mock runs',
    inFile: 'none',
  },
  verbose: { description: 'show the stack trace of an error', inFile: 'none' },
} as const satisfies Readonly<Record<string, ServerFlag>>

/** The values of the flags of `start` and `exec`, from the command line, the environment or the configuration file. */
export type ServerFlags = FlagValues<typeof serverFlags>
