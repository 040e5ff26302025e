import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { renderPage } from '../../docs/sections.ts'
import { createRefuse } from '../../src/store/answers.ts'
import { failureNames } from '../../src/store/failures.ts'
import { brokenLinks } from './links.ts'
import { isCommand, pages, readPage, snippets } from './pages.ts'

test.each([
  ['README.md', 180],
  ['docs/architecture.md', 60],
])('%s has at most %i lines', (path, limit) => {
  expect(readPage(path).trimEnd().split('\n').length).toBeLessThanOrEqual(limit)
})

test.each(pages)('every link of $path leads somewhere', ({ path }) => {
  expect(brokenLinks(path)).toEqual([])
})

/** The beginnings of commands that tests run, and the files of those tests in test/. */
const tested = {
  curl: 'package/snippets.test.ts',
  'npm ci && npm start': 'package/installs/clone.test.ts',
  'npm ci && npm test': 'every test',
  'npm install --save-dev': 'pages.test.ts: the names of the packages',
  'npx msw init': 'package/installs/frontend.test.ts',
  'NODE_OPTIONS=--experimental-vm-modules npx jest': 'package/installs/frontend.test.ts',
  'plant-store start': 'package/snippets.test.ts',
  'npm run bench': 'nothing: it measures',
  'plant-store exec': 'package/snippets.test.ts',
  'plant-store verify http': 'package/contract.test.ts',
  'plant-store learn': 'drift',
  'plant-store diff': 'drift',
  'plant-store verify-pacts': 'package/installs/pact.test.ts',
  'plant-store check-pact': 'package/installs/pact.test.ts',
  'plant-store proxy': 'prism',
  'rm -rf pacts': 'package/installs/pact.test.ts',
}

test('every command of every page is one that a test runs', () => {
  const shell = snippets.filter(({ language }) => language === 'sh')
  const untested = shell.filter(
    (snippet) => !Object.keys(tested).some((beginning) => isCommand(snippet, beginning)),
  )
  expect(untested).toEqual([])
  const gone = Object.keys(tested).filter(
    (beginning) => !shell.some((snippet) => isCommand(snippet, beginning)),
  )
  expect(gone).toEqual([])
})

test('the README links every page', () => {
  const names = pages.map(({ path }) => path).filter((path) => path !== 'README.md')
  expect(names.filter((path) => !readPage('README.md').includes(`](${path})`))).toEqual([])
})

test('CONTRIBUTING and the architecture name only files that exist', () => {
  const text = readPage('CONTRIBUTING.md') + readPage('docs/architecture.md')
  const named = [...text.matchAll(/`((?:src|test|docs|mocks|contracts)\/[\w./-]*)`/g)].map(
    ([, path = '']) => path,
  )
  expect(named.filter((path) => !existsSync(new URL(`../../${path}`, import.meta.url)))).toEqual([])
})

test('every block of code is in a language that a test reads', () => {
  const languages = new Set(snippets.map(({ language }) => language))
  expect(languages).toEqual(new Set(['sh', 'ts', 'js', 'yaml', 'json']))
  for (const { language, code } of snippets) if (language === 'json') JSON.parse(code)
})

test('the packages to install are the optional peers of the kit', () => {
  const { peerDependencies } = JSON.parse(
    readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
  )
  const named = new Set<string>()
  for (const { text } of pages) {
    for (const [, names = ''] of text.matchAll(/npm install --save-dev ([^`\n]+)/g)) {
      for (const name of names.split(' ')) if (/^(?:@[\w-]+\/)?\w[\w-]+$/.test(name)) named.add(name)
    }
  }
  named.delete('@pact-foundation/pact-cli')
  for (const name of named) expect(Object.keys(peerDependencies)).toContain(name)
})

test.each(pages)('what $path generates from the code is up to date', ({ text }) => {
  expect(text).toBe(renderPage(text))
})

test('the table of answers is the one that the store answers by', () => {
  const rows = [
    ...readPage('docs/decisions.md').matchAll(
      /^\| `([\w-]+)` +\| .* \| (\d+)[^|]* \| (\d+) +\| (\d+) +\|$/gm,
    ),
  ].map((row) => row.slice(1))
  const http = createRefuse('http')
  const documented = createRefuse('documented')
  const expected = failureNames.map((name) => {
    const { status, body } = http(name)
    return [name, `${status}`, `${documented(name).status}`, `${JSON.parse(body).error}`]
  })
  expect(rows).toEqual(expected)
})
