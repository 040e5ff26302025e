/** A server-sent event. */
export interface ServerEvent {
  event: string
  data: Record<string, unknown>
}

/** A stream of events of a mock. */
export interface EventStream extends AsyncDisposable {
  /** Resolves with the next events; rejects if the stream ends first. */
  next(count: number): Promise<ServerEvent[]>
  /** Resolves with the events that were left once the stream ends. */
  rest(): Promise<ServerEvent[]>
}

function parse(block: string): ServerEvent[] {
  const [, event = '', data = ''] = /^event: (.*)\ndata: (.*)$/.exec(block) ?? []
  return event === '' ? [] : [{ event, data: JSON.parse(data) }]
}

/** Opens the stream of events of a mock; resolves once it begins. */
export async function openEvents(url: string, headers: Record<string, string> = {}): Promise<EventStream> {
  const aborting = new AbortController()
  const response = await fetch(`${url}/__admin/events`, { headers, signal: aborting.signal })
  if (response.headers.get('content-type') !== 'text/event-stream') throw new Error(await response.text())
  const reader = (response.body as ReadableStream<Uint8Array>)
    .pipeThrough(new TextDecoderStream())
    .getReader()
  let text = ''
  const events: ServerEvent[] = []
  async function read(): Promise<boolean> {
    const { done, value = '' } = await reader.read()
    const blocks = (text + value).split('\n\n')
    text = blocks.pop() ?? ''
    events.push(...blocks.flatMap(parse))
    return !done
  }
  return {
    async next(count) {
      while (events.length < count)
        if (!(await read())) throw new Error(`the stream ended after ${JSON.stringify(events)}`)
      return events.splice(0, count)
    },
    async rest() {
      while (await read());
      return events.splice(0)
    },
    async [Symbol.asyncDispose]() {
      aborting.abort()
    },
  }
}
