import type { LoggedRequest } from '../../adapters/server/start-server.ts'
import { escapeControls, escapeControlsOfJson } from '../../http/escape-controls.ts'
import { stringifyExactJson } from '../../json/exact-json.ts'
import { wrapText } from '../../reports/wrap.ts'
import { findWidth, paint } from '../paint.ts'

/** How requests are logged. */
export type LogFormat = 'pretty' | 'json' | 'silent'

/** How long a line waits for more lines, in milliseconds. */
const maxDelay = 50

/** Makes a function that colors texts, which looks only once whether it may. */
function createPaint(color: Parameters<typeof paint>[0]): (text: string) => string {
  const [before, after] = paint(color, '|').split('|')
  return (text) => `${before}${text}${after}`
}

function createToLine(): (request: LoggedRequest) => string {
  const red = createPaint('red')
  const yellow = createPaint('yellow')
  const green = createPaint('green')
  const dim = createPaint('dim')
  const paintStatus = (status: number, aborted = false): string => {
    if (status === 0) return red(aborted ? 'aborted' : 'dropped')
    const text = aborted ? `${status} aborted` : String(status)
    return (status >= 500 ? red : status >= 400 ? yellow : green)(text)
  }
  return (request) => {
    const { number, method, path, status, duration, failure, fault, message, aborted, upstream, callback } =
      request
    const time = dim(`${duration.toFixed(1)} ms`)
    const outcome = callback !== undefined && status === 0 ? red('failed') : paintStatus(status, aborted)
    const note =
      callback === undefined
        ? upstream
          ? ' upstream'
          : ''
        : ` callback ${escapeControls(callback)}${message === undefined ? '' : ':'}`
    const sent = `${number === undefined ? '' : `${number}. `}${method} ${escapeControls(path)}`
    const line = `${sent} ${outcome} ${time}${note}`
    if (failure === undefined && fault === undefined && message === undefined) return line
    const why = [fault && `fault ${fault}`, failure !== fault && failure, message].filter(Boolean).join(': ')
    return wrapText(`${line} ${escapeControls(why)}`, findWidth(), 2)
  }
}

export function writeNotice(notice: string, format: LogFormat | undefined): void {
  process.stderr.write(
    `${format === 'json' ? escapeControlsOfJson(JSON.stringify({ notice })) : wrapText(escapeControls(notice), findWidth(), 2)}\n`,
  )
}

/** Makes a function that logs requests to standard error. It writes several lines at once, and the last ones when the process exits. */
export function createLog(format: LogFormat): ((request: LoggedRequest) => void) | undefined {
  if (format === 'silent') return undefined
  const toText =
    format === 'json'
      ? (request: LoggedRequest) => escapeControlsOfJson(stringifyExactJson(request))
      : createToLine()
  let lines = ''
  let timer: NodeJS.Timeout | undefined
  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    const text = lines
    lines = ''
    if (text !== '') process.stderr.write(text)
  }
  process.on('exit', flush)
  return (request) => {
    lines += `${toText(request)}\n`
    timer ??= setTimeout(flush, maxDelay)
  }
}
