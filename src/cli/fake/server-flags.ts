import { type Command, InvalidArgumentError, Option } from 'commander'
import type { CorsOption } from '../../doors/cors.ts'
import type { AnswersOption } from '../../store/answers.ts'
import type { Delay } from '../../store/faults.ts'

/** What the flags of `start` and `exec` say, whether they come from the command line, the environment or the configuration. */
export interface ServerFlags {
  port?: number
  host?: string
  token?: string[]
  answers?: AnswersOption
  onDuplicate?: 'reject' | 'replace'
  seed?: string
  scenario?: string
  latency?: Delay
  basePath?: string
  cors?: CorsOption
  maxBody?: number
  journal?: number
  isolate?: 'token'
  adminToken?: string
  log?: 'pretty' | 'json' | 'silent'
  config?: string
  verbose?: boolean
}

const parseInteger =
  (from: number, to: number) =>
  (text: string): number => {
    if (/^\d+$/.test(text) && Number(text) >= from && Number(text) <= to) return Number(text)
    throw new InvalidArgumentError(`It must be an integer from ${from} to ${to}.`)
  }

/** Collects a flag that can be repeated; in the environment its values are separated by commas. */
const collect = (text: string, earlier: string[] | undefined): string[] => [
  ...(earlier ?? []),
  ...text.split(','),
]

function parseHost(text: string): string {
  if (text === '') throw new InvalidArgumentError('It must be a name or an address.')
  return text
}

function parseLatency(text: string): Delay {
  const [, from, to] = /^(\d+)(?:-(\d+))?$/.exec(text) ?? []
  if (from === undefined)
    throw new InvalidArgumentError('It must be milliseconds, or a range of them like 100-300.')
  return to === undefined ? Number(from) : [Number(from), Number(to)]
}

function parseBasePath(text: string): string {
  if (/^(?:\/[\w\-.~!$&'()*+,;=:@%]+)*\/?$/.test(text)) return text.replace(/\/$/, '')
  throw new InvalidArgumentError('It must be a path that starts with a slash, like /api/v1.')
}

function parseCors(text: string, earlier: CorsOption | undefined): CorsOption {
  const isWord = text === '*' || text === 'off'
  if (earlier !== undefined && (isWord || !Array.isArray(earlier))) {
    throw new InvalidArgumentError('It must be *, off or a list of origins.')
  }
  if (isWord) return text === '*' ? '*' : false
  return collect(text, Array.isArray(earlier) ? earlier : undefined)
}

/** The flags in the order in which the help shows them. */
const flags: readonly [flag: string, description: string, set?: (option: Option) => Option][] = [
  ['-p, --port <number>', 'port to listen at, 0 for a free one', (o) => o.argParser(parseInteger(0, 65535))],
  ['--host <host>', 'name or address to listen at (default: 127.0.0.1)', (o) => o.argParser(parseHost)],
  [
    '--token <token>',
    'a token that is valid; repeat for more (default: any but "invalid-token")',
    (o) => o.argParser(collect),
  ],
  [
    '--answers <preset>',
    'how refusals are answered (default: http)',
    (o) => o.choices(['http', 'documented']),
  ],
  [
    '--on-duplicate <what>',
    'what happens where an id is stored (default: reject)',
    (o) => o.choices(['reject', 'replace']),
  ],
  ['--seed <name|file>', 'plants to start with, JSON or YAML'],
  ['--scenario <name|file>', 'scenario of faults to play, JSON or YAML'],
  [
    '--latency <ms|min-max>',
    'milliseconds before every answer (default: 0)',
    (o) => o.argParser(parseLatency),
  ],
  ['--base-path <path>', 'path below which the service is', (o) => o.argParser(parseBasePath)],
  [
    '--cors <origins>',
    'origins whose pages may read answers: *, off, or a list with commas (default: *)',
    (o) => o.argParser(parseCors),
  ],
  ['--max-body <bytes>', 'largest body (default: 1048576)', (o) => o.argParser(parseInteger(1, 2 ** 30))],
  [
    '--journal <number>',
    'how many requests the journal keeps (default: 1000)',
    (o) => o.argParser(parseInteger(0, 10_000_000)),
  ],
  ['--isolate <by>', 'give every token its own plants, journal and faults', (o) => o.choices(['token'])],
  ['--admin-token <token>', 'what the control API asks for in X-Admin-Token'],
  [
    '--log <format>',
    'how requests are logged on standard error',
    (o) => o.choices(['pretty', 'json', 'silent']),
  ],
  ['--config <file>', 'JSON or YAML file with these flags by their names'],
  ['--verbose', 'show the stack of an error'],
]

/** Adds the flags of the server to a command, each with its environment variable. */
export function addServerFlags(command: Command, defaults: Pick<ServerFlags, 'port' | 'log'>): Command {
  for (const [flag, description, set] of flags) {
    const option = new Option(flag, description)
    const name = option.attributeName()
    if (name === 'port' || name === 'log') option.default(defaults[name])
    option.env(`PLANT_STORE_${option.name().replaceAll('-', '_').toUpperCase()}`)
    command.addOption(set === undefined ? option : set(option))
  }
  return command
}
