import { type Description, listMembers, type Place, placeIn } from './description.ts'

/** Reads `example` and `examples` of a parameter, header, or media type, by their names; one without a name is `default`. */
export function readExamples(description: Description, place: Place): ReadonlyMap<string, unknown> {
  const examples = new Map<string, unknown>()
  const example = placeIn(place, 'example')
  if (example.json !== undefined) examples.set('default', example.json)
  for (const [name, entry] of listMembers(placeIn(place, 'examples'))) {
    const value = placeIn(description.follow(entry) ?? entry, 'value')
    if (value.json !== undefined) examples.set(name, value.json)
  }
  return examples
}
