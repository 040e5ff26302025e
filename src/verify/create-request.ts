import type { Exchange, HttpRequest, RequestHeader } from '../http/exchange.ts'
import { bare, chunked, toHttpRequest } from '../probes/ask.ts'
import type { SentPlant } from '../probes/source.ts'
import type { Session } from './trial.ts'

/** How a request differs from that of a common client. */
export interface RequestOptions {
  authorization?: Omit<RequestHeader, 'name'> | null
  contentType?: string | null
  /** Leaves out headers that only describe the client. */
  isBare?: boolean
  isChunked?: boolean
  pieceSize?: number
  pause?: number
  method?: string
  path?: string
  writeName?: (name: string) => string
}

export const createRequest = (
  session: Session,
  body: string | Buffer,
  { authorization, contentType, isBare, isChunked, ...ask }: RequestOptions = {},
): HttpRequest =>
  toHttpRequest(
    {
      ...ask,
      body,
      headers: {
        ...(isBare && bare),
        ...(isChunked && chunked),
        ...(authorization !== undefined && { Authorization: authorization }),
        ...(contentType !== undefined && { 'Content-Type': contentType }),
      },
    },
    session,
  )

/** The valid credentials; in commands for a shell, the token is a variable. */
export const authorize = ({ currentToken }: Session, scheme = 'Bearer'): Omit<RequestHeader, 'name'> => ({
  value: `${scheme} ${currentToken()}`,
  shell: `${scheme} $PLANT_STORE_TOKEN`,
})

/** Creates a plant, with the right credentials. */
export const sendPlant = (session: Session, plant: SentPlant): Promise<Exchange> =>
  session.send(toHttpRequest({ plant }, session))
