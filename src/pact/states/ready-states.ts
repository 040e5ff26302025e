import { stringifyExactJson } from '../../contract/exact-json.ts'
import { operation } from '../../contract/generated/operation.ts'
import type { Sender } from '../../http/sender.ts'
import { stateNames } from './provider-states.ts'
import type { StateHandler } from './state-handlers.ts'

/** Sends a plant in a plain request; returns why it was not created, or undefined if it was. */
export async function postPlant(
  { base, send }: Sender,
  token: string,
  id: string,
): Promise<string | undefined> {
  const body = Buffer.from(stringifyExactJson({ id: BigInt(id), name: 'Monstera' }))
  const { outcome } = await send({
    method: operation.method,
    path: `${base.pathname.replace(/\/$/, '')}${operation.path}`,
    headers: [
      { name: 'Host', value: base.host },
      { name: 'Accept', value: operation.contentType },
      { name: 'Authorization', value: `Bearer ${token}` },
      { name: 'Content-Type', value: operation.contentType },
      { name: 'Content-Length', value: String(body.length) },
    ],
    pieces: [body],
  })
  if (outcome.kind !== 'answer') return outcome.message
  const { status } = outcome.answer
  return status >= 200 && status < 300 ? undefined : `it was answered ${status}`
}

/**
 * Makes the handlers of the kit's own states, which need no hooks in the provider: the kit picks an id that nobody uses,
 * and creates plants with plain requests.
 */
export function createReadyStates(sender: Sender, token: string): Record<string, StateHandler> {
  const readId = ({ id }: Readonly<Record<string, unknown>>): string => {
    if (/^-?\d+$/.test(String(id))) return String(id)
    throw new Error('the state has no parameter id that is an integer')
  }
  return {
    [stateNames.noPlant]: (params) => ({ id: BigInt(readId(params)) }),
    async [stateNames.plant](params) {
      const id = readId(params)
      const problem = await postPlant(sender, token, id)
      if (problem !== undefined) throw new Error(`a plant with the id ${id} could not be created: ${problem}`)
      return { id: BigInt(id) }
    },
    [stateNames.invalidToken]: () => undefined,
  }
}
