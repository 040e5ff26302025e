import type { FailureName } from '../store/failures.ts'
import type { SeenAnswer } from './read-answer.ts'

/** A request that the fake refuses, and what the service answers. */
export interface Refused {
  failure: FailureName
  ours: SeenAnswer | undefined
  theirs: SeenAnswer | undefined
}

/** Finds the value of a list in which all are the same; undefined if they aren't. */
function findOnly<Value>(values: readonly Value[]): Value | undefined {
  const [first, ...others] = new Set(values)
  return others.length === 0 ? first : undefined
}

const readNumber = (answer: SeenAnswer | undefined): unknown => answer?.members?.['error']

/** Lists the keys for one failure, each with its value. */
function listKeys(failure: FailureName, refused: readonly Refused[]): string[] {
  const own = findOnly(refused.map(({ ours }) => ours?.status))
  const status = findOnly(refused.map(({ theirs }) => theirs?.status))
  if (own === undefined || status === undefined || status >= 500) return []
  if (status < 400) return failure === 'duplicate-id' && status === 200 ? ['onDuplicate to replace'] : []
  // The answer to HEAD has no number.
  const withError = refused.filter(({ ours }) => ours?.isError)
  const areErrors = withError.length > 0 && withError.every(({ theirs }) => theirs?.isError)
  if (!areErrors && status === 400) return []
  const number = areErrors ? findOnly(withError.map(({ theirs }) => readNumber(theirs))) : undefined
  const isOther = number !== undefined && number !== findOnly(withError.map(({ ours }) => readNumber(ours)))
  return [
    ...(own === status ? [] : [`answers.${failure}.status to ${status}`]),
    ...(isOther ? [`answers.${failure}.error to ${number}`] : []),
  ]
}

/**
 * Names the keys of the configuration with which the fake refuses like the service. There are none for a failure if the
 * service answers it in more than one way, or so that it breaks a must rule.
 */
export function suggestKeys(all: readonly Refused[]): ReadonlyMap<FailureName, string> {
  const failures = [...new Set(all.map(({ failure }) => failure))]
  return new Map(
    failures.flatMap((failure) => {
      const refused = all.filter((one) => one.failure === failure)
      const keys = listKeys(failure, refused)
      return keys.length === 0 ? [] : [[failure, `Set ${keys.join(' and ')} in the configuration.`] as const]
    }),
  )
}
