import type { Filter, Parameter } from '../../contract/contract.ts'
import { findParameter } from '../../contract/find-parameter.ts'
import { getAt } from '../../json/at-path.ts'
import { isSame } from '../../json/is-same.ts'
import type { Finding } from '../../judge/finding.ts'
import { isContainer } from '../../options/is-object.ts'
import { describeValue } from '../../options/problems.ts'
import { withParameter } from '../../probes/draft.ts'
import { listAll } from './list-all.ts'
import { createSome } from './lists.ts'
import { type LawSubject, openScene } from './scene.ts'

/** How many pairs of filters are tried. */
const maxPairs = 6

interface FilterWithValues extends Filter {
  asked: Parameter
  /** Those that the description lists. */
  values: readonly unknown[]
}

const isOther = (item: unknown, property: string, wanted: unknown): boolean => {
  const found = getAt(item, [property])
  return found !== undefined && found !== null && !isSame(found, wanted)
}

/** Two filters keep only what both of them do. */
export async function judgeCombined(subject: LawSubject): Promise<Finding[]> {
  const { list } = subject.operations
  const { filters = [] } = (list?.effect.kind === 'list' && list.effect.list) || {}
  if (list === undefined || filters.length < 2) return []
  const choices = filters.flatMap((filter): FilterWithValues[] => {
    const asked = findParameter(list, 'query', filter.parameter)
    const { types = [], values = types[0] === 'boolean' ? [true, false] : [] } = asked?.schema.facts() ?? {}
    return asked === undefined || types.includes('array') ? [] : [{ ...filter, asked, values }]
  })
  const pairs = choices.flatMap((one) =>
    choices.flatMap((other) => (one !== other && other.values.length > 1 ? [{ one, other }] : [])),
  )
  if (pairs.length === 0) return []
  const scene = openScene(subject, 'two filters together')
  const [record] = await createSome(subject, scene, 2)
  if (record === undefined) return []
  for (const { one, other } of pairs.slice(0, maxPairs)) {
    const own = getAt(record.shown, [one.property])
    const shown = getAt(record.shown, [other.property])
    const value = other.values.find((theirs) => !isSame(theirs, shown))
    const isKnown = own !== undefined && own !== null && !isContainer(own) && !isContainer(shown)
    if (!isKnown || value === undefined || one.asked.schema.check(own).length > 0) continue
    const listed = await listAll(scene, list, record, (draft) =>
      withParameter(withParameter(draft, one.asked, own), other.asked, value),
    )
    const wrong = listed?.items.find(
      (item) => isOther(item, one.property, own) || isOther(item, other.property, value),
    )
    if (listed !== undefined)
      scene.check('filter-filters', list, wrong === undefined, {
        place: `${list.pointer}/parameters`,
        message: `with ${one.parameter} ${describeValue(own)} and ${other.parameter} ${describeValue(value)}, the list has a record with ${describeValue(getAt(wrong, [one.property]))} and ${describeValue(getAt(wrong, [other.property]))}`,
      })
  }
  return scene.findings
}
