import { describeRecordings, parseLine } from '../tools/replay.ts'
import { callControl, send } from '../tools/send.ts'
import { start } from './start.ts'

// SEND is a POST to the mock itself, and SEND-GET a request of another method; options may be below a title.

const seed = {
  plants: [
    { id: 3, name: 'Boston fern' },
    { id: 1, name: 'Monstera', tag: 'foliage' },
  ],
}
const scenario = { title: 'An outage', steps: [{ fault: 'request-timeout' as const }] }
const own = { authorization: 'Bearer a', 'content-type': 'application/json' }
const failed = { status: 0, body: '' }

describeRecordings(
  'the control API responds as in',
  new URL('recordings/control/', import.meta.url),
  async (_name, [options]) => {
    const { url } = await start(options === undefined ? { seed, scenario } : JSON.parse(options))
    return async (line, [field]) => {
      const { method, path, body } = parseLine(line)
      const [, sent = 'POST'] = method.split('-')
      const headers = Object.fromEntries(field === undefined ? [] : [field.split(/: ?(.*)/, 2)])
      const init = {
        method: sent,
        headers: { ...own, ...headers },
        ...(sent === 'POST' && { body: body ?? '' }),
      }
      const response = method.startsWith('SEND')
        ? await send(url + path, init).catch(() => failed)
        : await callControl(url, method, path, body, headers)
      const shown = response.body
        .replaceAll(/"time":"[^"]+"/g, '"time":"TIME"')
        .replaceAll(/"duration":[\d.]+/g, '"duration":N')
      return [`${response.status} ${shown}`]
    }
  },
)
