import type { FailureName } from '../store/failures.ts'
import { type CheckedPart, checkedParts } from '../store/read-request.ts'
import { listForms, type Row } from './learn-rows.ts'
import { listOrders } from './orders.ts'
import { toForm } from './read-answer.ts'
import type { Lesson } from './write-configuration.ts'

/** The failures that show that a part is checked. */
const failuresOf: Readonly<Record<CheckedPart, readonly FailureName[]>> = {
  path: ['unknown-path'],
  method: ['method-not-allowed'],
  credentials: ['missing-credentials', 'invalid-credentials'],
  type: ['unsupported-media-type'],
  size: ['body-too-large'],
  body: ['malformed-body', 'invalid-body'],
}

/** Learns in which order a service checks the parts of a request, by the requests with two mistakes. */
export function learnOrder(rows: readonly Row[]): Lesson[] {
  const formsOf = (part: CheckedPart): string[] => failuresOf[part].flatMap((name) => listForms(rows, name))
  const before = new Set<string>()
  for (const [title, , parts] of [...listOrders(), ...listOrders(0)]) {
    const row = rows.find(({ trigger }) => trigger.title === title)
    const form = row && toForm(row.exchange)
    const [first, ...others] = parts.filter((part) => form !== undefined && formsOf(part).includes(form))
    const second = parts.find((part) => part !== first)
    if (first !== undefined && others.length === 0) before.add(`${first} ${second}`)
  }
  const order: CheckedPart[] = []
  for (let left = [...checkedParts]; left.length > 0; left = left.filter((part) => !order.includes(part))) {
    const isNext = (part: CheckedPart): boolean =>
      left.every((other) => !before.has(`${other} ${part}`) || before.has(`${part} ${other}`))
    order.push(left.find(isNext) ?? (left[0] as CheckedPart))
  }
  const by = 'requests with two mistakes'
  return order.join() === checkedParts.join() ? [] : [{ path: ['order'], value: order, by }]
}
