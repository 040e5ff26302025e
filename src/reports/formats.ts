import { escapeControlsOfJson } from '../http/escape-controls.ts'
import type { Report } from './report.ts'
import { toHar } from './to-har.ts'
import { toHtml } from './to-html.ts'
import { toJunit } from './to-junit.ts'
import { toMarkdown } from './to-markdown.ts'

/** Every format of a report in a file. A new format is a file that writes it and a line here. */
export const reportFormats = {
  /** What the function of the same command returns. */
  json: (report) => `${escapeControlsOfJson(JSON.stringify(report, null, 2))}\n`,
  junit: toJunit,
  html: toHtml,
  markdown: toMarkdown,
  har: toHar,
} satisfies Record<string, (report: Report) => string>

export type FormatName = keyof typeof reportFormats

export const formatNames = Object.keys(reportFormats) as readonly FormatName[]
