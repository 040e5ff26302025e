import { stringifyExactJson } from '../../src/index.ts'

/** Sends a plant by fetch. */
export const postPlant = (
  url: string,
  plant: { id: number | bigint; name: string },
  token = 'local-token',
): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: stringifyExactJson(plant),
  })
