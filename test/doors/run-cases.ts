import { describe, test } from 'vitest'
import { type NewPlant, parseExactJson } from '../../src/index.ts'
import type { Case } from './cases.ts'
import type { Door } from './doors.ts'

const rightRequest: Case['request'] = {
  method: 'POST',
  path: '/plants',
  headers: { authorization: 'Bearer local-token', 'content-type': 'application/json' },
  body: new TextEncoder().encode('{"id":1,"name":"Fern"}'),
}
const statusHeaders = ['content-type', 'www-authenticate', 'allow', 'accept-encoding', 'location']

async function send(door: Door, { options, stored, request }: Case): Promise<Case['answer']> {
  await using open = await door.open(options)
  await open.addPlants(parseExactJson(stored) as NewPlant[])
  const answer = await open.send(request)
  const headers = Object.entries(answer.headers).filter(([name]) => statusHeaders.includes(name))
  return { status: answer.status, headers: Object.fromEntries(headers), body: answer.body }
}

/** Runs cases through a door, and checks that the cases in `cannotSend` really can't be sent. */
export function describeCases(door: Door, cases: readonly Case[]): void {
  const { name, cannotSend } = door
  const sendable = cases.filter(({ title }) => !Object.hasOwn(cannotSend, title))

  describe(`through ${name}`, () => {
    test.for(sendable)('$topic ($preset): $title', async (entry, { expect }) => {
      expect(await send(door, entry)).toEqual(entry.answer)
    })

    test.for(Object.entries(cannotSend))("can't send '%s': %s", async ([title], { expect }) => {
      const unsendable = cases.filter((candidate) => candidate.title === title)
      expect(unsendable).not.toEqual([])
      for (const entry of unsendable) {
        const answer = await send(door, entry).catch(() => undefined)
        expect(answer).not.toEqual(entry.answer)
      }
      // The door itself works.
      await using open = await door.open({})
      expect((await open.send(rightRequest)).status).toBe(200)
    })
  })
}
