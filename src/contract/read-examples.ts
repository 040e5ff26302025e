import { type Description, listMembers, type Place, step } from './description.ts'

/** Reads `example` and `examples` of a parameter, header, or media type, by their names; one without a name is `default`. */
export function readExamples(description: Description, place: Place): ReadonlyMap<string, unknown> {
  const examples = new Map<string, unknown>()
  const example = step(place, 'example')
  if (example.json !== undefined) examples.set('default', example.json)
  for (const [name, entry] of listMembers(step(place, 'examples'))) {
    const value = step(description.follow(entry) ?? entry, 'value')
    if (value.json !== undefined) examples.set(name, value.json)
  }
  return examples
}
