import type { Finding } from '../../judge/finding.ts'
import { makePlain } from '../plain.ts'
import { judgePropertyChange } from './change-one.ts'
import { listChanges } from './list-changes.ts'
import { judgeMergeAtOnce, judgeNested, judgeRemovals } from './merge.ts'
import { judgeSmallest } from './replace.ts'
import type { LawSubject } from './scene.ts'

/** How many properties are changed, each by itself. */
const maxChanges = 6

/** What was replaced or changed is stored, and nothing else. */
export async function listChangeLaws(subject: LawSubject): Promise<(() => Promise<Finding[]>)[]> {
  const {
    bench,
    operations: { read, replace, merge },
  } = subject
  const laws: (() => Promise<Finding[]>)[] = []
  if (read === undefined) return laws
  for (const operation of [replace, merge]) {
    const plain = operation && (await makePlain(bench, operation))
    if (operation === undefined || typeof plain !== 'object') continue
    const { length } = listChanges(plain)
    for (let at = 0; at < Math.min(length, maxChanges); at++)
      laws.push(() => judgePropertyChange(subject, operation, at))
  }
  return [
    ...laws,
    ...(replace === undefined ? [] : [() => judgeSmallest(subject, replace)]),
    ...(merge === undefined
      ? []
      : [
          () => judgeRemovals(subject, merge),
          () => judgeNested(subject, merge),
          () => judgeMergeAtOnce(subject, merge),
        ]),
  ]
}
