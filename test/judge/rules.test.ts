import { expect, expectTypeOf, test } from 'vitest'
import { type RuleId, rules } from '../../src/judge/generated/rules.ts'
import { isIn, isRuleId, toServerErrorRule, toStatusRule } from '../../src/judge/rules.ts'
import { phases } from '../../src/verify/checks/checks.ts'

const ids = rules.map(({ id }) => id)

test('every rule has a unique id, a statement, a section and a check', () => {
  expect(new Set(ids).size).toBe(ids.length)
  for (const rule of rules) {
    expect(rule).toEqual({
      id: expect.stringMatching(/^[a-z\d]+(?:-[a-z\d]+)+$/),
      section: expect.stringMatching(/^(?:[1-9]|RFC \d+ section)/),
      level: expect.stringMatching(/^(?:must|should|protocol|open)$/),
      statement: expect.stringMatching(/^[A-Z].+\.$/),
      check: expect.stringMatching(/^\S.+\.$/),
      ...(rule.was && { was: expect.stringMatching(/^[a-z\d]+(?:-[a-z\d]+)+$/) }),
      ...(rule.groups && { groups: expect.any(Array) }),
      ...(rule.status && { status: expect.any(String) }),
      ...(rule.restsOn && { restsOn: expect.any(Array) }),
    })
  }
})

test('a misspelled id does not compile', () => {
  expectTypeOf<'created-status'>().toExtend<RuleId>()
  expectTypeOf<'created-is-20'>().not.toExtend<RuleId>()
})

test('a rule rests on rules that fail a run, and not on itself by way of others', () => {
  const restsOn = (id: RuleId): readonly RuleId[] => rules.find((rule) => rule.id === id)?.restsOn ?? []
  for (const { id, restsOn: direct = [] } of rules) {
    for (const other of direct) expect(ids).toContain(other)
    const reached = new Set(direct)
    for (const other of reached) for (const further of restsOn(other)) reached.add(further)
    expect(reached).not.toContain(id)
  }
})

test('every rule has a check and every check a rule', () => {
  const own = phases.flatMap(({ checks }) => checks.flatMap(({ rule, also = [] }) => [rule, ...also]))
  const ofAll = (['created', 'refusals', 'answers'] as const).flatMap((group) =>
    ids.filter((id) => isIn(id, group)),
  )
  const checked = [...own, ...ofAll]
  expect(new Set(checked)).toEqual(new Set(ids))
})

test('a refusal belongs to the rules of its group', async () => {
  const refuses = ids.filter((id) => isIn(id, 'refuses'))
  const lines = refuses.map((id) => `${id}: ${toServerErrorRule(id)}, ${toStatusRule(id)}\n`)
  await expect(lines.join('')).toMatchFileSnapshot('recordings/groups.txt')
  expect([isRuleId('id-zero'), isRuleId('id-one')]).toEqual([true, false])
})
