/** The path of the control API, independent of the base path of the service. */
export const controlPath = '/__admin'

/** The largest body of a request to the control API, in bytes. */
export const maxControlBody: number = 64 * 1024 * 1024

/** Checks if a request is for the control API. */
export const isControlTarget = (target: string): boolean =>
  target.startsWith(controlPath) && /^(?:[/?]|$)/.test(target.slice(controlPath.length))
