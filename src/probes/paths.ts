import { operation } from '../contract/generated/operation.ts'
import { create, draw, leaveOpen, plain, type Row, refuse, toProbes, widen } from './probe.ts'

const { path } = operation
const name = path.slice(1)
const encode = (letter: string): string => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`

const escaped = [...name].map((letter, at) => `/${name.slice(0, at)}${encode(letter)}${name.slice(at + 1)}`)

/** The names of the path that servers most often take for the same. */
const common: readonly string[] = [
  ...['/', '//', ';', ';x=1', '.json', '%FF', '%00%zz', '?', '?%zz'].map((end) => path + end),
  ...[`//${name}`, `/.${path}`, `/x/..${path}`, `/%2e${path}`, path.toUpperCase()],
]

/** Every way to write the path that a server, a router, or a proxy may take for the same. */
const aliases: readonly string[] = [
  ...escaped,
  `/${[...name].map(encode).join('')}`,
  `/${[...name].map((letter) => encode(letter).toLowerCase()).join('')}`,
  `/%25${encode(name).slice(1)}${name.slice(1)}`,
  ...[`/%2F${name}`, `/%2f${name}`, `//${name}`, `///${name}`, `/\\${name}`, `/%5C${name}`],
  ...['/', '//', '%2F', '\\', '/.', '/..', '/./', '.', '..', '..;/', '/;', '/%2e', '/#', '%23'].map(
    (end) => path + end,
  ),
  ...[
    `/.${path}`,
    `/./${name}`,
    `/..${path}`,
    `/x/..${path}`,
    `/%2e${path}`,
    `/x/%2e%2e${path}`,
    `/;${path}`,
  ],
  ...[`/..;${path}`, `/.;${path}`, `/x;y${path}`, `/x${path}`, `/api${path}`, `/v1${path}`],
  ...[
    ';',
    ';x=1',
    ';jsessionid=1',
    '.json',
    '.html',
    '.css',
    '.js',
    '.php',
    ':',
    '~',
    '*',
    ',',
    '&',
    '@',
    '!',
  ].map((end) => path + end),
  ...[
    '%20',
    '%09',
    '%0A',
    '%0D%0A',
    '%00',
    '%00.json',
    '%FF',
    '%C0%AF',
    '%E2%80%8B',
    '%',
    '%2',
    '%zz',
    '%u0020',
  ].map((end) => path + end),
  path.toUpperCase(),
  `/${name.charAt(0).toUpperCase()}${name.slice(1)}`,
  path.replace(/s$/, 'S'),
  path.replace(/s$/, '%C5%BF'),
  `/%FF${name}`,
  `/%20${name}`,
  `/${name}/1`,
  `/${name}/${name}`,
  `/${name}/../${name}`,
]

/** Queries that can't be decoded, or that mean something to a framework. */
const queries: readonly string[] = [
  ...['', '?', '%', '%zz', '%FF', '%00', 'a=%u0041', 'a&a=1&a[]=2&a[b]=3', '&&&=', '=', 'a=b=c', 'a;b'],
  ...['__proto__[x]=1', 'constructor[prototype][x]=1', '_method=GET'],
  'a='.repeat(100),
  `a=${'x'.repeat(2000)}`,
  Array.from({ length: 100 }, (_, at) => `a${at}=${at}`).join('&'),
].map((query) => `${path}?${query}`)

/** Parameters that a framework or a gateway may read, and that nobody specified. */
const parameters: readonly string[] = [
  ...['callback=f', 'jsonp=f', 'cb=f', 'format=xml', '$format=xml', 'output=xml', 'type=text', 'f=html'],
  ...['accept=text/html', 'pretty=1', 'indent=2', 'fields=id', 'fields[]=id', '$select=id', 'select=id'],
  ...['only=id', 'exclude=name', 'include=id', 'expand=all', 'embed=1', 'view=full', 'envelope=1', 'wrap=1'],
  ...[
    'suppress_response_codes=1',
    'suppress_response_code=1',
    'http_status=200',
    'status=201',
    'return=none',
  ],
  ...['id=1', 'name=Moss', 'tag=Moss', 'plant[name]=Moss', 'lang=xx', 'locale=xx', 'charset=utf-16'],
  ...['debug=1', 'trace=1', 'test=1', 'mock=1', 'limit=0', 'page=0', 'async=1', 'raw=1', 'nulls=1'],
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

const toRow =
  (more: Parameters<typeof plain>[0]) =>
  (one: string): Row => [
    `POST ${one.length > 60 ? `${one.slice(0, 60)}…` : one}`,
    plain({ ...more, path: one }),
  ]

const toCommon = (more: Parameters<typeof plain>[0]): Row[] => [...common, escaped[0] ?? ''].map(toRow(more))

const toWhole = (more: Parameters<typeof plain>[0]): Row => [
  'POST with the whole address',
  plain({ ...more, isAbsolute: true }),
]

const rest = [...aliases, ...queries].filter((one) => !common.includes(one) && one !== escaped[0])

const withoutCredentials = { headers: { Authorization: null } }
const facts = { isElsewhere: true, isForHttpLayer: true }

/** The names of the path without credentials: whatever a service does about them, it can't create a plant. */
export const aliasesWithoutCredentials = [
  widen(
    refuse(
      'refuses-missing-credentials',
      [...toCommon(withoutCredentials), toWhole(withoutCredentials)],
      facts,
    ),
  ),
  draw(2, refuse('refuses-missing-credentials', rest.map(toRow(withoutCredentials)), facts)),
]

/** The same with credentials. What they answer is open, but they don't bring the service down. */
export const aliasesWithCredentials = [
  create('accepts-whole-address', [toWhole({})]),
  // RFC 9112 section 3 recommends to support request lines of 8,000 bytes, and longer ones need an answer, too.
  leaveOpen('other-paths', [
    [
      'POST with a query of 7,900 letters',
      plain({ path: `${path}?${'x'.repeat(7900)}` }),
      { isElsewhere: true },
    ],
  ]),
  widen(leaveOpen('other-paths', toCommon({}), facts)),
  draw(2, leaveOpen('other-paths', rest.map(toRow({})), facts)),
]
