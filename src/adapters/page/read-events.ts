import { parseExactJson } from '../../json/exact-json.ts'

/** A server-sent event. */
export type ServerEvent = { event: string; data: unknown }

function parse(block: string): ServerEvent[] {
  const [, event, data] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? []
  return event === undefined || data === undefined ? [] : [{ event, data: parseExactJson(data) }]
}

/** Reads the events of a response as they arrive, in lists of those that arrived together. `EventSource` can't send a token. */
export async function* readEvents(response: Response): AsyncGenerator<ServerEvent[]> {
  const reader = (response.body as ReadableStream<Uint8Array<ArrayBuffer>>)
    .pipeThrough(new TextDecoderStream())
    .getReader()
  let text = ''
  for (;;) {
    const { done, value = '' } = await reader.read()
    if (done) return
    const blocks = (text + value).split('\n\n')
    text = blocks.pop() ?? ''
    const events = blocks.flatMap(parse)
    if (events.length > 0) yield events
  }
}
