import { type Exchange, readStatus } from '../http/exchange.ts'
import type { FailureName } from '../store/failures.ts'
import type { Row } from './learn-rows.ts'
import type { Notes } from './notes.ts'
import { toForm } from './read-answer.ts'
import { isAboutLoad, isAccepted, type Service } from './service.ts'

/** A learned value, and the request that showed it. */
export interface Shown<Value> {
  value: Value
  by: string
}

/** What finds limits: it sends plants, and names the requests. */
export interface Probe {
  /** Sends a plant and says whether it is inside of the limits. A refusal in another form is outside only if it may have several reasons. */
  isInside(title: string, body: string, isOneKind?: boolean): Promise<boolean>
  /** Returns whether an answer refuses an invalid plant. */
  isInvalid(exchange: Exchange): boolean
  /** Names the last request of a title. */
  cite(title: string): string
  /** Notes what the last request of a title showed, and the fake can't imitate. */
  cannot(title: string, what: string): void
  /** Notes that answers contradict each other. */
  contradict(what: string): void
  /** The bodies that were accepted. */
  readonly accepted: readonly string[]
}

/** Creates a probe that knows refusals by the answers to the triggers. */
export function createProbe({ send }: Service, asked: readonly Row[], notes: Notes): Probe {
  const formsOf = (failure: FailureName, hasMessage: boolean): Set<string> =>
    new Set(
      asked
        .filter(({ trigger, exchange }) => trigger.failure === failure && !isAccepted(exchange))
        .map(({ exchange }) => toForm(exchange, hasMessage)),
    )
  const invalidForms = formsOf('invalid-plant', true)
  const invalidStatuses = formsOf('invalid-plant', false)
  const storedForms = new Set([...formsOf('duplicate-id', true)].filter((form) => !invalidForms.has(form)))
  const isInvalid = (exchange: Exchange): boolean => invalidStatuses.has(toForm(exchange, false))
  const exchanges = new Map<string, Exchange>()
  const accepted: string[] = []
  return {
    accepted,
    isInvalid,
    async isInside(title, body, isOneKind = true) {
      const exchange = await send({ title, body })
      exchanges.set(title, exchange)
      if (isAccepted(exchange)) accepted.push(body)
      if (isAccepted(exchange) || isAboutLoad(exchange) || storedForms.has(toForm(exchange))) return true
      notes.judge({ title, exchange })
      if (isInvalid(exchange) || !isOneKind) return false
      notes.cannot({ title, exchange }, `${title} is answered ${readStatus(exchange) ?? 'with nothing'}`)
      return true
    },
    cite: (title) => (exchanges.has(title) ? `request ${exchanges.get(title)?.number}` : 'a plain plant'),
    contradict: (what) => notes.notImitated.push(what),
    cannot(title, what) {
      const exchange = exchanges.get(title)
      if (exchange !== undefined) notes.cannot({ title, exchange }, what)
    },
  }
}
