import { readFileSync } from 'node:fs'
import { type Pact, PactFileError } from '../file/pact-document.ts'
import { BrokerError, type BrokerOptions, type ConsumerVersionSelector } from './broker-options.ts'
import { fetchPact, sendToBroker } from './send-to-broker.ts'

type Links = Record<string, { href?: string } | undefined>

/** A pact from a broker. */
export interface BrokerPact extends Pact {
  isPending: boolean
}

/** The result of a pact, in the form that a broker takes. */
interface PublishedResult {
  isSuccess: boolean
  /** Interactions that the broker knows, with the result of each. */
  tests: readonly { id: string; isSuccess: boolean }[]
}

/** The requests that the kit sends to a broker. */
export interface Broker {
  readPacts(provider: string, enablePending: boolean): Promise<BrokerPact[]>
  publish(pact: Pact, result: PublishedResult): Promise<void>
}

const defaultSelectors: readonly ConsumerVersionSelector[] = [
  { mainBranch: true },
  { deployedOrReleased: true },
]

const readVersion = (): string =>
  JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')).version

/** Fills in the variables of a link. */
const expand = (template: string, values: Record<string, string>): string =>
  template.replaceAll(/\{(\w+)\}/g, (_all, name) => encodeURIComponent(values[name] ?? ''))

/** Creates the client of a broker, which follows only the broker's links, until the signal. */
export function createBroker(options: BrokerOptions, signal: AbortSignal): Broker {
  const ask = async (url: string, request: { method?: string; body?: unknown } = {}): Promise<unknown> => {
    const text = await sendToBroker(url, options, { ...request, signal })
    try {
      return text === '' ? {} : JSON.parse(text)
    } catch {
      throw new BrokerError(`${url} doesn't answer like a broker: the body is not JSON`)
    }
  }
  function findLink(resource: unknown, name: string, of: string): string {
    const href = (resource as { _links?: Links } | null)?._links?.[name]?.href
    if (href === undefined) throw new BrokerError(`${of} has no link ${name}, as a Pact broker has`)
    return new URL(href, options.url).href.replaceAll('%7B', '{').replaceAll('%7D', '}')
  }

  async function putBranch(pact: Pact, branch: string, version: string): Promise<void> {
    const provider = await ask(findLink(pact.document, 'pb:provider', pact.source))
    const link = findLink(provider, 'pb:branch-version', 'the provider')
    await ask(expand(link, { branch, version }), { method: 'PUT', body: {} })
  }

  return {
    async readPacts(provider, enablePending) {
      const index = await ask(options.url)
      const link = findLink(index, 'pb:provider-pacts-for-verification', options.url)
      const found = await ask(expand(link, { provider }), {
        method: 'POST',
        body: {
          consumerVersionSelectors: options.selectors ?? defaultSelectors,
          ...(options.branch !== undefined && { providerVersionBranch: options.branch }),
          includePendingStatus: enablePending,
          ...(options.includeWipSince !== undefined && { includeWipPactsSince: options.includeWipSince }),
        },
      })
      const { pacts = [] } =
        (found as { _embedded?: { pacts?: { verificationProperties?: { pending?: boolean } }[] } })
          ._embedded ?? {}
      if (pacts.length === 0) {
        throw new PactFileError(`the broker has no pacts for the provider "${provider}" by these selectors`)
      }
      return Promise.all(
        pacts.map(async (entry) => ({
          ...(await fetchPact(findLink(entry, 'self', 'a pact'), options, signal)),
          isPending: entry.verificationProperties?.pending === true,
        })),
      )
    },
    async publish(pact, { isSuccess, tests }) {
      const { publish, branch } = options
      if (publish === undefined) return
      const { version, buildUrl } = publish
      if (branch !== undefined) await putBranch(pact, branch, version)
      await ask(findLink(pact.document, 'pb:publish-verification-results', pact.source), {
        method: 'POST',
        body: {
          providerApplicationVersion: version,
          success: isSuccess,
          ...(buildUrl !== undefined && { buildUrl }),
          verifiedBy: { implementation: 'plant-store-kit', version: readVersion() },
          testResults: tests.map(({ id, isSuccess: success }) => ({ interactionId: id, success })),
        },
      })
    },
  }
}
