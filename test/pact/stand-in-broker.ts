import { type PlannedAnswer, type RecordingBackend, startRecordingBackend } from './recording-backend.ts'

/** The content of a broker: pacts by the names of their consumers, and which of them are pending. */
export interface BrokerContent {
  pacts: Record<string, object>
  pending?: readonly string[]
  /** What the broker says about each pact. */
  notices?: readonly { when: string; text: string }[]
  /** The links for results, by consumers, if they differ. */
  results?: Record<string, string>
}

/** Starts a server that answers like a Pact broker, by its documentation, as far as verification needs it. */
export function startStandInBroker({
  pacts,
  pending = [],
  notices = [],
  results = {},
}: BrokerContent): Promise<RecordingBackend> {
  const names = Object.keys(pacts)
  return startRecordingBackend(({ method, url }, base) => {
    const answer = (value: object, links: Record<string, string> = {}): PlannedAnswer => ({
      headers: { 'Content-Type': 'application/hal+json' },
      body: JSON.stringify({
        ...value,
        _links: Object.fromEntries(
          Object.entries({ self: url, ...links }).map(([name, href]) => [
            name,
            { href: base + href, templated: href.includes('{') },
          ]),
        ),
      }),
    })
    const consumer = /^\/pact\/(\w+)$/.exec(url)?.[1] ?? ''
    switch (`${method} ${consumer === '' ? url : '/pact'}`) {
      case 'GET /':
        return answer({}, { 'pb:provider-pacts-for-verification': '/for/{provider}/verification' })
      case 'GET /for/plant-store/verification':
        return answer({})
      case 'POST /for/plant-store/verification': {
        const list = names.map((name) => ({
          shortDescription: name,
          verificationProperties: { pending: pending.includes(name), notices },
          _links: { self: { href: `${base}/pact/${name}`, name } },
        }))
        return answer(names.length === 0 ? {} : { _embedded: { pacts: list } })
      }
      case 'GET /pact':
        return answer(pacts[consumer] ?? {}, {
          'pb:provider': '/provider',
          'pb:publish-verification-results': results[consumer] ?? `/results/${consumer}`,
        })
      case 'GET /provider':
        return answer({}, { 'pb:branch-version': '/branches/{branch}/versions/{version}' })
      default: {
        const isPublished = /^(?:POST \/results\/|PUT \/branches\/)/.test(`${method} ${url}`)
        return { ...answer({}), status: isPublished ? 201 : 404 }
      }
    }
  })
}
