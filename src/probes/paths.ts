import { operation } from '../contract/generated/operation.ts'
import { create, plain, refuse, toProbes } from './probe.ts'

const { path } = operation
const name = path.slice(1)
const firstEscaped = `/%${name.charCodeAt(0).toString(16).toUpperCase()}${name.slice(1)}`

/** Ways to write the path that a router or a proxy may take for the same. */
const aliases: readonly string[] = [
  ...['/', '//', ';x=1', '.json', '?', '%2F'].map((end) => path + end),
  ...[`//${name}`, `/.${path}`, `/x/..${path}`, firstEscaped, path.toUpperCase()],
]

/** Parameters that a framework or a gateway may read, and that nobody specified. */
const parameters: readonly string[] = [
  ...['callback=f', 'format=xml', 'pretty=1', 'fields=id', 'include=id', 'suppress_response_codes=1'],
  ...['id=1', 'name=Moss', 'tag=Moss', 'lang=xx', 'debug=1', 'limit=0', 'utm_source=x'],
]

/** The path with all these parameters, which change nothing. */
export const pathWithParameters: string = `${path}?${parameters.join('&')}`

const ofParameters = { promise: 'plant', rule: 'created-status', openRule: 'other-paths' } as const

/** The answer to a path with parameters is that without them, unless the service refuses them. */
export const unknownParameters = [
  create(
    'created-status',
    [
      [
        'POST with parameters that nobody specified',
        plain({ path: pathWithParameters }),
        {
          parts: toProbes(
            parameters.map((one) => [`POST ${path}?${one}`, plain({ path: `${path}?${one}` })]),
            ofParameters,
          ),
        },
      ],
    ],
    ofParameters,
  ),
  refuse('refuses-missing-name', [
    [
      'a body without a name, in another language, with parameters that nobody specified',
      ({ ids }) => ({
        body: `{"id":${ids.take()}}`,
        path: pathWithParameters,
        headers: { 'Accept-Language': 'de-DE,de;q=0.9' },
      }),
    ],
  ]),
]

/** The names of the path without credentials: whatever a service does about them, it can't create a plant. */
export const aliasesWithoutCredentials = refuse(
  'refuses-missing-credentials',
  aliases.map((one) => [`POST ${one}`, plain({ path: one, headers: { Authorization: null } })]),
  { isElsewhere: true, isForHttpLayer: true },
)
