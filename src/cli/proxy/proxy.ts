import type { Contract } from '../../contract/contract.ts'
import { findCredentials } from '../../http/create-mask.ts'
import { maskAlso } from '../../http/mask.ts'
import { withDefault } from '../../options/option-table.ts'
import { OptionsError } from '../../options/options-error.ts'
import { oneOf } from '../../options/schema.ts'
import { proxyOptions } from '../../prism/options.ts'
import {
  startValidationProxy,
  type ValidationProxy,
  type ValidationProxyOptions,
} from '../../prism/start-validation-proxy.ts'
import type { CommandTable } from '../command.ts'
import { contractFlags } from '../contract-flags.ts'
import { CommandFailure, describeNoAddress, exitCodes, isMissingPeer } from '../failure.ts'
import { addValues, type FlagTable, type FlagValues, flag, integerFlag } from '../flags.ts'
import { openContract } from '../open-contract.ts'
import { openReports } from '../reports/open-reports.ts'
import { createReportFlag } from '../reports/report-flag.ts'
import { stopOnSignals } from '../stop-on-signals.ts'
import { createReport } from './create-report.ts'
import { maskFound } from './mask-found.ts'
import { toLines } from './to-lines.ts'

const proxyFlags = {
  ...contractFlags,
  port: {
    ...integerFlag('<number>', 'port to listen on; 0 takes a free one', proxyOptions.port),
    short: 'p',
  },
  host: flag('<host>', 'name or address to listen on', { schema: proxyOptions.host }),
  allowHost: flag(
    '<name>',
    'name in the header Host to accept besides localhost and IP addresses; repeat it for more',
    {
      schema: proxyOptions.allowHosts,
      read: addValues,
    },
  ),
  errors: {
    description:
      'respond with 502 to wrong requests, which are not forwarded, and instead of wrong responses',
  },
  secondOpinion: {
    description: 'also report disagreements of Prism with the rules; they never fail a run',
  },
  failOn: flag('<severity>', 'lowest severity at which the proxy exits with 1: error, warning, or never', {
    schema: withDefault(oneOf('error', 'warning', 'never'), 'error'),
  }),
  report: createReportFlag(),
  verbose: { description: 'show the stack trace of an error' },
} as const satisfies FlagTable

type ProxyFlags = FlagValues<typeof proxyFlags>

async function startProxy(
  upstream: string,
  flags: ProxyFlags,
  contract: Contract,
  onExchange: NonNullable<ValidationProxyOptions['onExchange']>,
): Promise<ValidationProxy> {
  const { port = proxyOptions.port.default, host = proxyOptions.host.default } = flags
  const { errors = false, secondOpinion = false, allowHost = [] } = flags
  const options = { contract, port, host, errors, secondOpinion, allowHosts: allowHost, onExchange }
  try {
    return await startValidationProxy(upstream, options)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const fail = (reason: string, exitCode?: number) =>
      new CommandFailure(`Failed to start the proxy: ${reason}`, exitCode, error)
    if (code === 'EADDRINUSE')
      throw fail(`port ${port} is in use. Pass --port 0 to take a free one.`, exitCodes.portTaken)
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
      throw fail(describeNoAddress(host), exitCodes.usage)
    if (error instanceof OptionsError) throw fail(message, exitCodes.usage)
    if (isMissingPeer(error)) throw new CommandFailure(message, exitCodes.usage, error)
    throw fail(message.replace(/^Failed to start the proxy: /, ''))
  }
}

const waiting =
  'Waiting for the service to respond to requests in progress. Press Ctrl-C again to stop without these responses.'

async function runProxy(upstream: string, flags: ProxyFlags): Promise<undefined> {
  const reports = openReports(flags)
  const contract = await openContract(flags)
  maskAlso(contract.securitySchemes.filter(({ kind }) => kind === 'apiKey').map(({ parameter }) => parameter))
  const report = createReport(upstream, flags.failOn ?? 'error', contract)
  const proxy = await startProxy(upstream, flags, contract, (validated, exchange) => {
    const secrets = findCredentials(exchange.request)
    const found = maskFound(validated, secrets)
    report.add(found, exchange, secrets)
    for (const line of toLines(found)) process.stderr.write(`${line}\n`)
  })
  process.stdout.write(`Validation proxy for ${upstream} listening on ${proxy.url}\n`)
  stopOnSignals(
    proxy.close,
    () => process.stderr.write(`${waiting}\n`),
    (code) => {
      process.stdout.write(`${report.toText()}\n`)
      const ended = report.toReport()
      reports.writeFiles(ended)
      process.exit(code || (ended.outcome === 'failed' ? exitCodes.failure : 0))
    },
  )
}

export const command: CommandTable = {
  description:
    'Stand between clients and a real service, and report every violation of the description by either side.',
  argument: { name: '<url>', description: 'base address of the service' },
  flags: proxyFlags,
  run: runProxy,
  notes: [
    'Without --errors, the proxy changes no request and no response. Each violation is a line on standard error with the rule that it breaks. A summary of operations, statuses, and violations comes at the end.',
    'What a service should do, but the description does not say, is only a warning. Only the service knows whether a token is valid, and what is stored. Bodies over 64 MiB are rejected with 413.',
    'For --second-opinion, install Prism first: npm install --save-dev @stoplight/prism-cli.',
    'Ctrl-C stops the proxy once requests in progress are answered; a second one stops it at once.',
  ],
  exitCodes: {
    0: 'no violation reaches the severity of --fail-on',
    1: 'a violation reaches the severity of --fail-on, or a request got no response',
    2: "usage error, the description can't be read, or Prism is not installed for --second-opinion",
    3: 'the port is in use',
    130: 'stopped at once by a second Ctrl-C (SIGTERM: 143)',
  },
  examples: [
    'proxy http://127.0.0.1:8080 --openapi bookings.yaml',
    'proxy http://127.0.0.1:8080 --fail-on warning',
  ],
}
