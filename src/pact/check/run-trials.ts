import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rootCertificates } from 'node:tls'
import { isObject } from '../../options/is-object.ts'
import type { InteractionDocument, PactDocument } from '../file/pact-document.ts'
import { isOfConnection, isVersion4, type Pact } from '../file/pact-interaction.ts'
import { runVerifier, type VerifiedInteraction } from '../verifier/run-verifier.ts'
import { startServer } from '../verifier/start-server.ts'
import { askVariant, type VariantTrial } from './ask-variant.ts'
import { variantNames } from './variants.ts'

/** Milliseconds that a variant may take to answer; it only needs the time of this process. */
const requestLimit = 60_000

/** The header with the key of a request's trial. */
const keyHeader = 'x-plant-store-interaction'

const token = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/g

/** Edits a JSON text as a value, but keeps the spelling of every number: 9007199254740993 and 5.0 stay the same. */
function editJson(text: string, edit: (value: unknown) => void): string {
  const mark = randomUUID()
  const isPlain = (literal: string): boolean => literal[0] === '"' || String(Number(literal)) === literal
  const marked = text.replaceAll(token, (part) => (isPlain(part) ? part : `"${mark}${part}"`))
  const value: unknown = JSON.parse(marked)
  edit(value)
  return JSON.stringify(value, null, 2).replaceAll(new RegExp(`"${mark}([^"]+)"`, 'g'), '$1')
}

/** Writes a pact with the interactions of trials: with the key of each in its request, and in the place of its description. */
function preparePact(pact: Pact, trials: readonly VariantTrial[]): string {
  const isV4 = isVersion4(pact.document)
  return editJson(pact.text, (value) => {
    const document = value as PactDocument
    delete document.messages
    // Without interactions for them, the verifier needn't load plugins.
    if (isObject(document.metadata)) delete document.metadata['plugins']
    const all = document.interactions ?? []
    document.interactions = trials.map(({ key, interaction }) => {
      const own = all[Number(interaction.pointer.replace('/interactions/', ''))] as InteractionDocument
      const headers = { ...own.request?.headers, [keyHeader]: isV4 ? [key] : key }
      const expected = Object.entries(own.response?.headers ?? {}).filter(([name]) => !isOfConnection(name))
      const response = { ...own.response, headers: Object.fromEntries(expected) }
      return { ...own, description: key, request: { ...own.request, headers }, response }
    })
  })
}

/** Lets Pact's verifier verify trials, and adds what it says to them; each pact of a group has a run of its own. */
async function verify(groups: readonly (readonly VariantTrial[])[]): Promise<(string | undefined)[]> {
  const byKey = new Map(groups.flat().map((trial) => [trial.key, trial]))
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
  const texts = groups.flatMap((trials) =>
    [...new Set(trials.map(({ pact }) => pact))].map((pact) =>
      preparePact(
        pact,
        trials.filter((one) => one.pact === pact),
      ),
    ),
  )
  const verdicts = await runVerifier(
    texts.map((text, index) => ({
      ...server.options,
      pactUrls: [write(`${index}.json`, text)],
      timeout: requestLimit,
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
  for (const result of verdicts.flatMap(({ results }) => results))
    byKey.get(result.description)?.results.push(result)
  return verdicts.map(({ failures: [failure] }, index) =>
    failure?.replace(`Failed to load pact '${join(folder, `${index}.json`)}' - `, ''),
  )
}

const toFailure = (message: string): VerifiedInteraction => ({
  consumer: '',
  provider: '',
  description: '',
  providerStates: [],
  pending: false,
  result: 'Error',
  mismatch: { message },
})

/** Lets Pact's verifier verify every interaction against every variant; each group of trials is about one interaction. */
export async function runTrials(groups: readonly (readonly VariantTrial[])[]): Promise<void> {
  await verify(variantNames.map((_name, at) => groups.flatMap((group) => group[at] ?? [])))
  // One interaction that the verifier can't read keeps it from the others of its pact.
  const missing = groups.filter((group) => group.some(({ results }) => results.length === 0))
  if (missing.length === 0) return
  for (const trial of missing.flat()) trial.results = []
  const failures = await verify(missing)
  missing.forEach(([first], at) => {
    const message = failures[at]
    if (message && first?.results.length === 0) first.results.push(toFailure(message))
  })
}
