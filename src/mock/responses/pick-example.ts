import type { MediaType, Response } from '../../contract/contract.ts'
import { fitToSchema } from './complete.ts'

/** Returns the documented value of a media type, by its name or the first one (of server-sent events, all of them), or else one of its schema. */
export function pickExample(
  media: MediaType,
  name: string | undefined,
  seed: number,
  isDynamic = false,
): unknown {
  const { examples, schema } = media
  if (name !== undefined && examples.has(name)) return examples.get(name)
  if (!isDynamic && examples.size > 0) {
    if (media.kind === 'events') return [...examples.values()].flat()
    const [example] = examples.values()
    return media.kind === 'json' ? fitToSchema(schema, example, seed) : example
  }
  return schema.example(seed)
}

export const hasExample = (response: Response, name: string): boolean =>
  response.media.some(({ examples }) => examples.has(name))

/** Makes a number of a text, the same one each time (FNV-1a). */
export function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}
