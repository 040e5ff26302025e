import { expect, test } from 'vitest'
import { readRules } from '../../src/judge/rules.ts'
import { answerRules, phases } from '../../src/verify/checks/checks.ts'

const rules = readRules()
const ids = rules.map(({ id }) => id)

test('every rule has an id of its own and says what, where and how', () => {
  expect(new Set(ids).size).toBe(ids.length)
  for (const rule of rules) {
    expect(rule).toEqual({
      id: expect.stringMatching(/^[a-z\d]+(?:-[a-z\d]+)+$/),
      section: expect.stringMatching(/^(?:[1-9]|RFC \d+ section)/),
      level: expect.stringMatching(/^(?:must|should|open)$/),
      statement: expect.stringMatching(/^[A-Z].+\.$/),
      check: expect.stringMatching(/^\S.+\.$/),
      ...(rule.restsOn && { restsOn: expect.any(Array) }),
    })
  }
})

test('a rule rests on rules that fail a run, and not on itself by way of others', () => {
  const restsOn = (id: string): readonly string[] => rules.find((rule) => rule.id === id)?.restsOn ?? []
  for (const { id, restsOn: direct = [] } of rules) {
    for (const other of direct) expect(ids).toContain(other)
    const reached = new Set(direct)
    for (const other of reached) for (const further of restsOn(other)) reached.add(further)
    expect(reached).not.toContain(id)
  }
})

test('every rule has a check and every check a rule', () => {
  const checked = [...phases.flatMap(({ checks }) => checks.map(({ rule }) => rule)), ...answerRules]
  expect(new Set(checked)).toEqual(new Set(ids))
})
