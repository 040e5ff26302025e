import { maskUrl } from '../../http/mask.ts'
import { tame } from '../../http/tame.ts'
import type { ValidatedExchange } from '../../prism/start-validation-proxy.ts'
import { paint } from '../paint.ts'

const color = { error: 'red', warning: 'yellow' } as const

/** Writes a line for each violation and opinion about an exchange, or one line if there is none. */
export function toLines(validated: ValidatedExchange): string[] {
  const { method, path, status, violations, opinions = [], failure } = validated
  const exchange = `${method} ${tame(maskUrl(path))} ${status}`
  const isOk = violations.length === 0 && failure === undefined
  return [
    ...(isOk ? [`${exchange} ${paint('green', 'ok')}`] : []),
    ...(failure === undefined ? [] : [`${exchange} ${paint('red', tame(failure))}`]),
    ...violations.map(
      ({ side, severity, rule, message }) =>
        `${exchange} ${paint(color[severity], `${severity} in the ${side}`)} ${rule}: ${tame(message)}`,
    ),
    ...opinions.map(({ side, message }) => `${exchange} Prism says of the ${side}: ${tame(message)}`),
  ]
}

const countOf = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

/** Counts violations for the summary at the end. */
export function createTally(): {
  add(exchange: ValidatedExchange): void
  toText(): string
} {
  const rules = new Map<string, number>()
  const counts = { error: 0, warning: 0 }
  let exchanges = 0
  let failures = 0
  return {
    add({ violations, failure }) {
      exchanges++
      if (failure !== undefined) failures++
      for (const { severity, rule } of violations) {
        counts[severity]++
        rules.set(rule, (rules.get(rule) ?? 0) + 1)
      }
    },
    toText() {
      const found = [...rules].map(([rule, count]) => `${rule} ${count}`).join(', ')
      const lost = failures > 0 ? `, ${failures} without an answer` : ''
      const { error, warning } = counts
      return `${countOf(exchanges, 'exchange')}${lost}, ${countOf(error, 'error')}, ${countOf(warning, 'warning')}${found && `: ${found}`}`
    },
  }
}
