import { readFileSync } from 'node:fs'
import { analyse } from 'scslre'
import { globSync } from 'tinyglobby'
import ts from 'typescript'
import { afterAll, expect, test, vi } from 'vitest'

/** Expressions that can take longer than linear time, and why they don't. */
const allowed = new Map([
  ['/^[a-z][a-z\\d+.-]+:|\\/\\/.*@|:[^\\\\/]+@/i', 'the value of a flag'],
  ['/\\\\\\\\|\\[(?:\\\\[\\s\\S]|[^\\]\\\\])*\\]/g', 'a pattern of at most 5,000 characters'],
])

const root = new URL('..', import.meta.url)
const files = globSync('src/**/*.{ts,tsx}', {
  cwd: root,
  ignore: ['src/contract/generate/**', '**/generated/**'],
})

/** Lists the regular expressions that a file spells out. */
function listLiterals(file: string): string[] {
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) found.push(node.text)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, readFileSync(new URL(file, root), 'utf8'), ts.ScriptTarget.Latest))
  return found
}

/** Lists the regular expressions that modules put together when they are loaded. */
async function listMade(): Promise<string[]> {
  const made: string[] = []
  const construct = (target: typeof RegExp, values: [string, string?]): RegExp => {
    const expression = Reflect.construct(target, values)
    made.push(String(expression))
    return expression
  }
  vi.resetModules()
  vi.stubGlobal('RegExp', new Proxy(RegExp, { construct }))
  await import('../src/judge/judge-exchange.ts')
  return made
}

afterAll(() => vi.unstubAllGlobals())

function isSlow(literal: string): boolean {
  const [, source = '', flags = ''] = /^\/(.*)\/(\w*)$/s.exec(literal) ?? []
  return analyse({ source, flags }).reports.length > 0
}

test('the time of each regular expression is linear in the length of the text, whatever the text is', async () => {
  const made = await listMade()
  expect(made).toContainEqual(expect.stringContaining('~-'))
  const all = new Set([...files.flatMap(listLiterals), ...made])
  expect([...all].filter(isSlow).toSorted()).toEqual([...allowed.keys()].toSorted())
})
