/** The path of the control API, independent of the base path of the service. */
export const controlPath = '/__admin'

/** The largest body that the control API accepts, in bytes: reading it blocks other requests for less than 0.1 s. */
export const maxControlBody: number = 2 * 1024 * 1024

/** Checks if a request is for a file of the page. */
export const isPageTarget = (target: string): boolean =>
  target.startsWith(controlPath) &&
  /^(?:\/(?:page\.(?:js|css)|favicon\.svg)?)?(?:\?|$)/.test(target.slice(controlPath.length))

/** Checks if a request is for the control API or its page. */
export const isControlTarget = (target: string): boolean =>
  target.startsWith(controlPath) && /^(?:[/?]|$)/.test(target.slice(controlPath.length))

/** Checks if a request asks for the health, which anybody may know: probes of balancers send no token and any Host. */
export const isHealthTarget = (target: string): boolean => target === `${controlPath}/health`
