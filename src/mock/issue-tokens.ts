import type { MediaType, Operation } from '../contract/contract.ts'
import { getAt } from '../json/at-path.ts'
import { hex } from './effects/make-key.ts'

export interface IssuedTokens {
  add(token: string): void
  has(token: string): boolean
  clear(): void
}

/** The most tokens that are remembered; the oldest are forgotten first. */
const maxTokens = 10_000

export function createIssuedTokens(): IssuedTokens {
  const tokens = new Set<string>()
  return {
    add(token) {
      tokens.add(token)
      const [oldest] = tokens
      if (tokens.size > maxTokens && oldest !== undefined) tokens.delete(oldest)
    },
    has: (token) => tokens.has(token),
    clear: () => tokens.clear(),
  }
}

/** Draws a number that nobody can guess, from 0 to less than 1. */
const drawSecret = (): number => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32

/** Makes a token that the schema of its property allows; one like a documented JSON Web Token has its claims. */
function makeToken({ schema, examples }: MediaType, name: string): string {
  const inner = schema.at(name)
  const [example] = examples.values()
  const documented = String(getAt(example, [name]) ?? inner?.example())
  const made = [
    ...(/^eyJ[\w-]*\.[\w-]+\.[\w-]*$/.test(documented)
      ? [documented.slice(0, documented.lastIndexOf('.') + 1)]
      : []),
    '',
  ].map((start) => start + hex('x'.repeat(40), drawSecret))
  const others = ['xxxxxxxx-xxxx-4xxx-axxx-xxxxxxxxxxxx', 'x'.repeat(32), 'x'.repeat(16)].map((form) =>
    hex(form, drawSecret),
  )
  const fitting = [...made, ...others].find((token) => (inner?.check(token) ?? []).length === 0)
  return fitting ?? String(inner?.example(Math.floor(drawSecret() * 2 ** 32)))
}

/** Issues a token if an operation does so; returns the properties of its response that have it. */
export function issueTokens(operation: Operation, issued: IssuedTokens): Readonly<Record<string, string>> {
  const names = operation.tokens()
  const media = operation.responses.success?.media.find(({ kind }) => kind === 'json')
  const [first] = names
  if (first === undefined || media === undefined) return {}
  const token = makeToken(media, first)
  issued.add(token)
  return Object.fromEntries(names.map((name) => [name, token]))
}
