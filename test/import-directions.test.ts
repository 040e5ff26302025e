import { expect, test } from 'vitest'
import { findWrongImports } from './import-directions.ts'

const find = (from: string, text: string): string[] => findWrongImports(`src/${from}`, text)

test.each<[from: string, to: string]>([
  ['options/x.ts', '../json/exact-json.ts'],
  ['contract/x.ts', '../mock/create-mock.ts'],
  ['contract/x.ts', 'node:fs'],
  ['contract/x.ts', './generate/root.ts'],
  ['mock/storage/x.ts', '../../adapters/server/start-server.ts'],
  ['mock/x.ts', '../judge/judge-answer.ts'],
  ['mock/x.ts', '../index.ts'],
  ['mock/x.ts', 'msw'],
  ['index.ts', './judge/rules.ts'],
  ['adapters/server/x.ts', '../msw/create-handlers.ts'],
  ['adapters/server/x.ts', '../../judge/rules.ts'],
  ['adapters/server/x.ts', 'express'],
  ['adapters/msw/x.ts', 'node:fs'],
  ['judge/x.ts', '../mock/create-mock.ts'],
  ['reports/x.ts', '../mock/journal/journal.ts'],
  ['verify/x.ts', '../pact/pact.ts'],
  ['pact/provider/x.ts', '../../mock/create-mock.ts'],
  ['prism/x.ts', '../cli/main.ts'],
  ['cli/x.ts', '@pact-foundation/pact'],
])('src/%s may not import %s, types included', (from, to) => {
  for (const text of [
    `import { x } from '${to}'`,
    `import type { x } from '${to}'`,
    `import '${to}'`,
    `import {\n  x,\n} from "${to}"`,
    `export { x } from '${to}'`,
    `const { x } = await import('${to}')`,
    `let x: import('${to}').X`,
  ]) {
    expect(find(from, text), text).toEqual([expect.stringContaining(`src/${from} imports ${to}, but `)])
  }
})

test.each<[from: string, to: string]>([
  ['contract/x.ts', '../options/schema.ts'],
  ['contract/generate.ts', 'node:fs'],
  ['mock/storage/x.ts', '../../json/exact-json.ts'],
  ['adapters/server/x.ts', '../../mock/create-mock.ts'],
  ['adapters/vitest/x.ts', '../msw/create-handlers.ts'],
  ['pact/consumer/x.ts', '@pact-foundation/pact'],
  ['diff/x.ts', '../mock/create-mock.ts'],
  ['adapters/msw/x.ts', 'msw'],
])('src/%s may import %s', (from, to) => {
  expect(find(from, `import type { x } from '${to}'`)).toEqual([])
})

test('an import in a comment is an example', () => {
  expect(find('mock/x.ts', "/**\n * import { http } from 'msw'\n */\n// import 'msw'")).toEqual([])
})

test('a folder of src/ that has no row is refused', () => {
  expect(find('new/x.ts', '')).toEqual([
    'src/new/x.ts is in no part of the table in test/import-directions.ts',
  ])
})
