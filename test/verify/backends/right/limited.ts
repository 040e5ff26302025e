import { createLimitsCheck, type Limits } from '../../../../src/contract/limits.ts'
import { correct, type Parts, Refusal } from '../parts.ts'

function refuse(problem: string | undefined): void {
  if (problem !== undefined) throw new Refusal('body', problem)
}

/** Makes a backend that refuses what is outside its limits, with a message that names the member. */
export function limited({
  id = {},
  name = {},
  tag = {},
}: Limits): Pick<Parts, 'readId' | 'readName' | 'readTag'> {
  const checks = {
    id: createLimitsCheck({ id }),
    name: createLimitsCheck({ name }),
    tag: createLimitsCheck({ tag }),
  }
  return {
    readId(members) {
      const value = correct.readId(members)
      refuse(checks.id({ id: value, name: '' }))
      return value
    },
    readName(members) {
      const value = correct.readName(members)
      refuse(checks.name({ id: 1, name: value }))
      return value
    },
    readTag(members) {
      const value = correct.readTag(members)
      refuse(checks.tag({ id: 1, name: '', tag: value }))
      return value
    },
  }
}

/** A backend that enforces limits, and the results of judging it with and without declaring them. */
interface LimitedBackend {
  title: string
  limits: Limits
  /** The outcome of judging it without declaring its limits. */
  undeclared: 'passed' | 'failed' | 'unjudged'
}

/** Correct backends that accept less than the specification shows. */
export const limitedBackends: readonly LimitedBackend[] = [
  { title: 'positive ids', limits: { id: { minimum: 1 } }, undeclared: 'failed' },
  {
    title: 'int32 ids',
    limits: { id: { minimum: -(2 ** 31), maximum: 2 ** 31 - 1 } },
    undeclared: 'failed',
  },
  { title: 'small ids', limits: { id: { minimum: 1, maximum: 9999 } }, undeclared: 'unjudged' },
  {
    title: 'a list of tags',
    limits: { tag: { enum: ['herb', 'tree', 'sea-weed'] } },
    undeclared: 'unjudged',
  },
  {
    title: 'a pattern for names',
    limits: { name: { pattern: '^[A-Z][a-z]{2,19}$' } },
    undeclared: 'passed',
  },
  {
    title: 'a pattern for names that letters alone never match',
    limits: { name: { pattern: '^[a-z]{2,8}-[0-9]{3}$' } },
    undeclared: 'unjudged',
  },
  {
    title: 'lengths of names and tags',
    limits: { name: { minLength: 2, maxLength: 10 }, tag: { minLength: 1, maxLength: 6 } },
    undeclared: 'unjudged',
  },
]
