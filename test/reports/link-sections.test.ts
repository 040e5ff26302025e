import { expect, test } from 'vitest'
import { rules } from '../../src/judge/generated/rules.ts'
import { specification } from '../../src/reports/generated/specification.ts'
import { findCitedSections, linkSections, toSectionAnchor } from '../../src/reports/link-sections.ts'
import { describeSection, type Report } from '../../src/reports/report.ts'
import { toHtml } from '../../src/reports/to-html.ts'
import { judgments } from './sample-judgments.ts'

const findAddresses = (text: string): string[] => {
  const addresses: string[] = []
  linkSections(text, (cited, address) => {
    addresses.push(address)
    return cited
  })
  return addresses
}

test('every rule cites a section that docs/specification.md has, or an RFC', () => {
  const anchors = specification.map(([name]) => `#${toSectionAnchor(name)}`)
  for (const { section } of rules) {
    const addresses = findAddresses(describeSection(section))
    expect(addresses, section).toHaveLength(
      section.split('; ').filter((part) => !part.startsWith('JSON Schema')).length,
    )
    for (const address of addresses)
      expect(address.startsWith('#') ? anchors : [address], section).toContain(address)
  }
})

test('an RFC is linked with its section', () => {
  expect(findAddresses('RFC 9110 section 15.5.2; RFC 8259')).toEqual([
    'https://www.rfc-editor.org/rfc/rfc9110#section-15.5.2',
    'https://www.rfc-editor.org/rfc/rfc8259',
  ])
})

test('the HTML report has what the sections say that it cites, and no others', () => {
  const html = toHtml(judgments['failed'] as Report)
  const cited = [...new Set([...html.matchAll(/href="#(section-[^"]+)"/g)].map(([, anchor]) => anchor))]
  const shown = [...html.matchAll(/<pre id="(section-[^"]+)"/g)].map(([, anchor]) => anchor)
  expect(shown.sort()).toEqual(cited.sort())
  expect(findCitedSections(['specification section 4, rule 2'])).toEqual([
    ['4, rule 2', 'The body of a 200 is a Plant, and a Plant has no `id`.'],
  ])
})
