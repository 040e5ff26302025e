import { wasTaken } from '../http/exchange.ts'
import { createPlainPlant } from '../probes/plain-plant.ts'
import { toForm } from './read-answer.ts'
import type { Service } from './service.ts'
import { writePlain } from './write-plain.ts'

/** Finds how a service refuses a name that is stored already; undefined if it doesn't. */
export async function findUniqueForm({ send, session }: Service): Promise<string | undefined> {
  const { name } = createPlainPlant(session)
  const toAsk = () => ({ body: writePlain(session, { name }) })
  await send(toAsk)
  const second = await send(toAsk)
  return wasTaken(second) ? undefined : toForm(second)
}
