import { globSync, readFileSync } from 'node:fs'

const root = new URL('../../', import.meta.url)

/** A page for readers: one at the top of the repository, or one of docs/. */
export interface Page {
  /** Its path in the repository, such as `docs/verify.md`. */
  path: string
  text: string
}

/** A block of code on a page. */
export interface Snippet {
  /** The path of the page that shows it. */
  page: string
  language: string
  code: string
  /** The file that it is written to, if its first line names one. */
  file: string | undefined
}

/** Every page. */
export const pages: readonly Page[] = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'AGENTS.md',
  ...globSync('docs/*.md', { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .sort(),
].map((path) => ({ path, text: readFileSync(new URL(path, root), 'utf8') }))

/** The text of one page; throws if there is no such page. */
export function readPage(path: string): string {
  const page = pages.find((candidate) => candidate.path === path)
  if (page === undefined) throw new Error(`there is no page ${path}`)
  return page.text
}

/** Every block of code of every page. */
export const snippets: readonly Snippet[] = pages.flatMap(({ path, text }) =>
  [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language = '', code = '']) => ({
    page: path,
    language,
    code,
    file: /^(?:\/\/|#) (\S+\.(?:c?[jt]sx?|ya?ml|json))\n/.exec(code)?.[1],
  })),
)

/** Says whether a snippet is a command that begins so, with `npx --no` or without. */
export const isCommand = ({ language, code }: Snippet, beginning: string): boolean =>
  language === 'sh' && code.replace(/^npx --no /, '').startsWith(beginning)

/** The first command that begins so; throws if no page has one. */
export function findCommand(beginning: string): string {
  const found = snippets.find((snippet) => isCommand(snippet, beginning))
  if (found === undefined) throw new Error(`no page has a command that begins with ${beginning}`)
  return found.code.trim()
}
