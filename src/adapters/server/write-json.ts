import { escapeControlsOfJson } from '../../http/escape-controls.ts'
import { stringifyExactJson } from '../../json/exact-json.ts'

/** Writes JSON of the control API, which people read in terminals. */
export const writeJson = (value: unknown): string => escapeControlsOfJson(stringifyExactJson(value))
