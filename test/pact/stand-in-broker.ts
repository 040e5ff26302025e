import { type PlannedAnswer, type RecordingBackend, startRecordingBackend } from './recording-backend.ts'

/** The content of a broker: pacts by the names of their consumers, and which of them are pending. */
export interface BrokerContent {
  pacts: Record<string, object>
  pending?: readonly string[]
  /** Links to leave out, like an older broker. */
  without?: readonly string[]
}

/**
 * Starts a server that answers like a Pact broker, by its documentation, as far as verification needs it. Every request
 * but the first must follow a link; anything else gets a 404.
 */
export function startStandInBroker({
  pacts,
  pending = [],
  without = [],
}: BrokerContent): Promise<RecordingBackend> {
  const answer = (value: object): PlannedAnswer => ({
    headers: { 'Content-Type': 'application/hal+json' },
    body: JSON.stringify(value),
  })
  const toLinks = (links: Record<string, string>): object =>
    Object.fromEntries(
      Object.entries(links).flatMap(([name, href]) => (without.includes(name) ? [] : [[name, { href }]])),
    )
  return startRecordingBackend(({ method, url }, base) => {
    const [path = ''] = url.split('?')
    const consumer = /^\/pact\/(\w+)$/.exec(path)?.[1] ?? ''
    switch (`${method} ${consumer === '' ? path : '/pact'}`) {
      case 'GET /broker':
        return answer({
          _links: toLinks({ 'pb:provider-pacts-for-verification': `${base}/for/{provider}/verification` }),
        })
      case 'POST /for/plant-store/verification':
        return answer({
          _embedded: {
            pacts: Object.keys(pacts).map((name) => ({
              verificationProperties: { pending: pending.includes(name) },
              _links: { self: { href: `${base}/pact/${name}` } },
            })),
          },
        })
      case 'GET /pact':
        return answer({
          ...pacts[consumer],
          _links: toLinks({
            'pb:provider': `${base}/provider`,
            'pb:publish-verification-results': `${base}/results/${consumer}`,
          }),
        })
      case 'GET /provider':
        return answer({
          _links: toLinks({ 'pb:branch-version': `${base}/branches/{branch}/versions/{version}` }),
        })
      default:
        return /^(?:POST \/results\/|PUT \/branches\/)/.test(`${method} ${url}`)
          ? { status: 201, body: '{}' }
          : { status: 404, body: '{}' }
    }
  })
}
