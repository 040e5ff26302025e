/** A response of an adapter. Header names are in lower case; the status is 0 if the connection was dropped. */
export interface ReceivedResponse {
  status: number
  headers: Record<string, string>
  body: string
}

/** Stands for a body that ended too early. */
const cutOff = '(cut off)'

/** The response to a fault of the connection. */
export const toBrokenResponse = (
  fault: 'dropped-connection' | 'cut-off-body',
  status: number,
): ReceivedResponse =>
  fault === 'dropped-connection'
    ? { status: 0, headers: {}, body: '' }
    : { status, headers: { 'content-type': 'application/json' }, body: cutOff }

/** Sends a request; the connection may be dropped. */
export const receive = (sending: Promise<ReceivedResponse>): Promise<ReceivedResponse> =>
  sending.catch(() => toBrokenResponse('dropped-connection', 0))

/** Reads a body that may be cut off. */
export const readBody = (reading: Promise<string>): Promise<string> => reading.catch(() => cutOff)
