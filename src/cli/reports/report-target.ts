import { InvalidArgumentError, Option } from 'commander'

/** Where a report goes. */
export interface ReportTarget {
  format: 'json' | 'junit' | 'html' | 'github'
  /** Undefined for what goes to GitHub Actions. */
  file?: string
}

/** Makes the flag `--report` for files in these formats and for GitHub Actions. */
export function createReportOption(formats: readonly ReportTarget['format'][]): Option {
  const listed = formats.map((format) => `${format}=FILE`).join(', ')
  function parse(text: string, earlier: ReportTarget[] | undefined): ReportTarget[] {
    const [, name, file] = /^(\w+)=(.+)$/.exec(text) ?? []
    const format = formats.find((known) => known === name)
    if (format !== undefined && file !== undefined) return [...(earlier ?? []), { format, file }]
    if (text === 'github') return [...(earlier ?? []), { format: 'github' }]
    throw new InvalidArgumentError(`It must be ${listed} or github.`)
  }
  return new Option('--report <format=file>', `${listed} or github; repeat for more`).argParser(parse)
}
