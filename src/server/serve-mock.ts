import type { Mock, MockRequest, ServedMock } from '../mock/create-mock.ts'
import { toFailure } from '../mock/to-failure.ts'
import { OptionsError } from '../options/options-error.ts'
import type { PlantAnswer, PlantRequest } from '../store/exchange.ts'
import type { PlantStoreSettings } from '../store/options.ts'
import type { Plants } from '../store/plants.ts'
import type { ServedStore } from '../store/store-interface.ts'

/** Stands for the plants of a mock, which has records instead. */
const noPlants = new Proxy({} as Plants, {
  get() {
    throw new OptionsError('a mock of another API has no plants; its records are at /__admin/records')
  },
})

async function refuseChange(): Promise<never> {
  throw new OptionsError("the options of a mock can't change while it runs")
}

/** Converts a request, whose body may be bytes. */
const toMockRequest = ({ method, path, headers, body }: PlantRequest): MockRequest => ({
  method,
  path,
  ...(headers && { headers }),
  ...(body !== undefined && { body }),
})

/** Lets the server, which takes a store, serve a mock. A body of bytes is written as it is. */
export function toServedStore(given: Mock): ServedStore {
  // Every mock has what a server needs.
  const mock = given as ServedMock
  const { contract, cors, maxBody, requests, faults, changes, storageKind } = mock
  const settings: PlantStoreSettings = {
    store: storageKind,
    onDuplicate: 'reject',
    latency: 0,
    maxBody,
    journal: requests.size,
    seed: 0,
    tokens: undefined,
    unknownMembers: 'ignore',
    limits: undefined,
    habits: [],
    cors,
  }
  const path = contract.basePaths[0] ?? ''
  return {
    path,
    maxBody,
    handle: (request) => mock.handle(toMockRequest(request)) as PlantAnswer | Promise<PlantAnswer>,
    fetch: mock.fetch,
    plants: noPlants,
    requests,
    faults,
    settings,
    changes,
    reset: mock.reset,
    configure: refuseChange,
    replaceOptions: refuseChange,
    refuse: (name, detail) =>
      mock.reject({ method: 'GET', path: '/' }, toFailure(name, detail)) as PlantAnswer,
    refuseRequest: (request, name, detail) =>
      mock.rejectRequest(toMockRequest(request), toFailure(name, detail)) as PlantAnswer,
    passOn: () => {
      throw new OptionsError("a mock of another API can't pass requests on to an upstream yet")
    },
  }
}
