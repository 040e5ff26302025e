import { safeMethods } from './ask.ts'
import { leaveOpen, plain, type Row, send, toProbes } from './probe.ts'

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
  also: ['answer-follows-http', 'creates-nothing-elsewhere'] as const,
}

const toPath = (path: string): Row => [
  `POST ${path}`,
  plain({ path }, { hasTag: false }),
  // Many servers ignore a slash at the end.
  { shows: 'unknown-path', isElsewhere: path === '/plants/' },
]

const paths = {
  ...leaveOpen('other-paths', ['/plants/', '/plants/1', '/plants-of-nowhere'].map(toPath)),
  also: ['creates-nothing-elsewhere'] as const,
}

/** Other methods and paths. */
export const targets = [methods, paths]

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
