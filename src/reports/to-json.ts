import { tameJson } from '../http/tame.ts'
import type { Report } from './report.ts'

/** Writes a report as JSON, which is what the function of the same command returns. */
export const toJson = (report: Report): string => `${tameJson(JSON.stringify(report, null, 2))}\n`
