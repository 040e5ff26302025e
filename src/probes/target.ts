import type { RuleId } from '../judge/generated/rules.ts'
import { type Ask, safeMethods } from './ask.ts'
import { createPlainPlant } from './plain-plant.ts'
import { create, leaveOpen, plain, type Row, refuse, send, toProbes } from './probe.ts'

const methods = {
  ...leaveOpen(
    'other-methods',
    // HEAD gets no body to learn from.
    safeMethods.map(
      (method): Row => [
        `${method} /plants`,
        send('', { method }),
        method === 'HEAD' ? undefined : 'method-not-allowed',
      ],
    ),
  ),
  also: ['answer-follows-http', 'creates-nothing-elsewhere', 'no-5xx-elsewhere'] as const,
}

const withoutCredentials = { headers: { Authorization: null } }

/** Sends a plain plant after the same one with methods that must not create it. */
const after = (rule: RuleId, methods: readonly string[], how = '', more: Ask = {}) =>
  create(
    rule,
    methods.map((method) => [
      `a plain plant after ${method} with the same one${how}`,
      (source) => {
        const plant = createPlainPlant(source)
        return { before: [{ method, plant, ...more }], plant }
      },
    ]),
  )

/** Methods that a service may guard less than POST. With credentials, they could change what others have stored. */
const otherMethods = ['PUT', 'PATCH']

const afterwards = [
  // RFC 9110 section 9.2.1
  after('creates-nothing-elsewhere', safeMethods),
  after('refused-credentials-store-nothing', otherMethods, ' without credentials', withoutCredentials),
  refuse(
    'refuses-missing-credentials',
    [
      ...otherMethods.map(
        (method): Row => [`${method} without credentials`, plain({ method, ...withoutCredentials })],
      ),
    ],
    { isElsewhere: true, isForHttpLayer: true },
  ),
]

/** Asks for plants without credentials, which every operation needs: whatever is there, it shows none. */
const leaks = refuse(
  'refuses-missing-credentials',
  [false, true].map((isOne) => [
    `GET for ${isOne ? 'a stored plant' : 'all plants'} without credentials`,
    (source) => {
      const plant = createPlainPlant(source)
      const path = isOne ? `/plants/${plant.id}` : '/plants'
      return { before: [{ plant }], plant, method: 'GET', path, body: '', ...withoutCredentials }
    },
  ]),
  { isElsewhere: true, isForHttpLayer: true, before: 'plant' },
)

const toPath = (path: string): Row => [
  `POST ${path}`,
  plain({ path }, { hasTag: false }),
  // Many servers ignore a slash at the end.
  { shows: 'unknown-path', isElsewhere: path === '/plants/' },
]

const paths = {
  ...leaveOpen('other-paths', ['/plants/', '/plants/1', '/plants-of-nowhere', '/plantsx'].map(toPath)),
  also: ['creates-nothing-elsewhere', 'no-5xx-elsewhere'] as const,
}

/** Other methods and paths. */
export const targets = [methods, paths]

/** What other methods must not do with a plant, whatever they answer. */
export const misuses = [...afterwards, leaks]

/** Paths that only show decisions. */
export const morePaths = toProbes(
  [
    toPath('/Plants'),
    // Both are other ways to write the path of the operation.
    ['POST /%70lants', plain({ path: '/%70lants' }), { shows: 'standards', isElsewhere: true }],
    ['a query', plain({ path: '/plants?more=1' }), { shows: 'standards', isElsewhere: true }],
  ],
  { promise: 'open' },
)
