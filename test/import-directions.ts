// The directions of imports in src/: `npm run check:imports` fails on an import that this table doesn't allow.
import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'

const ground = ['contract', 'options', 'json']
const judge = [...ground, 'judge', 'http', 'reports']

/**
 * What each part may import besides itself: other parts, `node:` modules, and packages of npm.
 *
 * - The contract, JSON, and the options are the ground of everything else, and the options know nothing of this kit.
 * - The mock and the judge don't know each other, so that a mistake in one can't hide the same mistake in the other.
 *   They meet in `diff` and in tests. What both read and refuse of HTTP is in `http`.
 * - The adapters of the mock don't know each other; the fixture for Vitest builds on the handlers for MSW.
 * - What can be sent to a service depends on neither: whoever sends it, it is the same.
 * - `mock/adapter` has what several adapters need; `matchers` what every test runner needs.
 * - Nothing imports the command line, or what builds the package.
 * - A part without `node:` runs in a browser too.
 * - An optional peer dependency is imported in its own folder only.
 */
const directions: Readonly<Record<string, readonly string[]>> = {
  options: [],
  json: ['options'],
  contract: ['options', 'json', 'npm:@scalar/openapi-upgrader', 'npm:ajv', 'npm:ajv-formats', 'npm:rou3'],
  'contract/read': [...ground, 'node:', 'npm:js-yaml', 'npm:json-p3'],
  'contract/generate': [
    ...ground,
    'mock/failures',
    'mock/faults/fault-kinds',
    'node:',
    'npm:ajv',
    'npm:fast-check',
    'npm:openapi-typescript',
    'npm:typescript',
    'npm:yaml',
  ],
  'contract/load-peer': ['node:module'],
  'contract/package-files': ['node:fs', 'node:url'],
  index: [...ground, 'mock', 'mock/storage'],

  mock: [...ground, 'http/find-decoder', 'http/mask', 'mock/storage'],
  'mock/storage': [...ground, 'mock/awaitable'],
  'mock/storage/open-database': [...ground, 'node:fs', 'node:sqlite'],
  'mock/storage/sqlite-storage': [...ground, 'mock/storage', 'mock/storage/open-database', 'node:sqlite'],
  redis: [
    ...ground,
    'contract/load-peer',
    'http/mask',
    'mock',
    'mock/storage',
    'node:crypto',
    'npm:@redis/client',
  ],
  'adapters/server': [
    ...ground,
    'adapters/client/generated/types',
    'contract/package-files',
    'http',
    'mock',
    'node:',
    'npm:httpxy',
  ],
  'adapters/page': [
    ...ground,
    'adapters/client/generated/types',
    'http/quote',
    'mock/failures',
    'mock/faults/fault-kinds',
    'npm:preact',
    'npm:@preact/signals',
  ],
  'adapters/client': [...ground, 'mock'],
  arbitraries: [...ground, 'npm:fast-check'],
  'adapters/msw': [...ground, 'mock', 'mock/storage', 'npm:msw'],
  'adapters/matchers': [...ground, 'mock'],
  'adapters/vitest': [...ground, 'mock', 'adapters/matchers', 'adapters/msw', 'npm:vitest'],
  'adapters/playwright': [...ground, 'mock', 'adapters/matchers', 'npm:@playwright/test'],

  judge: [...ground, 'http', 'npm:ajv'],
  http: [...ground, 'node:'],
  reports: [...ground, 'contract/package-files', 'http', 'judge', 'node:'],
  probes: [...ground, 'http', 'judge', 'node:crypto', 'node:zlib'],
  verify: [...judge, 'probes', 'node:', 'npm:fast-check'],
  pact: [
    ...judge,
    'mock/journal/journal-entry',
    'contract/load-peer',
    'node:',
    'npm:tinyglobby',
    'npm:@pact-foundation/pact',
    'npm:@pact-foundation/pact-core',
  ],
  prism: [...judge, 'contract/load-peer', 'node:'],

  diff: [...judge, 'mock', 'probes', 'verify'],
  cli: [
    ...judge,
    'contract/read',
    'contract/package-files',
    'mock',
    'mock/storage',
    'mock/storage/sqlite-storage',
    'redis',
    'adapters/server',
    'verify',
    'pact',
    'prism',
    'diff',
    'node:',
    'npm:commander',
    'npm:cross-spawn',
    'npm:yaml',
  ],
  package: ['contract/generate', 'node:', 'npm:esbuild', 'npm:typescript'],
}

const isWithin = (path: string, part: string): boolean =>
  path === part || path.startsWith(part.endsWith(':') ? part : `${part}/`)

const withoutComments = (text: string): string => text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')

const toPath = (file: string): string => posix.relative('src', file).replace(/\.tsx?$/, '')

/** Finds the most specific part that a path belongs to. */
const findPart = (path: string): string | undefined =>
  Object.keys(directions)
    .filter((part) => isWithin(path, part))
    .sort((a, b) => b.length - a.length)[0]

/** Lists the imports of a file by their names in the table. */
function toTarget(file: string, imported: string): string {
  if (imported.startsWith('.')) return toPath(posix.join(posix.dirname(file), imported))
  return imported.startsWith('node:') ? imported : `npm:${imported}`
}

/** Lists the imports of a file of src/ that the table doesn't allow, one line each; type imports and dynamic imports count. */
export function findWrongImports(file: string, text: string): string[] {
  const part = findPart(toPath(file))
  const allowed = directions[part ?? '']
  if (allowed === undefined) return [`${file} is in no part of the table in test/import-directions.ts`]
  const imports = withoutComments(text).matchAll(/(?:\bfrom\s+|\bimport\s*\(?\s*)['"]([@.\w][^'"\n]*)['"]/g)
  return [...imports].flatMap(([, imported = '']) => {
    const target = toTarget(file, imported)
    const owner = findPart(target)
    const isAllowed = allowed.some(
      (name) => isWithin(target, name) && (owner === undefined || isWithin(name, owner)),
    )
    if (owner === part || isAllowed) return []
    return [`${file} imports ${imported}, but ${part} may import only ${allowed.join(', ') || 'itself'}`]
  })
}

if (import.meta.main) {
  const wrong = globSync('src/**/*.{ts,tsx}').flatMap((file) =>
    findWrongImports(file.replaceAll('\\', '/'), readFileSync(file, 'utf8')),
  )
  for (const line of wrong) console.error(line)
  if (wrong.length > 0) process.exitCode = 1
}
