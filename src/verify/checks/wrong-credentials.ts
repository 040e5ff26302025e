import { randomBytes, randomUUID } from 'node:crypto'
import type { RequestHeader } from '../../http/exchange.ts'

/** The value of an Authorization header. */
export type Authorization = Omit<RequestHeader, 'name'>

/** Well-formed tokens that nobody issued. */
export const unissued: readonly [title: string, make: () => string][] = [
  ['a random token of 43 letters', () => randomBytes(32).toString('base64url')],
  ['a random token of hexadecimal digits', () => randomBytes(16).toString('hex')],
  ['a random token in the form of a UUID', () => randomUUID()],
  ['a random token of four letters', () => `x${randomBytes(2).toString('hex').slice(1)}`],
  ['a random token of 1,000 letters', () => randomBytes(750).toString('base64url')],
  ['the word undefined for a token', () => 'undefined'],
  ['the word null for a token', () => 'null'],
  ['a random token that ends in ==', () => `${randomBytes(15).toString('base64url')}==`],
  [
    'a random token in the form of a JWT',
    () => {
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
      return `${part({ alg: 'none', typ: 'JWT' })}.${part({ sub: 'plant', jti: randomUUID() })}.`
    },
  ],
]

/** Random tokens with characters that no token can have. */
export const malformed: readonly [title: string, make: (random: string) => string][] = [
  ['a token in quotes', (random) => `"${random}"`],
  ['a token of two words', (random) => `${random} ${random}`],
  ['a token with a comma', (random) => `${random},${random}`],
  ['a token in brackets', (random) => `<${random}>`],
  ['a token with letters outside ASCII', (random) => `${random}\xfc`],
  ['a token of SQL', () => "' OR '1'='1"],
  ['a token of an asterisk', () => '*'],
  ['a token of an equals sign', () => '=='],
  ['a token of a percent sign', () => '%'],
  ['a token that is a pattern', () => '.*'],
]

/** Tokens that are made from the valid one; `shell` writes each for a shell. */
export function alter(token: string): [title: string, Authorization][] {
  const half = Math.ceil(token.length / 2)
  const bare = token.replace(/=+$/, '')
  const shorter: [title: string, value: string, shell: string][] = [
    ['the token without its last character', bare.slice(0, -1), `\${PLANT_STORE_TOKEN%?}`],
    ['the first half of the token', token.slice(0, half), `$(printf %.${half}s "$PLANT_STORE_TOKEN")`],
  ]
  const longer: typeof shorter = [
    ['the token with one more character', `${bare}x`, `\${PLANT_STORE_TOKEN}x`],
    ['the token with a character before it', `x${token}`, 'x$PLANT_STORE_TOKEN'],
  ]
  return [...(token.length > 1 ? shorter : []), ...longer].map(([title, value, shell]) => [
    title,
    { value: `Bearer ${value}`, shell: `Bearer ${shell}` },
  ])
}

/** The valid token in the other case; undefined if it has no letters. */
export function swapCase(token: string): Authorization | undefined {
  const swapped = token.replaceAll(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  )
  return swapped === token
    ? undefined
    : {
        value: `Bearer ${swapped}`,
        shell: `Bearer $(printf %s "$PLANT_STORE_TOKEN" | tr 'A-Za-z' 'a-zA-Z')`,
      }
}

/** The valid token with the scheme Basic: as the password or as the user. */
export const toBasic = (token: string, part: 'password' | 'user'): Authorization => {
  const write = (shown: string) => (part === 'password' ? `plant:${shown}` : `${shown}:`)
  return {
    value: `Basic ${Buffer.from(write(token)).toString('base64')}`,
    shell: `Basic $(printf %s "${write('$PLANT_STORE_TOKEN')}" | base64 -w0)`,
  }
}
