import { readStatus, wasTaken } from '../http/exchange.ts'
import type { Known } from '../judge/judge-exchange.ts'
import { createPlainPlant } from '../probes/plain-plant.ts'
import type { Row } from './learn-rows.ts'
import type { Notes } from './notes.ts'
import { isAboutLoad, isRefused, toForm, toForms } from './read-answer.ts'
import type { Service } from './service.ts'
import { writePlain } from './write-plain.ts'

/** A learned value, and what showed it. */
export interface Shown<Value> {
  value: Value
  by: string
}

/** Sends plants to find limits. */
export interface LimitFinder {
  /**
   * Sends a plant and returns whether it is inside of the limits. An answer that is neither an acceptance nor a refusal,
   * such as a 500, is noted and counts as inside.
   */
  isInside(title: string, body: string, known?: Known): Promise<boolean>
  /** Notes what the fake can't imitate. */
  cannot(what: string): void
  /** The bodies that were accepted. */
  readonly accepted: readonly string[]
}

/** Finds how a service refuses a name that is stored already; undefined if it doesn't. */
export async function findUniqueForm({ send, session }: Service): Promise<string | undefined> {
  const { name } = createPlainPlant(session)
  const toAsk = () => ({ body: writePlain(session, { name }) })
  await send(toAsk)
  const second = await send(toAsk)
  return wasTaken(second) ? undefined : toForm(second)
}

/** Creates a finder that knows the refusals of stored ids, by the answers to the triggers, and of stored names. */
export async function createLimitFinder(
  service: Service,
  rows: readonly Row[],
  notes: Notes,
): Promise<LimitFinder> {
  const { send } = service
  // Some services answer all mistakes alike. Those in ids may be converted to an id that is stored.
  const invalidForms = rows.flatMap(({ trigger: { mistake }, exchange }) =>
    mistake === 'missing-name' || mistake === 'missing-id' ? toForms(exchange) : [],
  )
  const stored = rows.filter(
    ({ trigger, exchange }) => trigger.failure === 'duplicate-key' && !wasTaken(exchange),
  )
  const storedForms = [
    ...stored.flatMap(({ exchange }) => toForms(exchange)),
    await findUniqueForm(service),
  ].filter((form) => form !== undefined && !invalidForms.includes(form))
  const accepted: string[] = []
  return {
    accepted,
    async isInside(title, body, known) {
      const exchange = await send({ body })
      if (isAboutLoad(exchange) || toForms(exchange).some((form) => storedForms.includes(form))) return true
      notes.judge(title, exchange, known)
      if (wasTaken(exchange)) {
        accepted.push(body)
        return true
      }
      if (isRefused(exchange)) return false
      notes.notImitated.add(`${title}: the status is ${readStatus(exchange) ?? 'missing'}`)
      return true
    },
    cannot(what) {
      notes.notImitated.add(what)
    },
  }
}
