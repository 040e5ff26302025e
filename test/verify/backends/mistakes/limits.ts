import type { Limits } from '../../../../src/contract/generated/limits.ts'
import { correct, Refusal } from '../parts.ts'
import { limited } from '../right/limited.ts'
import type { Mistake } from './mistake.ts'

const limits: Limits = {
  id: { minimum: 1, maximum: 2147483647 },
  name: { pattern: '^[A-Z][a-z]+$', minLength: 3, maxLength: 20 },
  tag: { enum: ['herb', 'tree', 'fern'] },
}

const rule = 'refuses-outside-limits'

/** Backends that accept plants outside the declared limits. */
export const limitMistakes: readonly Mistake[] = [
  { title: 'no declared limit is enforced', rule, limits, backend: {} },
  {
    title: 'the id 0 is accepted, although ids must be positive',
    rule,
    limits,
    backend: {
      ...limited(limits),
      readId: limited({ ...limits, id: { minimum: 0, maximum: 2147483647 } }).readId,
    },
  },
  {
    title: 'a name that is one letter too long is accepted',
    rule,
    limits,
    backend: limited({ ...limits, name: { ...limits.name, maxLength: 21 } }),
  },
  {
    title: 'tags are compared without regard to case',
    rule,
    limits,
    backend: {
      ...limited(limits),
      readTag(members) {
        const tag = correct.readTag(members)
        if (tag !== undefined && !limits.tag?.enum?.includes(tag.toLowerCase()))
          throw new Refusal('body', 'tag is not known')
        return tag
      },
    },
  },
]
