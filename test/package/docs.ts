import { globSync, readFileSync } from 'node:fs'

const root = new URL('../../', import.meta.url)

/** A page for readers: README.md or one of docs/. */
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
  /** The file that it stands for, if its first line names one. */
  file: string | undefined
}

/** Every page, README.md first. */
export const pages: readonly Page[] = ['README.md', ...globSync('docs/*.md', { cwd: root }).sort()].map(
  (path) => ({ path, text: readFileSync(new URL(path, root), 'utf8') }),
)

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
    file: /^(?:\/\/|#) (\S+\/\S+\.[jt]s|\.g\S+\.yml|baseline\.yaml)\n/.exec(code)?.[1],
  })),
)

/** The first command that begins so, and throws if no page has one. */
export function findCommand(beginning: string): string {
  const found = snippets.find(({ language, code }) => language === 'sh' && code.startsWith(beginning))
  if (found === undefined) throw new Error(`no page has a command that begins with ${beginning}`)
  return found.code.trim()
}
