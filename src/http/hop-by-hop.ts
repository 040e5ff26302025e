/** Headers that belong to one connection (RFC 9110 section 7.6.1), in lower case. */
const hopByHopHeaders: readonly string[] = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]

/** Lists the headers that belong to one connection, with those that its own `Connection` names, in lower case. */
export const listHops = (connection = ''): Set<string> =>
  new Set([...hopByHopHeaders, ...connection.toLowerCase().split(/[\s,]+/)])
