import type { Operation, Resource } from '../../contract/contract.ts'
import { refersTo } from '../../contract/resources/find-keepers.ts'
import { toSingular } from '../../contract/resources/names.ts'
import { setAt } from '../../json/at-path.ts'
import type { Finding } from '../../judge/finding.ts'
import type { Bench } from '../bench.ts'
import { toSentSchema } from '../judge-echo.ts'
import { makeKeyOfSchema } from '../make-key.ts'
import { makePlain } from '../plain.ts'
import { sendAndJudge } from '../run-probe.ts'
import { withBody } from './list-changes.ts'

/** Says whether a text wants a record of a resource to exist, as in "The room must exist" or "There is no such room". */
function wantsRecord(text: string, { name }: Resource): boolean {
  const noun = toSingular((name.split('/').at(-1) ?? '').replaceAll(/[-_]/g, ' '))
  return new RegExp(
    `\\b${noun}\\b[^.]*\\b(?:must exist|has to exist|needs to exist|does(?: not|n't) exist|is unknown|is not known|was not found)\\b|\\b(?:unknown|no such|non-?existent|existing) ${noun}\\b|\\bno ${noun} (?:has|with)\\b`,
    'i',
  ).test(text)
}

/** Sends a made-up key in each property of a body that refers to a record which has to exist, as the description says. */
export async function judgeReferences(bench: Bench, operation: Operation): Promise<Finding[]> {
  const { effect, responses, summary = '', description = '' } = operation
  if (operation.body === undefined || effect.kind === 'none') return []
  const rejections = responses.all.filter(({ name }) => /^4(?:00|04|09|22)$/.test(name))
  const said = [summary, description, ...rejections.map((one) => one.description)].join('\n')
  const plain = await makePlain(bench, operation, { isVaried: true })
  const schema = typeof plain === 'string' ? undefined : toSentSchema(plain)
  const findings: Finding[] = []
  for (const name of schema?.facts().properties ?? []) {
    const inner = schema?.at(name)
    const resource = bench.contract.resources.find(
      (one) => one !== effect.resource && !one.isSingle && refersTo(name, one),
    )
    if (typeof plain === 'string' || inner === undefined || resource === undefined) continue
    const texts = inner.parts().map(({ json }) => String(json['description'] ?? ''))
    if (!wantsRecord([said, ...texts].join('\n'), resource)) continue
    const key = makeKeyOfSchema(inner, bench.random)
    const draft = withBody(plain, setAt(plain.body?.value, [...effect.requestPath, name], key))
    // Of a few keys, some record may have each.
    if (draft === undefined || String(key).length < 5) continue
    const { findings: found } = await sendAndJudge(
      bench,
      { ...draft, before: [] },
      {
        operation,
        kind: 'reject',
        rule: 'unknown-reference',
        place: inner.pointer,
        tried: `a made-up /${name}`,
        reason: 'record',
      },
    )
    findings.push(...found)
  }
  return findings
}
