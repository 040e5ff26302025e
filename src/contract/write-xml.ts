import { isObject } from '../options/is-object.ts'
import type { Schema } from './contract.ts'

const escapeXml = (value: unknown): string =>
  String(value ?? '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

const toName = (name: string): string => name.replaceAll(/[^\w.:-]/g, '_').replace(/^(?=[\d.-])/, '_')

/** What of a schema says how its values are written. */
type XmlSchema = Pick<Schema, 'json' | 'at'>

const readXml = (schema: XmlSchema | undefined): { name?: string; attribute?: boolean; wrapped?: boolean } =>
  Object(Object(schema?.json)['xml'])

/**
 * Writes a value as XML.
 *
 * @see https://spec.openapis.org/oas/v3.1.1.html#xml-object
 */
export function writeXml(schema: Schema, value: unknown): string {
  const write = (name: string, inner: unknown, at: XmlSchema | undefined): string => {
    const own = toName(readXml(at).name ?? name)
    if (Array.isArray(inner)) {
      const item = at?.at(0)
      const isWrapped = readXml(at).wrapped === true
      const items = inner
        .map((one) => write(readXml(item).name ?? (isWrapped ? name : own), one, item))
        .join('')
      return isWrapped ? `<${own}>${items}</${own}>` : items
    }
    if (!isObject(inner)) return `<${own}>${escapeXml(inner)}</${own}>`
    const members = Object.entries(inner)
    const isAttribute = ([member]: [string, unknown]): boolean => readXml(at?.at(member)).attribute === true
    const attributes = members
      .filter(isAttribute)
      .map(([member, one]) => ` ${toName(readXml(at?.at(member)).name ?? member)}="${escapeXml(one)}"`)
    const elements = members
      .filter((entry) => !isAttribute(entry))
      .map(([member, one]) => write(member, one, at?.at(member)))
    return `<${own}${attributes.join('')}>${elements.join('')}</${own}>`
  }
  const root = Array.isArray(value)
    ? { json: { xml: { name: 'items', wrapped: true } }, at: (step: string | number) => schema.at(step) }
    : schema
  return `<?xml version="1.0" encoding="UTF-8"?>\n${write(schema.facts().name ?? 'response', value, root)}`
}
