import { array, custom } from '../../options/schema.ts'
import { type FormatName, formatNames } from '../../reports/formats.ts'
import { type Flag, leaveWrong, type WrongText } from '../flags.ts'

export interface ReportTarget {
  /** `github` means the annotations and the job summary of GitHub Actions. */
  format: FormatName | 'github'
  file?: string
}

/**
 * Creates the flag `--report`, which takes a format and a file, or `github`.
 *
 * @param formats the formats that the command can write
 */
export function createReportFlag(formats: readonly FormatName[] = formatNames) {
  const listed = formats.map((format) => `${format}=FILE`).join(', ')
  return {
    value: '<format=file>',
    description: `${listed}, or github; repeat it for more`,
    schema: array(custom(`${listed}, or github`, (value) => typeof value === 'object')),
    read(text: string, earlier: (ReportTarget | WrongText)[] = []): (ReportTarget | WrongText)[] {
      if (text === 'github') return [...earlier, { format: text }]
      const [, name, file] = /^(\w+)=(.+)$/.exec(text) ?? []
      const format = formats.find((known) => known === name)
      return [...earlier, format === undefined || file === undefined ? leaveWrong(text) : { format, file }]
    },
  } satisfies Flag
}
