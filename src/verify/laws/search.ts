import type { SchemaFacts } from '../../contract/contract.ts'
import { findParameter } from '../../contract/find-parameter.ts'
import { ignoresCase } from '../../contract/resources/find-unique.ts'
import { toWords } from '../../contract/resources/names.ts'
import { getAt } from '../../json/at-path.ts'
import type { Finding } from '../../judge/finding.ts'
import { describeValue } from '../../options/problems.ts'
import { withParameter } from '../../probes/draft.ts'
import { toSentSchema } from '../judge-echo.ts'
import { makePlain } from '../plain.ts'
import { withProperty } from './filters.ts'
import { findListed, type ListedRecords, listAll } from './list-all.ts'
import { type LawSubject, openScene } from './scene.ts'

/** A search finds the records that have a text in the property that its description names, and no others. */
export async function judgeSearch(subject: LawSubject): Promise<Finding[]> {
  const { bench, resource, operations } = subject
  const { list, create } = operations
  const name = list?.effect.kind === 'list' ? list.effect.list?.search : undefined
  const parameter = findParameter(list, 'query', name)
  if (list === undefined || parameter === undefined || create?.effect.kind !== 'create') return []
  const text = parameter.description ?? ''
  const words = new Set(toWords(text))
  const plain = await makePlain(bench, create, { isVaried: true })
  const sent = typeof plain === 'string' ? undefined : toSentSchema(plain)
  const property = sent?.facts().properties.find((one) => {
    const { types = [], values, format }: Partial<SchemaFacts> = sent.at(one)?.facts() ?? {}
    const isText = types.includes('string') && values === undefined && format === undefined
    return isText && toWords(one).every((word) => words.has(word) || words.has(`${word}s`))
  })
  if (typeof plain === 'string' || property === undefined) return []
  const word = bench.random.letters(8)
  const value = [`${word} sample`, word].find(
    (one) => withProperty(subject, property, one)(plain) !== undefined,
  )
  if (value === undefined || parameter.schema.check(word).length > 0) return []
  const scene = openScene(subject, `the search ${parameter.name}`)
  const parent = resource.parent && (await bench.records.create(resource.parent))
  if (typeof parent === 'string') return []
  const kept = await scene.create({ parent, change: withProperty(subject, property, value) })
  const other = await scene.create({ parent })
  if (kept === undefined || other === undefined || getAt(kept.shown, [property]) !== value) return []
  const search = (asked: string): Promise<ListedRecords | undefined> =>
    listAll(scene, list, kept, (draft) => withParameter(draft, parameter, asked))
  const found = await search(word)
  if (found === undefined) return scene.findings
  scene.check('filter-filters', list, findListed(found, other).length === 0, {
    place: parameter.pointer,
    message: `with ${describeValue(word)}, the list has a record that doesn't have it in /${property}`,
  })
  const swapped = word === word.toUpperCase() ? word.toLowerCase() : word.toUpperCase()
  for (const asked of ignoresCase(text) ? [word, swapped] : [word]) {
    const listed = asked === word ? found : await search(asked)
    if (listed?.isWhole)
      scene.check('filter-filters', list, findListed(listed, kept).length > 0, {
        place: `${parameter.pointer}/${asked === word ? 'name' : 'description'}`,
        message: `with ${describeValue(asked)}, the list does not have the record whose /${property} is ${describeValue(value)}`,
      })
  }
  return scene.findings
}
