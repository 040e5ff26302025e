import { afterAll, describe, test } from 'vitest'
import { type NewPlant, parseExactJson } from '../../src/index.ts'
import type { Case } from './cases.ts'
import type { DoorAnswer } from './door-answer.ts'
import { type Door, type OpenDoor, plainData } from './doors.ts'

const statusHeaders = ['content-type', 'www-authenticate', 'allow', 'accept-encoding', 'location']

/** Sends cases, with one store for all that have the same options. */
function createSend(door: Door): AsyncDisposable & { send(entry: Case): Promise<DoorAnswer> } {
  const stack = new AsyncDisposableStack()
  const opened = new Map<string, Promise<OpenDoor>>()
  return {
    async send({ options, stored, request }) {
      const key = JSON.stringify(options)
      const opening = opened.get(key) ?? door.open(options).then((open) => stack.use(open))
      opened.set(key, opening)
      const open = await opening
      await open.startOver(parseExactJson(stored) as NewPlant[])
      const answer = await open.send(request)
      const headers = Object.entries(answer.headers).filter(([name]) => statusHeaders.includes(name))
      return { ...answer, headers: Object.fromEntries(headers) }
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

/** What a case and, for the words of an Error, the store itself say about its answer. */
async function expectAnswer({ answer: { error, ...answer }, ...entry }: Case): Promise<unknown> {
  if (answer.body !== undefined) return answer
  await using core = await plainData.open(entry.options)
  await core.startOver(parseExactJson(entry.stored) as NewPlant[])
  const { message } = JSON.parse((await core.send(entry.request)).body)
  return { ...answer, body: JSON.stringify({ error, message }) }
}

/** Runs cases through a door, and checks that the cases in `cannotSend` really can't be sent. */
export function describeCases(door: Door, cases: readonly Case[]): void {
  const { name, cannotSend } = door
  const sendable = cases.filter(({ title }) => !Object.hasOwn(cannotSend, title))

  describe(`through ${name}`, () => {
    const { send, ...disposable } = createSend(door)
    afterAll(() => disposable[Symbol.asyncDispose]())

    test.for(sendable)('$topic ($preset): $title', async (entry, { expect }) => {
      expect(await send(entry)).toEqual(await expectAnswer(entry))
    })

    test.for(Object.entries(cannotSend))("can't send '%s': %s", async ([title], { expect }) => {
      const unsendable = cases.filter((candidate) => candidate.title === title)
      expect(unsendable).not.toEqual([])
      for (const entry of unsendable)
        expect(await send(entry).catch(() => undefined)).not.toEqual(await expectAnswer(entry))
    })
  })
}
