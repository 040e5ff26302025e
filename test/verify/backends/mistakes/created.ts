import { correct, toJsonAnswer } from '../parts.ts'
import { changeName, changeTag, type Mistake } from './mistake.ts'

/** Makes a backend whose 200 has another content type, or none. */
function withContentType(contentType: string | undefined): Mistake['backend'] {
  return {
    accept(...args) {
      const { status, body, headers } = correct.accept(...args)
      const { 'Content-Type': _, ...others } = headers
      return {
        status,
        body,
        headers: contentType === undefined ? others : { ...others, 'Content-Type': contentType },
      }
    },
  }
}

/** Makes a backend that writes the body of a 200 differently. */
function writeBody(write: (body: string) => string | Uint8Array): Mistake['backend'] {
  return {
    accept: (plant, parts, exchange) =>
      toJsonAnswer(200, write(parts.stringify(parts.toBody(plant, exchange)))),
  }
}

/** Backends with a wrong answer to a created plant. */
export const createdMistakes: readonly Mistake[] = [
  ...[201, 202].map((status) => ({
    title: `a created plant is answered ${status}`,
    rule: 'created-status' as const,
    backend: { accept: (...args) => ({ ...correct.accept(...args), status }) } satisfies Mistake['backend'],
  })),
  {
    title: 'a created plant is answered 204 without a body',
    rule: 'created-status',
    backend: { accept: () => ({ status: 204, headers: {}, body: '' }) },
  },
  {
    title: 'a created plant is answered with a redirect to it',
    rule: 'created-status',
    backend: {
      accept: ({ id }) => ({
        status: 303,
        headers: { Location: `/plants/${id}`, 'Content-Length': 0 },
        body: '',
      }),
    },
  },
  {
    title: 'the 200 is text/plain',
    rule: 'created-content-type',
    backend: withContentType('text/plain; charset=utf-8'),
  },
  {
    title: 'the 200 is text/html, the default of a framework',
    rule: 'created-content-type',
    backend: withContentType('text/html'),
  },
  { title: 'the 200 has no content type', rule: 'created-content-type', backend: withContentType(undefined) },
  {
    title: 'the 200 has a vendor-specific content type',
    rule: 'created-content-type',
    backend: withContentType('application/vnd.plants+json'),
  },
  {
    title: 'the 200 is JSON after a byte order mark',
    rule: 'created-is-json',
    backend: writeBody((body) => `\ufeff${body}`),
  },
  {
    title: 'the 200 is JSON after a prefix against hijacking',
    rule: 'created-is-json',
    backend: writeBody((body) => `)]}',\n${body}`),
  },
  {
    title: 'the 200 is JSON inside a JSON string',
    rule: 'created-is-json',
    backend: writeBody((body) => JSON.stringify(body)),
  },
  {
    title: 'the 200 is an array of one plant',
    rule: 'created-is-json',
    backend: writeBody((body) => `[${body}]`),
  },
  { title: 'the 200 has an empty body', rule: 'created-is-json', backend: writeBody(() => '') },
  {
    title: 'the 200 is a dictionary as Python prints it',
    rule: 'created-is-json',
    backend: writeBody((body) => body.replaceAll('"', "'")),
  },
  {
    title: 'the 200 is XML for a client that prefers it',
    rule: 'created-is-json',
    check: 'ignores-other-headers',
    backend: {
      accept: (plant, parts, exchange) =>
        /^(?!.*json).*xml/.test(exchange.request.headers.accept ?? '')
          ? {
              status: 200,
              headers: { 'Content-Type': 'application/xml' },
              body: `<plant>${plant.id}</plant>`,
            }
          : correct.accept(plant, parts, exchange),
    },
  },
  {
    title: 'the 200 has its body twice',
    rule: 'created-is-json',
    backend: writeBody((body) => body + body),
  },
  {
    title: 'the plant is inside a member named data',
    rule: 'plant-has-name',
    also: ['plant-echoes-name', 'plant-echoes-tag'],
    backend: { toBody: (plant, exchange) => ({ data: correct.toBody(plant, exchange) }) },
  },
  {
    title: 'the 200 has a Name with a capital letter',
    rule: 'plant-has-name',
    also: ['plant-echoes-name'],
    backend: { toBody: ({ name, tag }) => ({ Name: name, tag }) },
  },
  {
    title: 'the 200 has an id but no name',
    rule: 'plant-has-name',
    also: ['plant-echoes-name', 'plant-echoes-tag', 'plant-has-no-id'],
    backend: { toBody: ({ id }) => ({ id }) },
  },
  {
    title: 'the name is lower-cased',
    rule: 'plant-echoes-name',
    backend: changeName((name) => name.toLowerCase()),
  },
  {
    title: 'the first letter of the name becomes a capital',
    rule: 'plant-echoes-name',
    backend: changeName((name) => name.charAt(0).toUpperCase() + name.slice(1)),
  },
  {
    title: 'every plant has the name of the example',
    rule: 'plant-echoes-name',
    backend: changeName(() => 'Monstera'),
  },
  {
    title: 'every answer has the name of the first plant',
    rule: 'plant-echoes-name',
    backend: {
      toBody: ({ name, tag }, { state }) => ({ name: [...state.plants.values()][0]?.name ?? name, tag }),
    },
  },
  { title: 'the tag is dropped', rule: 'plant-echoes-tag', backend: changeTag(() => undefined) },
  {
    title: 'the tag is lower-cased',
    rule: 'plant-echoes-tag',
    backend: changeTag((tag) => tag.toLowerCase()),
  },
  { title: 'the tag comes back in an array', rule: 'plant-echoes-tag', backend: changeTag((tag) => [tag]) },
  {
    title: 'the tag comes back as tags',
    rule: 'plant-echoes-tag',
    backend: { toBody: ({ name, tag }) => ({ name, tags: tag }) },
  },
  {
    title: 'the tag comes back as null',
    rule: 'plant-echoes-tag',
    backend: changeTag(() => null),
  },
  {
    title: 'a missing tag comes back as null',
    rule: 'omitted-tag-is-no-null',
    backend: { toBody: ({ name, tag = null }: { name: string; tag?: string | null }) => ({ name, tag }) },
  },
  {
    title: 'a missing tag comes back as an empty string',
    rule: 'omitted-tag-stays-out',
    backend: { toBody: ({ name, tag = '' }) => ({ name, tag }) },
  },
  {
    title: 'a missing tag comes back as the string undefined',
    rule: 'omitted-tag-stays-out',
    backend: { toBody: ({ name, tag }) => ({ name, tag: String(tag) }) },
  },
  {
    title: 'a missing tag comes back as the tag of an earlier plant',
    rule: 'omitted-tag-stays-out',
    also: ['plant-echoes-tag'],
    backend: {
      toBody: ({ name, tag }, { state }) => ({
        name,
        tag: tag ?? [...state.plants.values()].findLast((plant) => plant.tag)?.tag,
      }),
    },
  },
  {
    title: 'the 200 repeats the id',
    rule: 'plant-has-no-id',
    backend: { toBody: ({ id, name, tag }) => ({ id, name, tag }) },
  },
  {
    title: 'the 200 repeats the id as a string',
    rule: 'plant-has-no-id',
    backend: { toBody: ({ id, name, tag }) => ({ id: String(id), name, tag }) },
  },
  {
    title: 'every plant is stored before its credentials are checked, and is then stored already',
    rule: 'created-status',
    backend: {
      async save(...args) {
        await correct.save(...args)
        await correct.save(...args)
      },
    },
  },
]
