import { type PlannedAnswer, type RecordingBackend, startRecordingBackend } from './recording-backend.ts'

/** The content of a broker: pacts by the names of their consumers, and which of them are pending. */
export interface BrokerContent {
  pacts: Record<string, object>
  pending?: readonly string[]
  /** What the broker says about each pact. */
  notices?: readonly { when: string; text: string }[]
  /** Links that differ from those of a real broker; undefined leaves one out, like an older broker. */
  links?: Record<string, string | undefined>
  /** The links for results, by consumers, if they differ. */
  results?: Record<string, string | undefined>
}

/**
 * Starts a server that answers like a Pact broker, by its documentation, as far as verification needs it. Every request
 * but the first must follow a link, accept HAL and send JSON; anything else gets a 404.
 */
export function startStandInBroker({
  pacts,
  pending = [],
  notices = [],
  links = {},
  results = {},
}: BrokerContent): Promise<RecordingBackend> {
  const answer = (value: object, all: Record<string, string | undefined> = {}): PlannedAnswer => ({
    headers: { 'Content-Type': 'application/hal+json' },
    body: JSON.stringify({
      ...value,
      _links: Object.fromEntries(
        Object.entries(all).map(([name, href]) => [name, { href: name in links ? links[name] : href }]),
      ),
    }),
  })
  const names = Object.keys(pacts)
  const list = names.map((name) => ({
    ...((pending.includes(name) || notices.length > 0) && {
      verificationProperties: { pending: pending.includes(name), notices },
    }),
    _links: { self: { href: `/pact/${name}` } },
  }))
  return startRecordingBackend(({ method, url, headers, body }, base) => {
    const consumer = /^\/pact\/(\w+)$/.exec(url)?.[1] ?? ''
    const isRight =
      headers.accept?.startsWith('application/hal+json') &&
      (body === '') === (headers['content-type'] !== 'application/json')
    switch (isRight && `${method} ${consumer === '' ? url : '/pact'}`) {
      case 'GET /broker':
        return answer({}, { 'pb:provider-pacts-for-verification': `${base}/for/{provider}/verification` })
      case 'POST /for/plant-store/verification':
        return answer(names.length === 0 ? {} : { _embedded: { pacts: list } })
      case 'GET /pact':
        return answer(pacts[consumer] ?? {}, {
          'pb:provider': `${base}/provider`,
          'pb:publish-verification-results': consumer in results ? results[consumer] : `/results/${consumer}`,
        })
      case 'GET /provider':
        return answer({}, { 'pb:branch-version': `${base}/branches/{branch}/versions/{version}` })
      default:
        return isRight && /^(?:POST \/results\/|PUT \/branches\/)/.test(`${method} ${url}`)
          ? { status: 201, body: '' }
          : { status: 404, body: '{}' }
    }
  })
}
