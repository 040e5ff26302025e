import { InvalidArgumentError } from 'commander'
import type { Limits } from '../../contract/limits.ts'
import type { CorsOption } from '../../doors/cors.ts'
import { isObject } from '../../options/is-object.ts'
import type { AnswersOption } from '../../store/answers.ts'
import type { Delay } from '../../store/faults.ts'
import { type Habit, habits } from '../../store/habits.ts'
import type { Flag, FlagValues } from '../flags.ts'
import { parseChoice, parseInteger, parseText } from '../parse-value.ts'

/** A flag of `start` and `exec`; each one has an environment variable too. */
export interface ServerFlag extends Flag {
  /** What its key in the configuration file can be besides one text or number; `none` if the file has no such key. */
  inFile?: 'list' | 'path' | 'name or path' | 'none'
  /** Says whether a value in the configuration file has the form of the option in code, instead of the text of a flag. */
  isAsInCode?: (value: unknown) => boolean
  /** Whether messages never show its value. */
  isSecret?: boolean
}

/** Collects the values of a flag; in an environment variable they are separated by commas. */
const collect = (text: string, earlier: string[] | undefined): string[] => [
  ...(earlier ?? []),
  ...parseText(text).split(','),
]

function parseLatency(text: string): Delay {
  const [, from, to] = /^(\d+)(?:-(\d+))?$/.exec(text) ?? []
  if (from === undefined)
    throw new InvalidArgumentError('It must be milliseconds, or a range of them like 100-300.')
  if (Number(to) < Number(from))
    throw new InvalidArgumentError('It must be a range from a smaller to a larger number, like 100-300.')
  return to === undefined ? Number(from) : [Number(from), Number(to)]
}

/** Removes one slash at the end; the store checks the rest. */
const parseBasePath = (text: string): string => text.replace(/(?<!\/)\/$/, '')

function parseCors(text: string, earlier: CorsOption | undefined): CorsOption {
  const isWord = text === '*' || text === 'off'
  if (earlier !== undefined && (isWord || !Array.isArray(earlier))) {
    throw new InvalidArgumentError('It must be *, off, or a list of origins.')
  }
  if (isWord) return text === '*' ? '*' : false
  return collect(text, Array.isArray(earlier) ? earlier : undefined)
}

/** Collects names; the store checks them. */
const parseHabits = (text: string, earlier: Habit[] | undefined): Habit[] => collect(text, earlier) as Habit[]

const parseLimitsFile: (text: string) => string | Limits = parseText

/** Whether a store is in Redis, not in a file. */
export const isRedisUrl = (store: string): boolean => /^rediss?:\/\//.test(store)

/** Whether a store may be a misspelled URL, with a password that must not become part of a file name. A single letter is a Windows drive. */
export const isLikeUrl = (store: string): boolean =>
  /^[a-z][a-z\d+.-]+:|\/\/.*@|:[^\\/]+@/i.test(store.trim())

const parseAnswers: (text: string) => AnswersOption = parseChoice('http', 'documented')

