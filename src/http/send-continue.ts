import type { ServerResponse } from 'node:http'

/** Sends `100 Continue` after the answers to the requests before it, unless its own answer is there by then: Node would write it behind the head of that. */
export function sendContinue(response: ServerResponse): void {
  // Node gives a response its socket only after the answers to the requests before it.
  if (response.socket !== null) response.writeContinue()
  else
    response.once('socket', () => {
      if (!response.headersSent) response.writeContinue()
    })
}
