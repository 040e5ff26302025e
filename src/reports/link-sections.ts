import { specification } from './generated/specification.ts'

/** The anchor of a section, in docs/specification.md and in the HTML report. */
export const toSectionAnchor = (name: string): string =>
  `section-${name.toLowerCase().replaceAll(/[, ]+/g, '-')}`

const citation = /specification section (\d(?:, (?:rule \d|[A-Z]\w+))?)|RFC (\d+)(?: section ([\d.]*\d))?/g

/**
 * Links the citations of a text: sections of the specification by their anchors, and sections of RFCs where the RFC
 * Editor publishes them.
 */
export const linkSections = (text: string, toLink: (text: string, address: string) => string): string =>
  text.replaceAll(citation, (cited: string, section?: string, rfc?: string, part?: string) =>
    section === undefined
      ? toLink(
          cited,
          `https://www.rfc-editor.org/rfc/rfc${rfc}${part === undefined ? '' : `#section-${part}`}`,
        )
      : toLink(cited, `#${toSectionAnchor(section)}`),
  )

/** The sections of the specification that texts cite, with what they say. */
export function findCitedSections(texts: readonly string[]): (readonly [name: string, text: string])[] {
  const cited = new Set(texts.flatMap((text) => [...text.matchAll(citation)].map(([, section]) => section)))
  return specification.filter(([name]) => cited.has(name))
}
