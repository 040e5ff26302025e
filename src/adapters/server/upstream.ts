import type { IncomingMessage, ServerResponse } from 'node:http'
import { describeHead } from '../../http/describe-head.ts'
import { cutQuery } from '../../http/mask.ts'
import { readTarget } from '../../http/read-target.ts'
import { isControlTarget } from './control-target.ts'
import { createPassRequest } from './pass-request.ts'
import type { Serving } from './request-listener.ts'

/** The real service, which gets the requests that the mock doesn't respond to. */
export interface Upstream {
  /** Passes a request on and its response back, both as streams; returns false if the request belongs to the mock. */
  pass(request: IncomingMessage, response: ServerResponse): boolean
}

/** Checks if a service could read a path like `/../orders`, `/..%2forders`, or `/..;/orders`, with which a request could leave the path in the address. */
function leavesFolder(path: string): boolean {
  let decoded = path
  // Some services decode what another one in front of them has already decoded.
  for (let round = 0; round < 3; round++)
    decoded = decoded.replace(/%([2-5][\da-f])/gi, (_code, hex) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    )
  return /[/\\]\.\.(?:[/\\;?#]|$)/.test(decoded)
}

/**
 * Makes the connection to the real service.
 *
 * @param address an http or https URL; its path is put in front of each path
 */
export function createUpstream(address: string, serving: Serving): Upstream {
  const passRequest = createPassRequest(new URL(address), serving)

  function isOwn(request: IncomingMessage, to: string): boolean {
    const { method, headers } = request
    if (!to.startsWith('/') || isControlTarget(to) || describeHead(request) !== undefined) return true
    if (leavesFolder(cutQuery(to))) return true
    const asked = method === 'OPTIONS' ? headers['access-control-request-method'] : method
    return serving.mock.covers({ method: asked ?? '', path: to, headers })
  }

  return {
    pass(request, response) {
      const to = readTarget(request)
      if (isOwn(request, to)) return false
      // Events report failures of the service; after any other, the client must not wait.
      passRequest(request, response, to).catch(() => response.destroy())
      return true
    },
  }
}
