import { afterAll, describe, test } from 'vitest'
import { parseExactJson } from '../../src/index.ts'
import { type Adapter, type OpenAdapter, plainData } from './adapters.ts'
import type { Case } from './cases.ts'
import type { ReceivedResponse } from './received-response.ts'

const statusHeaders = ['content-type', 'www-authenticate', 'allow', 'accept-encoding', 'location']

/** Sends cases, with one mock for all that have the same options. */
function createSend(adapter: Adapter): AsyncDisposable & { send(entry: Case): Promise<ReceivedResponse> } {
  const stack = new AsyncDisposableStack()
  const opened = new Map<string, Promise<OpenAdapter>>()
  return {
    async send({ options, stored, request }) {
      const key = JSON.stringify(options)
      const opening = opened.get(key) ?? adapter.open(options).then((open) => stack.use(open))
      opened.set(key, opening)
      const open = await opening
      await open.startOver(parseExactJson(stored) as unknown[])
      const response = await open.send(request)
      const headers = Object.entries(response.headers).filter(([name]) => statusHeaders.includes(name))
      return { ...response, headers: Object.fromEntries(headers) }
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

/** Runs cases through an adapter, and checks that the cases in `cannotSend` really can't be sent. */
export function describeCases(adapter: Adapter, cases: readonly Case[]): void {
  const { name, cannotSend } = adapter
  const sendable = cases.filter(({ title }) => !Object.hasOwn(cannotSend, title))

  describe(`through ${name}`, () => {
    const { send, ...disposable } = createSend(adapter)
    const core = createSend(plainData)
    afterAll(() => disposable[Symbol.asyncDispose]())

    /** What a case and, for the words of an Error, the mock itself say about its response. */
    async function expectResponse(entry: Case): Promise<unknown> {
      const { error, ...response } = entry.response
      if (response.body !== undefined) return response
      const { message } = JSON.parse((await core.send(entry)).body)
      return { ...response, body: JSON.stringify({ error, message }) }
    }

    test.for(sendable)('$topic ($preset): $title', async (entry, { expect }) => {
      expect(await send(entry)).toEqual(await expectResponse(entry))
    })

    test.for(Object.entries(cannotSend))("can't send '%s': %s", async ([title], { expect }) => {
      const unsendable = cases.filter((candidate) => candidate.title === title)
      expect(unsendable).not.toEqual([])
      for (const entry of unsendable)
        expect(await send(entry).catch(() => undefined)).not.toEqual(await expectResponse(entry))
    })
  })
}
