import { readFileSync } from 'node:fs'

/** The README's text. */
export const readme: string = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')

/** A block of code of the README. */
export interface Snippet {
  language: string
  code: string
  /** The file that it stands for, where its first line names one. */
  file: string | undefined
}

/** Every block of code of the README. */
export const snippets: readonly Snippet[] = [...readme.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(
  ([, language = '', code = '']) => ({
    language,
    code,
    file: /^(?:\/\/|#) (\S+\/\S+\.[jt]s|\.g\S+\.yml|baseline\.yaml)\n/.exec(code)?.[1],
  }),
)
