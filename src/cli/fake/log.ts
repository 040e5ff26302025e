import type { AnsweredRequest } from '../../server/start-server.ts'
import { paint } from '../paint.ts'

/** How requests are logged. */
export type LogFormat = 'pretty' | 'json' | 'silent'

const paintStatus = (status: number): string => {
  if (status === 0) return paint('red', 'dropped')
  return paint(status >= 500 ? 'red' : status >= 400 ? 'yellow' : 'green', String(status))
}

function toLine({ method, path, status, duration, failure, fault, message }: AnsweredRequest): string {
  const why = [fault && `fault ${fault}`, failure !== fault && failure, message].filter(Boolean).join(': ')
  const time = paint('dim', `${duration.toFixed(1)} ms`)
  return [method, path, paintStatus(status), time, why].filter(Boolean).join(' ')
}

/** Makes what writes a line on standard error for each request. */
export function createLog(format: LogFormat): ((request: AnsweredRequest) => void) | undefined {
  if (format === 'silent') return undefined
  const toText = format === 'json' ? JSON.stringify : toLine
  return (request) => {
    process.stderr.write(`${toText(request)}\n`)
  }
}
