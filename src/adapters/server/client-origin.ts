import type { IncomingMessage } from 'node:http'

/** The scheme that a client used. */
export const schemeOf = ({ socket }: Pick<IncomingMessage, 'socket'>): string =>
  'encrypted' in socket ? 'https' : 'http'

/** The address that a client used, such as `http://localhost:4010`. */
export const originOf = (request: Pick<IncomingMessage, 'socket' | 'headers'>): string =>
  `${schemeOf(request)}://${request.headers.host}`
