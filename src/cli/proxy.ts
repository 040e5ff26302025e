import { type Command, InvalidArgumentError, Option } from 'commander'
import type { ValidatedExchange, ValidationProxy, Violation } from '../prism/start-validation-proxy.ts'
import { CommandFailure, exitCodes } from './failure.ts'
import { paint } from './paint.ts'

interface ProxyFlags {
  port: number
  host: string
  errors?: boolean
  failOn: 'error' | 'warning' | 'never'
  verbose?: boolean
}

function parsePort(text: string): number {
  if (/^\d+$/.test(text) && Number(text) <= 65535) return Number(text)
  throw new InvalidArgumentError('It must be an integer from 0 to 65535.')
}

const color = { error: 'red', warning: 'yellow' } as const

function toLines({ method, path, status, violations, failure }: ValidatedExchange): string[] {
  const exchange = `${method} ${path} ${status}`
  if (violations.length === 0 && failure === undefined) return [`${exchange} ${paint('green', 'ok')}`]
  return [
    ...(failure === undefined ? [] : [`${exchange} ${paint('red', failure)}`]),
    ...violations.map(
      ({ side, severity, rule, message }) =>
        `${exchange} ${paint(color[severity], `${severity} in the ${side}`)} ${rule}: ${message}`,
    ),
  ]
}

/** Counts what was found, to be said at the end. */
function createTally(): {
  add(exchange: ValidatedExchange): void
  has(severity: Violation['severity']): boolean
  toText(): string
} {
  const rules = new Map<string, number>()
  const counts = { error: 0, warning: 0 }
  let exchanges = 0
  let failures = 0
  return {
    add({ violations, failure }) {
      exchanges++
      if (failure !== undefined) failures++
      for (const { severity, rule } of violations) {
        counts[severity]++
        rules.set(rule, (rules.get(rule) ?? 0) + 1)
      }
    },
    has: (severity) => counts[severity] > 0 || (severity === 'error' && failures > 0),
    toText() {
      const found = [...rules].map(([rule, count]) => `${rule} ${count}`).join(', ')
      const lost = failures > 0 ? `, ${failures} without an answer` : ''
      return `${exchanges} exchanges${lost}, ${counts.error} errors, ${counts.warning} warnings${found && `: ${found}`}`
    },
  }
}

async function launch(
  upstream: string,
  flags: ProxyFlags,
  onExchange: (exchange: ValidatedExchange) => void,
): Promise<ValidationProxy> {
  const { port, host, errors = false } = flags
  const { startValidationProxy } = await import('../prism/start-validation-proxy.ts')
  try {
    return await startValidationProxy(upstream, { port, host, errors, onExchange })
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const fail = (text: string, exitCode?: number) =>
      Object.assign(new CommandFailure(text, exitCode), { cause: error })
    if (code === 'EADDRINUSE') {
      throw fail(
        `Failed to start the proxy: port ${port} is in use. Pass --port 0 to take a free one.`,
        exitCodes.portTaken,
      )
    }
    if (error instanceof TypeError) throw fail(`Failed to start the proxy: ${message}`, exitCodes.usage)
    throw fail(message.startsWith('Failed') ? message : `Failed to start the proxy: ${message}`)
  }
}

const notes = `
What goes through stays as it is, byte by byte, and Prism judges it by openapi.yaml: each violation is a line on
standard error with the rule that it touches (plant-store rules lists them), and a summary comes at the end.
Prism takes what it does not know for less than it is: a status of 4xx or 5xx that the specification does not list is
only a warning, an id in the body of a 200 is no violation, and whether a token is valid is for the backend to say.
Bodies over 64 MiB are refused with 413. Prism is to be installed: npm install --save-dev @stoplight/prism-cli.

Example:
  plant-store proxy http://127.0.0.1:8080 --fail-on warning`

/** Adds `plant-store proxy`. */
export function addProxy(program: Command): void {
  program
    .command('proxy')
    .summary('judge what goes between clients and a backend')
    .description('Put Prism between clients and a real backend, and tell every violation of either side.')
    .argument('<url>', 'base address of the backend')
    .addOption(
      new Option('-p, --port <number>', 'port to listen at, 0 for a free one')
        .argParser(parsePort)
        .default(4020),
    )
    .option('--host <host>', 'name or address to listen at', '127.0.0.1')
    .option(
      '--errors',
      'answer violations in the place of the backend: 422 or 401 for requests, 500 for answers',
    )
    .addOption(
      new Option('--fail-on <severity>', 'end with the exit code 1 where there was one')
        .choices(['error', 'warning', 'never'])
        .default('error'),
    )
    .option('--verbose', 'show the stack of an error')
    .addHelpText('after', notes)
    .action(async (upstream: string, flags: ProxyFlags) => {
      const tally = createTally()
      const proxy = await launch(upstream, flags, (exchange) => {
        tally.add(exchange)
        for (const line of toLines(exchange)) process.stderr.write(`${line}\n`)
      })
      process.stdout.write(`Validation proxy for ${upstream} listening on ${proxy.url}\n`)
      let isStopping = false
      for (const [signal, number] of [
        ['SIGINT', 2],
        ['SIGTERM', 15],
      ] as const) {
        process.on(signal, async () => {
          if (isStopping) process.exit(128 + number)
          isStopping = true
          await proxy.close()
          process.stdout.write(`${tally.toText()}\n`)
          const fails = {
            error: tally.has('error'),
            warning: tally.has('error') || tally.has('warning'),
            never: false,
          }
          process.exit(fails[flags.failOn] ? exitCodes.failure : 0)
        })
      }
    })
}