/** Every flag of `start` and `exec`: its option, help, environment variable, key in the configuration file and documentation. */
export const serverFlags = {
  port: {
    short: 'p',
    value: '<number>',
    description: 'port to listen on; 0 takes a free one',
    default: '4010',
    parse: parseInteger(0, 65535),
  },
  host: {
    value: '<host>',
    description: 'name or address to listen on',
    default: '127.0.0.1',
  },
  token: {
    value: '<token>',
    description: 'a valid token; repeat it for more',
    default: 'any except invalid-token',
    parse: collect,
    inFile: 'list',
    isSecret: true,
  },
  answers: {
    value: '<preset>',
    description: 'how the fake refuses requests: http or documented',
    default: 'http',
    parse: parseAnswers,
    isAsInCode: isObject,
  },
  onDuplicate: {
    value: '<action>',
    description: 'what to do if an id is already stored: reject or replace',
    default: 'reject',
    parse: parseChoice('reject', 'replace'),
  },
  unknownMembers: {
    value: '<action>',
    description: "what to do with members that the schema doesn't name: ignore or refuse",
    default: 'ignore',
    parse: parseChoice('ignore', 'refuse'),
  },
  habits: {
    value: '<name>',
    description: `habits of a real service that the fake imitates: ${habits.join(', ')}`,
    default: 'none',
    parse: parseHabits,
    inFile: 'list',
  },
  limits: {
    value: '<file>',
    description: 'JSON or YAML file with the ids, names, and tags that the fake accepts',
    default: 'all',
    parse: parseLimitsFile,
    inFile: 'path',
    isAsInCode: isObject,
  },
  seed: {
    value: '<name|file>',
    description: 'plants to start with: a built-in name, or a JSON or YAML file',
    inFile: 'name or path',
  },
  store: {
    value: '<file|url>',
    description:
      'where to keep plants: an SQLite file (Node 22.13 or newer), or redis://host/0?namespace=name',
    default: 'memory',
    inFile: 'path',
  },
  storeTtl: {
    value: '<seconds>',
    description: 'how long Redis keeps a namespace that nobody uses',
    default: '86400',
    parse: parseInteger(1, 2 ** 31 - 1),
  },
  scenario: {
    value: '<name|file>',
    description: 'faults to play: a built-in name, or a JSON or YAML file',
    inFile: 'name or path',
  },
  latency: {
    value: '<ms|min-max>',
    description: 'milliseconds to wait before every answer',
    default: '0',
    parse: parseLatency,
    isAsInCode: Array.isArray,
  },
  basePath: {
    value: '<path>',
    description: 'path in front of /plants, like /api/v1',
    parse: parseBasePath,
  },
  cors: {
    value: '<origins>',
    description: 'origins whose pages may read answers: *, off, or a list with commas',
    default: '*',
    parse: parseCors,
    inFile: 'list',
    isAsInCode: (value) => value === false,
  },
  maxBody: {
    value: '<bytes>',
    description: 'largest body that the fake accepts',
    default: '1048576',
    parse: parseInteger(1, 2 ** 30),
  },
  journal: {
    value: '<number>',
    description: 'how many requests the journal keeps',
    default: '1000',
    parse: parseInteger(0, 10_000_000),
  },
  isolate: {
    value: '<by>',
    description: 'token: give every token its own plants, journal, and faults',
    parse: parseChoice('token'),
  },
  upstream: {
    value: '<url>',
    description: 'real service that gets all requests other than POST /plants',
  },
  tlsCert: {
    value: '<file>',
    description: 'certificate in PEM format; the fake then serves https',
    inFile: 'path',
  },
  tlsKey: {
    value: '<file>',
    description: 'private key of the certificate in PEM format',
    inFile: 'path',
  },
  adminToken: {
    value: '<token>',
    description: 'token that the control API requires in X-Admin-Token',
    isSecret: true,
  },
  shutdownTimeout: {
    value: '<ms>',
    description: 'milliseconds that requests in progress may take after a signal to stop',
    default: '5000',
    parse: parseInteger(0, 600_000),
  },
  log: {
    value: '<format>',
    description: 'format of the log on standard error: pretty, json, or silent',
    default: 'pretty',
    parse: parseChoice('pretty', 'json', 'silent'),
  },
  config: {
    value: '<file>',
    description: 'JSON or YAML file that sets these flags by their names',
    inFile: 'none',
  },
  watch: {
    description: 'apply changes in the configuration, seed, scenario, and limits files while the fake runs',
    inFile: 'none',
  },
  verbose: { description: 'show the stack trace of an error', inFile: 'none' },
} as const satisfies Readonly<Record<string, ServerFlag>>

/** The values of the flags of `start` and `exec`, from the command line, the environment or the configuration file. */
export type ServerFlags = FlagValues<typeof serverFlags>
