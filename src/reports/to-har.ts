import { readPackageVersion } from '../contract/package-files.ts'
import { escapeControlsOfJson } from '../http/escape-controls.ts'
import { type HarExchange, toArchive } from '../http/har.ts'
import type { Report } from './report.ts'
import type { ShownExchange } from './show.ts'

function toHarExchange(exchange: ShownExchange, startedAt: string, comment: string): HarExchange {
  const { request, answer, failure = '', duration } = exchange
  const { method, url, headers, body, bodyBase64 } = request
  return {
    startedAt: exchange.startedAt ?? startedAt,
    duration,
    request: {
      method,
      url,
      headers,
      body: bodyBase64 ?? body,
      ...(bodyBase64 !== undefined && { bodyComment: 'The text is base64.' }),
    },
    answer: answer ?? failure,
    comment,
  }
}

/** Writes the exchanges of all findings as an HTTP Archive 1.2, which browsers and HTTP clients open. Credentials are masked. */
export function toHar({ command, startedAt, cases, unjudged }: Report): string {
  const shown = cases.flatMap(({ title, findings }) =>
    findings.flatMap(({ problem, exchanges }) =>
      exchanges.map((exchange) => [exchange, `${title}: ${problem}`] as const),
    ),
  )
  const reason = unjudged?.exchange === undefined ? [] : [[unjudged.exchange, unjudged.message] as const]
  const exchanges = [...reason, ...shown].map(([exchange, comment]) =>
    toHarExchange(exchange, startedAt, comment),
  )
  const archive = toArchive({ name: `plant-store ${command}`, version: readPackageVersion() }, exchanges)
  return `${escapeControlsOfJson(JSON.stringify(archive, null, 2))}\n`
}
