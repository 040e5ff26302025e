import { readVersion } from '../../contract/package-files.ts'
import { limitTime } from '../../http/limit-time.ts'
import { hideQuery } from '../../http/mask.ts'
import { readBody } from '../../http/relay.ts'
import type { Notice, Pact, PactInteraction } from '../file/pact-interaction.ts'
import { parsePact } from '../file/read-pact.ts'
import type { InteractionCase } from '../report.ts'
import type { BrokerOptions, ConsumerVersionSelector } from './broker-options.ts'

/** Thrown if a broker can't be reached, or doesn't answer like a broker. */
export class BrokerError extends Error {
  override name = 'BrokerError'
}

interface Judged {
  pact: Pact
  interaction: PactInteraction
  result: InteractionCase
}

/** Lists what a broker says about a pact in a run with this end. */
export function listNotices(
  { source, notices = [] }: Pact,
  isPassed: boolean,
  isPublished: boolean,
): string[] {
  const end = `after_verification:success_${isPassed}_published_${isPublished}`
  return notices
    .filter(({ when }) => when === 'before_verification' || when === end)
    .map(({ text }) => `The broker says about ${source}: ${text}`)
}

/** Tells a broker why an interaction failed, in the form of Pact's verifiers. */
function toMismatches({ findings }: InteractionCase): object[] {
  return findings
    .filter(({ kind }) => kind === 'error')
    .map(({ place, problem: description, rule }) => {
      const [, attribute, identifier] = /^\$\.(status|headers|body)\.?(.*)$/.exec(place) ?? []
      return {
        ...(attribute !== undefined && { attribute: attribute.replace('headers', 'header') }),
        ...(identifier && { identifier: attribute === 'body' ? `$.${identifier}` : identifier }),
        description: rule === undefined ? description : `${description} (${rule})`,
      }
    })
}

const requestLimit = 30_000

