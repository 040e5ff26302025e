import { checkOptions } from '../options/option-table.ts'
import { OptionsError } from '../options/options-error.ts'
import { checkCount } from '../verify/option-table.ts'
import { type DriftCase, listCases } from './cases.ts'
import { type DiffOptions, diffTable } from './options.ts'

/**
 * Checks all options, and chooses the cases to run.
 *
 * @throws {OptionsError} if an option has a wrong value, there is no case or topic of a name, or none is left
 */
export function chooseCases(options: DiffOptions): DriftCase[] {
  checkOptions(options, diffTable)
  const { fake = {}, only, skip = [] } = options
  checkCount(options)
  const all = listCases(fake)
  const names = new Set(all.flatMap(({ title, topic }) => [title, topic]))
  const check = (option: 'only' | 'skip', given: readonly string[]): void => {
    const unknown = given.find((name) => !names.has(name))
    if (unknown === undefined) return
    const meant = [...names].find((name) => name.toLowerCase() === unknown.toLowerCase())
    const hint = meant === undefined ? '' : `, but ${JSON.stringify(meant)} does`
    const topics = [...new Set(all.map(({ topic }) => topic))].join(', ')
    throw new OptionsError(
      `names the case ${JSON.stringify(unknown)}, which doesn't exist${hint}. Pass a title as a report shows it, or a topic: ${topics}`,
      [option],
      [...names],
    )
  }
  check('only', only ?? [])
  check('skip', skip)
  const isNamed = ({ title, topic }: DriftCase, list: readonly string[]): boolean =>
    list.includes(title) || list.includes(topic)
  const chosen = all.filter((one) => (only === undefined || isNamed(one, only)) && !isNamed(one, skip))
  if (chosen.length === 0) throw new OptionsError('leaves no case to compare', ['skip'])
  return chosen
}
