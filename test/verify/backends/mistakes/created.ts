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
    backend: { accept: (...args) => ({ ...correct.accept(...args), status }) } satisfies Mistake['backend'],
  })),
  {
    title: 'a created plant is answered 204 without a body',
    backend: { accept: () => ({ status: 204, headers: {}, body: '' }) },
  },
  {
    title: 'a created plant is answered with a redirect to it',
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
    backend: withContentType('text/plain; charset=utf-8'),
  },
  {
    title: 'the 200 is text/html, the default of a framework',
    backend: withContentType('text/html'),
  },
  { title: 'the 200 has no content type', backend: withContentType(undefined) },
  {
    title: 'the 200 has a vendor-specific content type',
    backend: withContentType('application/vnd.plants+json'),
  },
  {
    title: 'the 200 is JSON after a byte order mark',
    backend: writeBody((body) => `\ufeff${body}`),
  },
  {
    title: 'the 200 is JSON after a prefix against hijacking',
    backend: writeBody((body) => `)]}',\n${body}`),
  },
  {
    title: 'the 200 is JSON inside a JSON string',
    backend: writeBody((body) => JSON.stringify(body)),
  },
  {
    title: 'the 200 is an array of one plant',
    backend: writeBody((body) => `[${body}]`),
  },
  { title: 'the 200 has an empty body', backend: writeBody(() => '') },
  {
    title: 'the 200 is a dictionary as Python prints it',
    backend: writeBody((body) => body.replaceAll('"', "'")),
  },
  {
    title: 'the 200 is XML for a client that prefers it',
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
    backend: writeBody((body) => body + body),
  },
  {
    title: 'the plant is inside a member named data',
    backend: { toBody: (plant, exchange) => ({ data: correct.toBody(plant, exchange) }) },
  },
  {
    title: 'the 200 has a Name with a capital letter',
    backend: { toBody: ({ name, tag }) => ({ Name: name, tag }) },
  },
  {
    title: 'the 200 has an id but no name',
    backend: { toBody: ({ id }) => ({ id }) },
  },
  {
    title: 'the name is lower-cased',
    backend: changeName((name) => name.toLowerCase()),
  },
  {
    title: 'the first letter of the name becomes a capital',
    backend: changeName((name) => name.charAt(0).toUpperCase() + name.slice(1)),
  },
  {
    title: 'every plant has the name of the example',
    backend: changeName(() => 'Monstera'),
  },
  {
    title: 'every answer has the name of the first plant',
    backend: {
      toBody: ({ name, tag }, { state }) => ({ name: [...state.plants.values()][0]?.name ?? name, tag }),
    },
  },
  { title: 'the tag is dropped', backend: changeTag(() => undefined) },
  {
    title: 'the tag is lower-cased',
    backend: changeTag((tag) => tag.toLowerCase()),
  },
  { title: 'the tag comes back in an array', backend: changeTag((tag) => [tag]) },
  {
    title: 'the tag comes back as tags',
    backend: { toBody: ({ name, tag }) => ({ name, tags: tag }) },
  },
  {
    title: 'the tag comes back as null',
    backend: changeTag(() => null),
  },
  {
    title: 'a missing tag comes back as null',
    backend: { toBody: ({ name, tag = null }: { name: string; tag?: string | null }) => ({ name, tag }) },
  },
  {
    title: 'a missing tag comes back as an empty string',
    backend: { toBody: ({ name, tag = '' }) => ({ name, tag }) },
  },
  {
    title: 'a missing tag comes back as the string undefined',
    backend: { toBody: ({ name, tag }) => ({ name, tag: String(tag) }) },
  },
  {
    title: 'a missing tag comes back as the tag of an earlier plant',
    backend: {
      toBody: ({ name, tag }, { state }) => ({
        name,
        tag: tag ?? [...state.plants.values()].findLast((plant) => plant.tag)?.tag,
      }),
    },
  },
  {
    title: 'the 200 repeats the id',
    backend: { toBody: ({ id, name, tag }) => ({ id, name, tag }) },
  },
  {
    title: 'the 200 repeats the id as a string',
    backend: { toBody: ({ id, name, tag }) => ({ id: String(id), name, tag }) },
  },
  {
    title: 'every plant is stored before its credentials are checked, and is then stored already',
    backend: {
      async save(...args) {
        await correct.save(...args)
        await correct.save(...args)
      },
    },
  },
]
