import { escapeControls, escapeControlsOfLines } from '../http/escape-controls.ts'
import { describeBroken, describeLong, type Report } from './report.ts'

const escapeData = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')

const escapeProperty = (text: string): string =>
  escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')

/** Writes the workflow commands that annotate a run in GitHub Actions, one on each line. */
export function toAnnotations({ command, unjudged, cases, notes }: Report): string {
  const tool = `plant-store ${command}`
  const write = (kind: 'error' | 'warning', title: string, lines: readonly (string | undefined)[]): string =>
    `::${kind} title=${escapeProperty(escapeControls(title))}::${escapeData(
      lines
        .filter((line) => line !== undefined)
        .map(escapeControlsOfLines)
        .join('\n'),
    )}\n`
  return [
    ...(unjudged === undefined ? [] : [write('error', tool, [unjudged.message])]),
    ...cases
      .filter(({ status }) => status !== 'known' && status !== 'skipped')
      .flatMap((one) => {
        const { title, status, findings } = one
        const [first] = findings
        if (first === undefined) return []
        const isError = status === 'failed' && findings.some(({ kind }) => kind === 'error')
        // GitHub shows only ten, so the other causes of a rule are left to the reports.
        const commands = first.exchanges.map(({ request }) => describeLong(request) ?? request.curl)
        return write(isError ? 'error' : 'warning', `${tool}: ${title}`, [
          describeBroken(one),
          ...commands.filter((command) => command !== ''),
        ])
      }),
    ...notes
      .filter(({ isWarning }) => isWarning)
      .flatMap(({ title, notes: of }) =>
        of.map(({ about, text }) => write('warning', `${tool}: ${title}`, [`${about}: ${text}`])),
      ),
  ].join('')
}
