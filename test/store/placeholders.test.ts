import { expect, test } from 'vitest'
import { patterns } from '../../src/drift/marks.ts'
import { createPlantStore } from '../../src/index.ts'
import { placeholders } from '../../src/store/placeholders.ts'

const names = Object.keys(placeholders) as (keyof typeof placeholders)[]
const all = Object.fromEntries(names.map((name) => [name, `{${name}}`]))

const request = {
  method: 'POST',
  path: '/plants',
  headers: { authorization: 'Bearer a', 'content-type': 'application/json' },
  body: '{"id":1,"name":"{uuid}"}',
}

test.for(names)('{%s} is filled in anew wherever an answer is set', async (name) => {
  const text = `{${name}}`
  const store = createPlantStore({
    answers: {
      created: { members: { at: { [name]: text } }, headers: { 'X-At': text } },
      'duplicate-key': { message: `at ${text}, {id}`, members: all, headers: { 'X-At': `at ${text}` } },
    },
  })
  const [created, first, second] = [
    await store.handle(request),
    await store.handle(request),
    await store.handle(request),
  ]
  const look = new RegExp(`^at ${patterns[name]}, 1$`, 'i')
  const body = JSON.parse(created.body)
  expect(body.name).toBe('{uuid}')
  expect(`at ${body.at[name]}, 1`).toMatch(look)
  expect(typeof body.at[name]).toBe(name === 'number' ? 'number' : 'string')
  expect(`at ${created.headers['x-at']}, 1`).toMatch(look)
  expect(JSON.parse(first.body).message).toMatch(look)
  expect(`${first.headers['x-at']}, 1`).toMatch(look)
  const uuids = [first, second].map((answer) => JSON.parse(answer.body).uuid)
  expect(new Set(uuids).size).toBe(2)
})

test('what a client sends has no placeholders', async () => {
  const store = createPlantStore({ answers: { 'invalid-body': { error: 1 } } })
  const { body } = await store.handle({ ...request, body: '{"id":"{uuid}","name":"{now}"}' })
  expect(JSON.parse(body).message).toContain('"{uuid}"')
})
