import { describe, expect, test } from 'vitest'
import type { NewPlant } from '../../src/index.ts'
import { parseExactJson } from '../../src/index.ts'
import { type Case, cases } from './cases.ts'
import { type Door, doors } from './doors.ts'

const statusHeaders = ['content-type', 'www-authenticate', 'allow']

async function send(door: Door, { options, stored, request }: Case) {
  await using open = await door.open(options)
  await open.store.plants.add(parseExactJson(stored) as NewPlant[])
  const answer = await open.send(request)
  const headers = Object.entries(answer.headers).filter(([name]) => statusHeaders.includes(name))
  return { status: answer.status, headers: Object.fromEntries(headers), body: answer.body }
}

describe.each(doors.map((door) => ({ door, ...door })))('through $name', ({ door, cannotSend }) => {
  const sendable = cases.filter(({ title }) => !Object.hasOwn(cannotSend, title))

  test.for(sendable)('$topic ($preset): $title', async (entry, { expect: check }) => {
    check(await send(door, entry)).toEqual(entry.answer)
  })

  test.for(Object.entries(cannotSend))('cannot send "%s": %s', async ([title], { expect: check }) => {
    const entry = cases.find((candidate) => candidate.title === title)
    check(entry).toBeDefined()
    if (entry === undefined) return
    const answer = await send(door, entry).catch(() => undefined)
    check(answer).not.toEqual(entry.answer)
  })
})

test('there are at least 80 cases, and no two of a topic have one title', () => {
  const names = cases.map(({ topic, preset, title }) => `${topic} ${preset} ${title}`)
  expect(new Set(names).size).toBe(names.length)
  expect(names.length).toBeGreaterThanOrEqual(160)
})
