/**
 * Wraps an object, and the objects that its functions return, so that `executeTest` calls `afterwards` once the test has
 * passed. All else stays the same.
 */
export function watchTests<T extends object>(target: T, afterwards: () => void): T {
  return new Proxy(target, {
    get(_target, name) {
      const member: unknown = Reflect.get(target, name)
      if (typeof member !== 'function') return member
      return (...parameters: unknown[]): unknown => {
        const result: unknown = Reflect.apply(member, target, parameters)
        if (name === 'executeTest') return Promise.resolve(result).then(passOn(afterwards))
        return typeof result === 'object' && result !== null ? watchTests(result, afterwards) : result
      }
    },
  })
}

const passOn =
  (act: () => void) =>
  <T>(value: T): T => {
    act()
    return value
  }
