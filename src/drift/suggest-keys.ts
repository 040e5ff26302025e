import type { FailureName } from '../store/failures.ts'
import type { SeenAnswer } from './read-answer.ts'

/** A request that the fake refuses, and what the service answers. */
export interface Refused {
  failure: FailureName
  ours: SeenAnswer | undefined
  theirs: SeenAnswer | undefined
}

/** The only value of a list in which all are the same. */
function findOnly<Value>(values: readonly Value[]): Value | undefined {
  const [first, ...others] = new Set(values)
  return others.length === 0 ? first : undefined
}

function listKeys(failure: FailureName, refused: readonly Refused[]): string[] {
  const ours = findOnly(refused.map((one) => one.ours?.status))
  const theirs = findOnly(refused.map((one) => one.theirs?.status))
  if (ours === undefined || theirs === undefined || theirs >= 500) return []
  if (theirs < 400) return failure === 'duplicate-id' && theirs === 200 ? ['onDuplicate to replace'] : []
  // The answer to HEAD has no number.
  const withError = refused.filter((one) => one.ours?.isError)
  const areErrors = withError.length > 0 && withError.every((one) => one.theirs?.isError)
  if (theirs === 400 && !areErrors) return []
  const [own, other] = [
    findOnly(withError.map((one) => one.ours?.members?.['error'])),
    findOnly(withError.map((one) => one.theirs?.members?.['error'])),
  ]
  return [
    ...(ours === theirs ? [] : [`answers.${failure}.status to ${theirs}`]),
    ...(!areErrors || other === undefined || own === other ? [] : [`answers.${failure}.error to ${other}`]),
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
      const keys = listKeys(
        failure,
        all.filter((one) => one.failure === failure),
      )
      return keys.length === 0 ? [] : [[failure, `Set ${keys.join(' and ')} in the configuration.`] as const]
    }),
  )
}