/** The header with the credentials of a broker. They go only to its own origin, since authors of pacts control the links in them. */
function toAuthorization(url: string, broker: BrokerOptions | undefined): Record<string, string> {
  if (broker === undefined || new URL(url).origin !== new URL(broker.url).origin) return {}
  const { token, username, password = '' } = broker
  if (token !== undefined) return { Authorization: `Bearer ${token}` }
  if (username === undefined) return {}
  return { Authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` }
}

/** Sends a request and returns the body of the answer; throws a {@link BrokerError} unless its status is 2xx. */
async function send(
  url: string,
  broker: BrokerOptions | undefined,
  signal: AbortSignal,
  { method = 'GET', body }: { method?: string; body?: unknown } = {},
): Promise<Uint8Array> {
  const headers = {
    Accept: 'application/hal+json, application/json',
    ...toAuthorization(url, broker),
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
  }
  const limited = limitTime(requestLimit, signal)
  const shown = hideQuery(url)
  let response: Response | undefined
  let bytes: Uint8Array
  try {
    const content = body === undefined ? {} : { body: JSON.stringify(body) }
    response = await fetch(url, { method, headers, ...content, signal: limited })
    bytes = await readBody(response.body)
  } catch (error) {
    if (signal.aborted) throw new BrokerError(`the run was stopped before ${shown} answered`)
    const { message, cause } = error as Error
    const problem = response === undefined ? 'is not reachable' : 'stopped in the middle of its answer'
    throw new BrokerError(`${shown} ${problem}: ${(cause as Error | undefined)?.message ?? message}`)
  }
  if (response.ok) return bytes
  throw new BrokerError(`${method} ${shown} was answered with ${response.status}`)
}

export async function fetchPact(
  url: string,
  broker: BrokerOptions | undefined,
  signal: AbortSignal,
): Promise<Pact> {
  return parsePact(await send(url, broker, signal), hideQuery(url))
}

type Links = Record<string, { href?: string } | undefined>

const defaultSelectors: readonly ConsumerVersionSelector[] = [
  { mainBranch: true },
  { deployedOrReleased: true },
]

const expand = (template: string, values: Record<string, string>): string =>
  template.replaceAll(/\{(\w+)\}/g, (_all, name) => encodeURIComponent(values[name] ?? ''))

/** The requests that the kit sends to a broker. The kit follows only the broker's links. */
export interface Broker {
  /** Finds pacts, and returns a function that reads each of them. */
  findPacts(provider: string, enablePending: boolean): Promise<(() => Promise<Pact>)[]>
  /** Publishes the results of pacts; returns a sentence for each pact whose results could not be published. */
  publish(pacts: readonly Pact[], judged: readonly Judged[]): Promise<string[]>
}

export function createBroker(options: BrokerOptions, signal: AbortSignal): Broker {
  const { publish, branch, selectors = defaultSelectors, includeWipSince } = options
  async function ask(url: string, request: { method?: string; body?: unknown } = {}): Promise<unknown> {
    const text = new TextDecoder().decode(await send(url, options, signal, request))
    try {
      return text === '' ? {} : JSON.parse(text)
    } catch {
      throw new BrokerError(`${hideQuery(url)} doesn't answer like a broker: the body is not JSON`)
    }
  }
  function findLink(resource: unknown, name: string, of: string): string {
    const href = (resource as { _links?: Links } | null)?._links?.[name]?.href
    if (href === undefined) throw new BrokerError(`${of} has no link ${name}, which Pact brokers provide`)
    return new URL(href, options.url).href.replaceAll('%7B', '{').replaceAll('%7D', '}')
  }

  async function publishOne(pact: Pact, judged: readonly Judged[]): Promise<void> {
    if (publish === undefined) return
    const { version, buildUrl } = publish
    if (branch !== undefined) {
      const provider = await ask(findLink(pact.document, 'pb:provider', pact.source))
      const link = findLink(provider, 'pb:branch-version', 'the service')
      await ask(expand(link, { branch, version }), { method: 'PUT', body: {} })
    }
    const isPassed = ({ result }: Judged): boolean => result.status === 'passed'
    const known = judged.filter(({ interaction }) => interaction.id !== undefined)
    await ask(findLink(pact.document, 'pb:publish-verification-results', pact.source), {
      method: 'POST',
      body: {
        providerApplicationVersion: version,
        success: judged.every(isPassed),
        buildUrl,
        verifiedBy: { implementation: 'plant-store-kit', version: readVersion() },
        testResults: known.map((one) => ({
          interactionId: one.interaction.id,
          success: isPassed(one),
          ...(!isPassed(one) && { mismatches: toMismatches(one.result) }),
        })),
      },
    })
  }

  return {
    async findPacts(provider, enablePending) {
      const index = await ask(options.url)
      const link = findLink(index, 'pb:provider-pacts-for-verification', hideQuery(options.url))
      const found = await ask(expand(link, { provider }), {
        method: 'POST',
        body: {
          consumerVersionSelectors: selectors,
          providerVersionBranch: branch,
          includePendingStatus: enablePending,
          includeWipPactsSince: includeWipSince,
        },
      })
      type Entry = { verificationProperties?: { pending?: boolean; notices?: Notice[] } }
      const { pacts = [] } = (found as { _embedded?: { pacts?: Entry[] } })._embedded ?? {}
      return pacts.map((entry) => async () => ({
        ...(await fetchPact(findLink(entry, 'self', 'a pact'), options, signal)),
        isPending: entry.verificationProperties?.pending === true,
        notices: entry.verificationProperties?.notices ?? [],
      }))
    },
    async publish(pacts, judged) {
      const problems: string[] = []
      for (const pact of pacts) {
        const own = judged.filter((one) => one.pact === pact)
        await publishOne(pact, own).catch(({ message }: Error) => {
          problems.push(`The results of ${pact.source} could not be published: ${message}`)
        })
      }
      return problems
    },
  }
}
