import type { Command } from 'commander'

const width = 80

export interface HelpNotes {
  /** Paragraphs. */
  notes?: readonly string[]
  exitCodes: Readonly<Record<number, string>>
  /** Command lines, without `plant-store` in front. */
  examples: readonly string[]
}

/** Makes every help text of a program as wide as a narrow terminal; its commands inherit it. */
export const setHelpWidth = (program: Command): Command =>
  program.configureOutput({ getOutHelpWidth: () => width, getErrHelpWidth: () => width }).configureHelp({
    subcommandTerm: (command) => command.name(),
    optionDescription: (option) => option.description,
  })

/** Adds paragraphs, exit codes and examples to the help of a command; they are read when the help is shown. */
export function addHelpNotes(command: Command, help: HelpNotes): void {
  command.addHelpText('after', () => {
    const { notes = [], exitCodes, examples } = help
    const helper = command.createHelp()
    helper.prepareContext({ helpWidth: width })
    return [
      ...notes.map((note) => `\n${helper.boxWrap(note, width)}`),
      '\nExit codes:',
      ...Object.entries(exitCodes).map(([code, meaning]) => helper.formatItem(code, 3, meaning, helper)),
      `\nExample${examples.length > 1 ? 's' : ''}:`,
      ...examples.map((example) => `  plant-store ${example}`),
    ].join('\n')
  })
}
