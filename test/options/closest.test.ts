import { expect, test } from 'vitest'
import { suggestClosest } from '../../src/options/closest.ts'

test.each<[name: string, names: string[], closest: string | undefined]>([
  ['tokn', ['toad', 'token'], 'token'],
  ['PROT', ['post', 'port', 'host'], 'post'],
  ['seeed', ['speed', 'seed'], 'speed'],
  ['helth', ['health'], 'health'],
  ['abc', ['abd'], 'abd'],
  ['abc', ['ade'], undefined],
  ['x', ['long-name'], undefined],
  ['', [], undefined],
  [`${'x'.repeat(60)}${'y'.repeat(60)}`, ['x'.repeat(60)], 'x'.repeat(60)],
])('the name closest to %s of %j is suggested, if it is close: %s', (name, names, closest) => {
  expect(suggestClosest(name, names)).toBe(closest === undefined ? '' : `. Did you mean ${closest}?`)
})
