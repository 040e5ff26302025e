import type { MockRequest } from '../../mock/exchange.ts'

const maxMocks = 1000

/** The mocks of all credentials. */
export interface Isolation<Served> {
  /** Gives the mock for a request. */
  mockFor(request: MockRequest): Served
  /** The mocks that there are, without the common one. */
  all(): readonly Served[]
  /** Drops the mocks whose credentials aren't valid any more. */
  recheck(): void
}

/**
 * Gives every credential its own mock, created with its first request.
 *
 * Requests without a valid credential share the common mock, which says whose request it is. With more than 1,000
 * credentials, the least recently used mock is dropped.
 *
 * @param onDrop called with each mock that is dropped, and its credential
 */
export function isolateByCredential<Served extends { identify(request: MockRequest): string | undefined }>(
  common: Served,
  create: (credential: string) => Served,
  onDrop: (mock: Served, credential: string) => void,
): Isolation<Served> {
  /** Each with a request that has the credential. */
  const mocks = new Map<string, { mock: Served; request: MockRequest }>()
  function drop(credential: string): void {
    const dropped = mocks.get(credential)
    mocks.delete(credential)
    if (dropped !== undefined) onDrop(dropped.mock, credential)
  }
  return {
    mockFor(request) {
      const credential = common.identify(request)
      if (credential === undefined) return common
      const found = mocks.get(credential) ?? { mock: create(credential), request }
      mocks.delete(credential)
      mocks.set(credential, found)
      const [leastUsed] = mocks.keys()
      if (mocks.size > maxMocks && leastUsed !== undefined) drop(leastUsed)
      return found.mock
    },
    all: () => [...mocks.values()].map(({ mock }) => mock),
    recheck() {
      for (const [credential, { request }] of mocks)
        if (common.identify(request) !== credential) drop(credential)
    },
  }
}
