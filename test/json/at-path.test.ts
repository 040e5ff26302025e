import { expect, test } from 'vitest'
import { getAt, removeAt, setAt } from '../../src/json/at-path.ts'

const beds = { id: 1, beds: [{ width: 90 }, { width: 140 }] }

test.each([
  [[], beds],
  [['beds', 1, 'width'], 140],
  [['beds', 2, 'width'], undefined],
  [['id', 'width'], undefined],
  [['toString'], undefined],
])('finds what is at %j', (path, found) => {
  expect(getAt(beds, path)).toEqual(found)
})

test.each([
  [[], 5, 5],
  [['id'], 2, { ...beds, id: 2 }],
  [['beds', 0, 'width'], 80, { id: 1, beds: [{ width: 80 }, { width: 140 }] }],
  [['beds', 5], 80, beds],
  [['view', 'side'], 'sea', { ...beds, view: { side: 'sea' } }],
  [['id', 'value'], 2, { ...beds, id: { value: 2 } }],
])('copies a value with another one at %j', (path, inner, copy) => {
  const before = structuredClone(beds)
  expect(setAt(beds, path, inner)).toEqual(copy)
  expect(beds).toEqual(before)
})

test('a property with the name of the prototype is a property', () => {
  const copy = setAt({}, ['__proto__', 'id'], 1)
  expect(JSON.stringify(copy)).toBe('{"__proto__":{"id":1}}')
  expect(getAt(copy, ['__proto__', 'id'])).toBe(1)
})

test.each([
  [['id'], { beds: beds.beds }],
  [['beds', 0], { id: 1, beds: [{ width: 140 }] }],
  [['beds', 1, 'width'], { id: 1, beds: [{ width: 90 }, {}] }],
  [['beds', 2], beds],
  [['view', 'side'], beds],
  [[], beds],
])('copies a value without what is at %j', (path, copy) => {
  const before = structuredClone(beds)
  expect(removeAt(beds, path)).toEqual(copy)
  expect(beds).toEqual(before)
})
