import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rootCertificates } from 'node:tls'
import { stringifyExactJson } from '../../json/exact-json.ts'
import { type InteractionDocument, isOfConnection, isVersion4, type Pact } from '../file/pact-interaction.ts'
import { runVerifier } from '../verifier/run-verifier.ts'
import { startServer } from '../verifier/start-server.ts'
import { askVariant, type VariantTrial } from './ask-variant.ts'
import { variantNames } from './variants.ts'

/** Milliseconds that a variant may take to answer; it only needs the time of this process. */
const requestLimit = 60_000

/** The header with the key of a request's trial. */
const keyHeader = 'x-plant-store-interaction'

/** Writes a pact with the interactions of trials: with the key of each in its request, and in the place of its description. */
function preparePact({ document }: Pact, trials: readonly VariantTrial[]): string {
  const isV4 = isVersion4(document)
  const { messages: _messages, metadata, interactions: all = [], ...parties } = document
  const interactions = trials.map(({ key, interaction }) => {
    const { request, response, ...own } = all[interaction.index] as InteractionDocument
    const headers = { ...request?.headers, [keyHeader]: isV4 ? [key] : key }
    const expected = Object.entries(response?.headers ?? {}).filter(([name]) => !isOfConnection(name))
    return {
      ...own,
      description: key,
      request: { ...request, headers },
      response: { ...response, headers: Object.fromEntries(expected) },
    }
  })
  // Without interactions for plugins, the verifier needn't load them.
  const { plugins: _plugins, ...others } = Object(metadata)
  return stringifyExactJson({ ...parties, metadata: others, interactions })
}

/** Lets Pact's verifier verify each variant with each pact, and adds what it says to the trials. */
export async function runTrials(trials: readonly VariantTrial[]): Promise<void> {
  const byKey = new Map(trials.map((trial) => [trial.key, trial]))
  const pacts = [...new Set(trials.map(({ pact }) => pact))]
  const runs = variantNames.flatMap((name) =>
    pacts.map((pact) => trials.filter((one) => one.variant === name && one.pact === pact)),
  )
  const folder = mkdtempSync(join(tmpdir(), 'plant-store-pacts-'))
  using _folder = { [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) }
  const write = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const credentials = randomUUID()
  await using server = await startServer({
    base: new URL('http://plant-store.invalid'),
    change: ({ params }) => params,
    answer({ headers, ...request }) {
      const isKey = ({ name }: { name: string }): boolean => name.toLowerCase() === keyHeader
      const trial = byKey.get(headers.find(isKey)?.value ?? '')
      const others = headers.filter((header) => !isKey(header))
      return trial && askVariant(trial, { ...request, headers: others }, credentials)
    },
  })
  const verdicts = await runVerifier(
    runs.map((own, index) => ({
      ...server.options,
      pactUrls: [write(`${index}.json`, preparePact((own[0] as VariantTrial).pact, own))],
      timeout: requestLimit,
      logLevel: 'error' as const,
    })),
    // Reading all certificates of the machine takes longer than the rest, and the verifier only talks HTTP to this process.
    {
      what: 'check the pacts',
      env: {
        SSL_CERT_FILE: write('certificate.pem', rootCertificates[0] ?? ''),
        SSL_CERT_DIR: folder,
      },
    },
  )
  verdicts.forEach(({ results, failures: [failure] }, at) => {
    for (const result of results) byKey.get(result.description)?.results.push(result)
    for (const trial of runs[at] ?? []) if (trial.results.length === 0) trial.failure = failure
  })
}
