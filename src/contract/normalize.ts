import { isObject } from '../options/is-object.ts'
import { removeWrongKeywords } from './check-keywords.ts'
import { checkDocumentSize } from './check-size.ts'
import { ContractError, type Warning } from './contract.ts'
import { createDescription, type Description } from './description.ts'
import { toPointer } from './pointer.ts'
import { allowNull, isNullable, upgradeDocument, upgradeSchema } from './upgrade.ts'
import { walk } from './walk.ts'

/** Reads which version of OpenAPI a document is. @throws {ContractError} if it is none */
function readVersion(document: unknown): '2.0' | '3.0' | '3.1' {
  if (!isObject(document)) throw new ContractError('it is not an OpenAPI description: it must be an object')
  const { swagger, openapi } = document
  if (String(swagger).startsWith('2')) return '2.0'
  const version = String(openapi)
  if (openapi === undefined)
    throw new ContractError(
      'it is not an OpenAPI description: it has neither openapi nor swagger with a version',
    )
  if (!/^3(?:\.|$)/.test(version))
    throw new ContractError(`OpenAPI ${version} isn't supported; the versions are 2.0, 3.0, and 3.1`)
  return /^3(?:\.0|$)/.test(version) ? '3.0' : '3.1'
}

/**
 * Upgrades a document to OpenAPI 3.1, and removes from its schemas what means nothing. The document is changed.
 *
 * @throws {ContractError} if it isn't an OpenAPI description
 */
export function normalize(document: unknown, warn: (warning: Warning) => void): Description {
  checkDocumentSize(document)
  const version = readVersion(document)
  const description = createDescription(upgradeDocument(document as Record<string, unknown>, version))
  /** The schemas of 3.1 that have a keyword of 3.0. */
  const nullable: string[] = []
  walk(description, {
    schema(place) {
      // The document is a copy of its own.
      const schema = place.json as Record<string, unknown>
      if (version !== '3.1') upgradeSchema(schema)
      else if (isNullable(schema)) {
        allowNull(schema)
        nullable.push(place.pointer)
      }
      for (const { keyword, message } of removeWrongKeywords(schema))
        warn({ message, pointer: place.pointer + toPointer(keyword) })
      description.addSchema(place)
    },
    lost({ json, pointer }) {
      const reference = String(json['$ref'] ?? json['$dynamicRef'])
      const message = `The reference ${reference} leads nowhere. Whatever it stands for is ignored.`
      warn({ message, pointer: `${pointer}/$ref` })
    },
  })
  const [first, ...others] = nullable
  if (first !== undefined) {
    const more = others.length > 0 ? `, and ${others.length} more` : ''
    const message = `OpenAPI 3.1 has no nullable, but this schema has it${more}. It allows null, as in OpenAPI 3.0.`
    warn({ message, pointer: `${first}/nullable` })
  }
  return description
}
