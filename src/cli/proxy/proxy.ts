import { constants } from 'node:os'
import { type Command, Option } from 'commander'
import {
  startValidationProxy,
  type ValidationProxy,
  type ValidationProxyOptions,
} from '../../prism/start-validation-proxy.ts'
import { CommandFailure, describeNoAddress, exitCodes, isMissingPeer } from '../failure.ts'
import { parseInteger } from '../parse-integer.ts'
import { openReports } from '../reports/open-reports.ts'
import { createReportOption, type ReportTarget } from '../reports/report-option.ts'
import { createJudgment } from './create-judgment.ts'
import { createTally, toLines } from './proxy-tally.ts'

interface ProxyFlags {
  port: number
  host: string
  errors?: boolean
  failOn: 'error' | 'warning' | 'never'
  report?: ReportTarget[]
  verbose?: boolean
}

async function launch(
  upstream: string,
  flags: ProxyFlags,
  onExchange: NonNullable<ValidationProxyOptions['onExchange']>,
): Promise<ValidationProxy> {
  const { port, host, errors = false } = flags
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
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
      throw fail(`Failed to start the proxy: ${describeNoAddress(host)}`, exitCodes.usage)
    }
    if (isMissingPeer(error)) throw fail(message, exitCodes.usage)
    throw fail(message.startsWith('Failed') ? message : `Failed to start the proxy: ${message}`)
  }
}

/** Milliseconds after which somebody who ends the proxy is told why it does not end. */
const patience = 300

const waiting = 'Waiting for the backend to answer requests in flight. Press Ctrl-C again to end without it.'

const notes = `
What goes through stays as it is, byte by byte, and Prism judges it by openapi.yaml: each violation is a line on
standard error with the rule that it touches (plant-store rules lists them), and a summary comes at the end.
Prism takes what it does not know for less than it is: a status of 4xx or 5xx that the specification does not list is
only a warning, an id in the body of a 200 is no violation, and whether a token is valid is for the backend to say.
Bodies over 64 MiB are refused with 413. Ctrl-C ends the proxy once requests in flight are answered, a second one at once.
Prism is to be installed: npm install --save-dev @stoplight/prism-cli.

Exit codes: 0 nothing was found that --fail-on names, 1 something was, or an answer was missing, 2 wrong usage or no Prism, 3 the port is in
use, 130 or 143 ended by a second Ctrl-C or SIGTERM

Example:
  plant-store proxy http://127.0.0.1:8080 --fail-on warning`

/** Adds `plant-store proxy`. */
export function addProxy(program: Command): void {
  program
    .command('proxy')
    .description('Put Prism between clients and a real backend, and tell every violation of either side.')
    .argument('<url>', 'base address of the backend')
    .addOption(
      new Option('-p, --port <number>', 'port to listen at, 0 for a free one')
        .argParser(parseInteger(0, 65535))
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
    .addOption(createReportOption())
    .option('--verbose', 'show the stack of an error')
    .addHelpText('after', notes)
    .action(async (upstream: string, flags: ProxyFlags) => {
      const tally = createTally()
      const reports = openReports(flags)
      const judgment = createJudgment(upstream, flags.failOn)
      const proxy = await launch(upstream, flags, (exchange, traffic) => {
        tally.add(exchange)
        judgment.add(exchange, traffic)
        for (const line of toLines(exchange)) process.stderr.write(`${line}\n`)
      })
      process.stdout.write(`Validation proxy for ${upstream} listening on ${proxy.url}\n`)
      function end(code: number): never {
        process.stdout.write(`${tally.toText()}\n`)
        reports.writeFiles(judgment.toJudgment())
        process.exit(code)
      }
      let isStopping = false
      for (const signal of ['SIGINT', 'SIGTERM'] as const) {
        process.on(signal, async () => {
          if (isStopping) end(128 + constants.signals[signal])
          isStopping = true
          setTimeout(() => process.stderr.write(`${waiting}\n`), patience)
          await proxy.close()
          end(tally.fails(flags.failOn) ? exitCodes.failure : 0)
        })
      }
    })
}
