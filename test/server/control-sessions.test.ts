import { describeRecordings, parseLine } from '../tools/replay.ts'
import { callControl, send } from '../tools/send.ts'
import { start } from './start.ts'

// SEND is a POST to the mock itself.

const seed = {
  plants: [
    { id: 3, name: 'Boston fern' },
    { id: 1, name: 'Monstera', tag: 'foliage' },
  ],
}
const scenario = { title: 'An outage', steps: [{ fault: 'request-timeout' as const }] }

describeRecordings(
  'the control API responds as in',
  new URL('recordings/control/', import.meta.url),
  async () => {
    const { url } = await start({ seed, scenario })
    return async (line, [field]) => {
      const { method, path, body } = parseLine(line)
      const headers = Object.fromEntries(field === undefined ? [] : [field.split(/: ?(.*)/, 2)])
      const own = { authorization: 'Bearer a', 'content-type': 'application/json' }
      const response =
        method === 'SEND'
          ? await send(url + path, { method: 'POST', headers: own, body: body ?? '' })
          : await callControl(url, method, path, body, headers)
      const shown = response.body
        .replaceAll(/"time":"[^"]+"/g, '"time":"TIME"')
        .replaceAll(/"duration":[\d.]+/g, '"duration":N')
      return [`${response.status} ${shown}`]
    }
  },
)
