import { type Exchange, readStatus } from '../http/exchange.ts'
import type { Row } from './learn-rows.ts'
import type { Notes } from './notes.ts'
import { toForm } from './read-answer.ts'
import { isAboutLoad, isAccepted, type Service } from './service.ts'

/** A learned value, and what showed it. */
export interface Shown<Value> {
  value: Value
  by: string
}

/** What finds limits: it sends plants. */
export interface Probe {
  /** Sends a plant and says whether it is inside of the limits. An answer that is no refusal is outside only if it may have several reasons. */
  isInside(title: string, body: string, isOneKind?: boolean): Promise<boolean>
  /** Notes what the fake can't imitate. */
  cannot(what: string): void
  /** The bodies that were accepted. */
  readonly accepted: readonly string[]
}

/** Returns whether an answer refuses a request as the client's mistake. */
export function isRefused(exchange: Exchange): boolean {
  const status = readStatus(exchange)
  return status !== undefined && status >= 400 && status < 500 && !isAboutLoad(exchange)
}

/** Creates a probe that knows the refusal of a stored id by the answers to the triggers. */
export function createProbe({ send }: Service, rows: readonly Row[], notes: Notes): Probe {
  const formsOf = (failure: string): string[] =>
    rows
      .filter(({ trigger, exchange }) => trigger.failure === failure && !isAccepted(exchange))
      .map(({ exchange }) => toForm(exchange))
  const invalidForms = formsOf('invalid-plant')
  const storedForms = formsOf('duplicate-id').filter((form) => !invalidForms.includes(form))
  const accepted: string[] = []
  return {
    accepted,
    async isInside(title, body, isOneKind = true) {
      const exchange = await send({ title, body })
      if (isAboutLoad(exchange) || storedForms.includes(toForm(exchange))) return true
      notes.judge(title, exchange)
      if (isAccepted(exchange)) {
        accepted.push(body)
        return true
      }
      if (isRefused(exchange) || !isOneKind) return false
      notes.notImitated.add(`${title}: the status is ${readStatus(exchange) ?? 'missing'}`)
      return true
    },
    cannot(what) {
      notes.notImitated.add(what)
    },
  }
}
