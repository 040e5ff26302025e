import { openApi } from '../contract/generated/open-api.ts'
import { toContract } from '../contract/to-contract.ts'
import {
  createServedMock,
  type Mock,
  type MockOptions,
  type MockRequest,
  type ServedMock,
} from '../mock/create-mock.ts'
import { createJournalBound } from '../mock/journal/journal-bound.ts'
import { isShared, type SharedStorage } from '../mock/shared-state.ts'
import { toFailure } from '../mock/to-failure.ts'
import { OptionsError } from '../options/options-error.ts'
import type { PlantAnswer, PlantRequest } from '../store/exchange.ts'
import type { PlantStoreOptions, PlantStoreSettings } from '../store/options.ts'
import type { Plants } from '../store/plants.ts'
import type { ServedStore } from '../store/store-interface.ts'
import { combineStores, type Stores } from './combine-stores.ts'
import { isolateByCredential } from './isolation.ts'

/** A store that is a mock of any description. */
type MockStore = ServedStore & { readonly mock: Mock }

/** Stands for the plants of a mock, which has records instead. */
const noPlants = new Proxy({} as Plants, {
  get() {
    throw new OptionsError('a mock of another API has no plants; its records are at /__admin/records')
  },
})

/** Converts a request, whose body may be bytes. */
const toMockRequest = ({ method, path, headers, body }: PlantRequest): MockRequest => ({
  method,
  path,
  ...(headers && { headers }),
  ...(body !== undefined && { body }),
})

/** Lets the server, which takes a store, serve a mock. A body of bytes is written as it is. */
function toStore(mock: ServedMock): MockStore {
  const { requests, faults, changes, fetch, reset, identify } = mock
  return {
    mock,
    get path() {
      return mock.contract.basePaths[0] ?? ''
    },
    get maxBody() {
      return mock.settings.maxBody
    },
    handle: (request) => mock.handle(toMockRequest(request)) as PlantAnswer | Promise<PlantAnswer>,
    fetch,
    plants: noPlants,
    requests,
    faults,
    get settings() {
      return mock.settings as unknown as PlantStoreSettings
    },
    changes,
    reset,
    configure: mock.configure as unknown as ServedStore['configure'],
    replaceOptions: mock.replaceOptions as unknown as ServedStore['replaceOptions'],
    covers: ({ method, path, headers }) => mock.contract.match(method, path, headers).kind === 'operation',
    identify: (request) => identify(toMockRequest(request)),
    refuse: (name, detail) =>
      mock.reject({ method: 'GET', path: '/' }, toFailure(name, detail)) as PlantAnswer,
    refuseRequest: (request, name, detail) =>
      mock.rejectRequest(toMockRequest(request), toFailure(name, detail)) as PlantAnswer,
    passOn: (request) => mock.passOn(toMockRequest(request)) as ReturnType<ServedStore['passOn']>,
  }
}

/** Replaces the options that can change while a mock runs. */
const replaceChangeable = ({ storage, journal, randomSeed }: MockOptions, changed: object): MockOptions =>
  ({ ...changed, storage, journal, randomSeed }) as MockOptions

/** Names a credential for those who should not see it. */
const toScope = (credential: string): string =>
  process.getBuiltinModule('node:crypto').createHash('sha256').update(credential).digest('hex').slice(0, 32)

/** Creates the stores of a server whose mocks are replicas of those of other servers. */
function createSharedStores(options: MockOptions, storage: SharedStorage): Stores {
  // Whoever uses a shared store waits for everything.
  const create = (own: SharedStorage): MockStore =>
    toStore(createServedMock({ ...options, storage: own }) as unknown as ServedMock)
  const store = create(storage)
  return {
    store,
    isolate: () =>
      isolateByCredential(
        store,
        (credential) => create(storage.forScope(toScope(credential))),
        (_store, credential) => {
          // If Redis is away, the keys of the dropped store expire.
          storage.removeScope(toScope(credential)).catch(() => {})
        },
      ),
    configure: store.configure,
    replaceOptions: store.replaceOptions,
  }
}

/** Creates the stores of a server of the plant store whose replicas share everything. */
export function createPlantStores({
  tokens = [],
  seed = [],
  storage,
  scenario,
  journal,
  latency,
  maxBody,
}: Omit<PlantStoreOptions, 'storage'> & { storage?: unknown }): Stores {
  const given = Object.entries({ scenario, journal, latency, maxBody }).filter(([, one]) => one !== undefined)
  return createMockStores({
    contract: toContract(openApi as never),
    ...(tokens.length > 0 && { credentials: { bearerAuth: tokens } }),
    seed: { plants: seed },
    storage: storage as SharedStorage,
    ...Object.fromEntries(given),
  })
}

/**
 * Creates the stores of a server that serves any description; their journals have one bound.
 *
 * @param given the common store; by default a new one
 */
export function createMockStores(options: MockOptions, given?: Mock): Stores {
  if (isShared(options.storage)) return createSharedStores(options, options.storage)
  const bound = createJournalBound()
  const create = (own: MockOptions): MockStore => toStore(createServedMock(own, bound))
  // Every mock has what a server needs.
  const store = given === undefined ? create(options) : toStore(given as ServedMock)
  return combineStores(store, options, create, replaceChangeable)
}
