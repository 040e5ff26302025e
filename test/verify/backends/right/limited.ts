import type { Limits } from '../../../../src/contract/generated/limits.ts'
import type { IdLimits, TextLimits } from '../../../../src/contract/limit-keywords.ts'
import { correct, type Id, type Parts, Refusal } from '../parts.ts'

const isIdInside = (id: Id, { minimum = id, maximum = id, enum: values }: IdLimits): boolean =>
  id >= minimum && id <= maximum && (values?.some((value) => BigInt(value) === BigInt(id)) ?? true)

const isTextInside = (text: string, limits: TextLimits): boolean => {
  const { length } = [...text]
  const { minLength = 0, maxLength = length, pattern = '', enum: values = [text] } = limits
  return (
    length >= minLength && length <= maxLength && new RegExp(pattern, 'u').test(text) && values.includes(text)
  )
}

/** Refuses a value outside its limits, with a message that names the member. */
function keepInside<T>(member: string, value: T, isInside: boolean): T {
  if (!isInside) throw new Refusal('body', `${member} is outside its limits`)
  return value
}

/** Makes a backend that refuses what is outside its limits. */
export const limited = ({
  id = {},
  name = {},
  tag = {},
}: Limits): Pick<Parts, 'readId' | 'readName' | 'readTag'> => ({
  readId(members) {
    const value = correct.readId(members)
    return keepInside('id', value, isIdInside(value, id))
  },
  readName(members) {
    const value = correct.readName(members)
    return keepInside('name', value, isTextInside(value, name))
  },
  readTag(members) {
    const value = correct.readTag(members)
    return keepInside('tag', value, value === undefined || isTextInside(value, tag))
  },
})

/** A backend that enforces limits. */
interface LimitedBackend {
  title: string
  limits: Limits
}

/** Correct backends that accept less than the specification shows. */
export const limitedBackends: readonly LimitedBackend[] = [
  { title: 'positive ids', limits: { id: { minimum: 1 } } },
  {
    title: 'int32 ids',
    limits: { id: { minimum: -(2 ** 31), maximum: 2 ** 31 - 1 } },
  },
  { title: 'small ids', limits: { id: { minimum: 1, maximum: 9999 } } },
  {
    title: 'a list of tags',
    limits: { tag: { enum: ['herb', 'tree', 'sea-weed'] } },
  },
  {
    title: 'a pattern for names',
    limits: { name: { pattern: '^[A-Z][a-z]{2,19}$' } },
  },
  {
    title: 'a pattern for names that letters alone never match',
    limits: { name: { pattern: '^[a-z]{2,8}-[0-9]{3}$' } },
  },
  {
    title: 'lengths of names and tags',
    limits: { name: { minLength: 2, maxLength: 10 }, tag: { minLength: 1, maxLength: 6 } },
  },
]
