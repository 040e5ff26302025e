import { addAccess } from './access.ts'
import type { HttpRequest } from './exchange.ts'
import { type Destination, openSocket } from './open-socket.ts'
import { writeMessage } from './write-message.ts'

/** Milliseconds between a truncated request and the end of its connection. */
const patience = 20

/** Sends the beginning of a request and closes the connection without waiting for an answer. */
export const cutOff = (
  to: Destination,
  request: HttpRequest,
  toHead: (text: string) => string,
): Promise<void> =>
  new Promise((resolve) => {
    const whole = to.access === undefined ? request : addAccess(request, to.access)
    const text = writeMessage(whole).toString('latin1')
    openSocket(
      to,
      (socket) => socket.write(toHead(text), 'latin1', () => setTimeout(() => socket.destroy(), patience)),
      resolve,
    )
  })
