import type { Operation } from '../../contract/contract.ts'
import { setAt } from '../../json/at-path.ts'
import type { Finding } from '../../judge/finding.ts'
import type { Bench } from '../bench.ts'
import { toSentSchema } from '../judge-echo.ts'
import { makeKeyOfSchema } from '../make-key.ts'
import { makePlain } from '../plain.ts'
import { sendAndJudge } from '../run-probe.ts'
import { withBody } from './list-changes.ts'

/** Sends a made-up key in each property of a body that refers to a record which has to exist, as the description says. */
export async function judgeReferences(bench: Bench, operation: Operation): Promise<Finding[]> {
  const { effect } = operation
  if (effect.kind === 'none' || effect.references.length === 0) return []
  const plain = await makePlain(bench, operation, { isVaried: true })
  if (typeof plain === 'string') return []
  const findings: Finding[] = []
  for (const { property } of effect.references) {
    const schema = toSentSchema(plain)?.at(property)
    const key = schema && makeKeyOfSchema(schema, bench.random)
    const draft = withBody(plain, setAt(plain.body?.value, [...effect.requestPath, property], key))
    // Of a few keys, some record may have each.
    if (schema === undefined || draft === undefined || String(key).length < 5) continue
    const { findings: found } = await sendAndJudge(
      bench,
      { ...draft, before: [] },
      {
        operation,
        kind: 'reject',
        rule: 'unknown-reference',
        place: schema.pointer,
        tried: `a made-up /${property}`,
        reason: 'record',
      },
    )
    findings.push(...found)
  }
  return findings
}
