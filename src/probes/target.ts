import { safeMethods } from './ask.ts'
import { leaveOpen, plain, type Row, send, showing, toProbes } from './probe.ts'

export const methods = leaveOpen(
  'other-methods',
  // HEAD gets no body to learn from.
  safeMethods.map(
    (method): Row => [
      `${method} /plants`,
      send('', { method }),
      method === 'HEAD' ? {} : { shows: 'method-not-allowed' },
    ],
  ),
)

const toPaths = (paths: readonly string[]): Row[] =>
  showing(
    'unknown-path',
    paths.map((path) => [`POST ${path}`, plain({ path }, { hasTag: false })]),
  )

export const paths = leaveOpen('other-paths', toPaths(['/plants/', '/plants/1', '/plants-of-nowhere']))

/** Paths that only show decisions. */
export const morePaths = toProbes(
  [
    ...toPaths(['/Plants']),
    [
      'no Authorization at another path',
      plain({ path: '/nothing', headers: { Authorization: null } }),
      { shows: 'checks-credentials-first' },
    ],
  ],
  { promise: 'open' },
)
