import type { PlantAnswer, PlantStore } from '../../src/index.ts'

/** Posts a body to a store with credentials that are accepted. */
export const post = (
  store: PlantStore,
  body: string,
  headers: object = {},
): PlantAnswer | Promise<PlantAnswer> =>
  store.handle({
    method: 'POST',
    path: store.path,
    headers: { authorization: 'Bearer local-token', 'content-type': 'application/json', ...headers },
    body,
  })
