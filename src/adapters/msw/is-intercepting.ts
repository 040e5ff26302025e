interface Interceptor {
  readyState: string
}

interface InterceptingGlobal {
  __MSW_INTERCEPTORS_REGISTRY?: ReadonlyMap<symbol, Interceptor>
}

/**
 * Whether a server of MSW intercepts the requests of this process. MSW has no function for that: msw 3 keeps its
 * interceptors in a global registry, msw 2 keeps each under a global symbol.
 */
export function isIntercepting(): boolean {
  const { __MSW_INTERCEPTORS_REGISTRY: registry } = globalThis as InterceptingGlobal
  if (registry !== undefined) return [...registry.values()].some(({ readyState }) => readyState === 'ACTIVE')
  return Object.getOwnPropertySymbols(globalThis).some(({ description }) =>
    /^fetch(-interceptor)?$/.test(description ?? ''),
  )
}
