import { escapeControls } from '../../http/escape-controls.ts'
import { maskUrl } from '../../http/mask.ts'
import type { ValidatedExchange } from '../../prism/start-validation-proxy.ts'
import { paint } from '../paint.ts'

const color = { error: 'red', warning: 'yellow' } as const

/** Writes a line for each violation and opinion about an exchange, or one line if there is none. */
export function toLines(validated: ValidatedExchange): string[] {
  const { method, path, status, violations, opinions = [], failure } = validated
  const exchange = `${method} ${escapeControls(maskUrl(path))} ${status}`
  const isOk = violations.length === 0 && failure === undefined
  return [
    ...(isOk ? [`${exchange} ${paint('green', 'ok')}`] : []),
    ...(failure === undefined ? [] : [`${exchange} ${paint('red', escapeControls(failure))}`]),
    ...violations.map(
      ({ side, severity, rule, message }) =>
        `${exchange} ${paint(color[severity], `${severity} in the ${side}`)} ${rule}: ${escapeControls(message)}`,
    ),
    ...opinions.map(
      ({ side, message }) => `${exchange} Prism says of the ${side}: ${escapeControls(message)}`,
    ),
  ]
}
