import { randomBytes, randomUUID } from 'node:crypto'
import type { RequestHeader } from '../http/exchange.ts'

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
    'a random token of the form of a JWT',
    () => {
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
      return `${part({ alg: 'none', typ: 'JWT' })}.${part({ sub: 'plant', jti: randomUUID() })}.`
    },
  ],
]

/** Tokens with characters that no token has, made of random ones. */
export const malformed: readonly [title: string, make: (random: string) => string][] = [
  ['a token in quotes', (random) => `"${random}"`],
  ['a token of two words', (random) => `${random} ${random}`],
  ['a token with a comma', (random) => `${random},${random}`],
  ['a token in brackets', (random) => `<${random}>`],
  ['a token with letters outside ASCII', (random) => `${random}\xfc`],
  ['a token of SQL', () => "' OR '1'='1"],
  ['a token of an asterisk', () => '*'],
  ['a token of an equals sign', () => '=='],
]

const swapCase = (text: string): string =>
  text.replaceAll(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  )

/** Changes that the valid token is refused with; \`shell\` writes each for a shell. */
export function alter(token: string): [title: string, Authorization][] {
  const half = Math.ceil(token.length / 2)
  const isLong = token.length > 1
  return [
    ...(isLong
      ? [
          [
            'the token without its last letter',
            {
              value: `Bearer ${token.replace(/=+$/, '').slice(0, -1)}`,
              shell: `Bearer \${PLANT_STORE_TOKEN%?}`,
            },
          ] as [string, Authorization],
          [
            'the first half of the token',
            {
              value: `Bearer ${token.slice(0, half)}`,
              shell: `Bearer $(printf %.${half}s "$PLANT_STORE_TOKEN")`,
            },
          ] as [string, Authorization],
        ]
      : []),
    [
      'the token with a letter more',
      { value: `Bearer ${token.replace(/=+$/, '')}x`, shell: `Bearer \${PLANT_STORE_TOKEN}x` },
    ],
    ['the token with a letter before it', { value: `Bearer x${token}`, shell: 'Bearer x$PLANT_STORE_TOKEN' }],
    ...(swapCase(token) === token
      ? []
      : [
          [
            'the token in the other case',
            {
              value: `Bearer ${swapCase(token)}`,
              shell: `Bearer $(printf %s "$PLANT_STORE_TOKEN" | tr 'A-Za-z' 'a-zA-Z')`,
            },
          ] as [string, Authorization],
        ]),
  ]
}

/** The valid token as the password of the scheme Basic. */
export const toBasic = (token: string): Authorization => ({
  value: `Basic ${Buffer.from(`plant:${token}`).toString('base64')}`,
  shell: 'Basic $(printf %s "plant:$PLANT_STORE_TOKEN" | base64 -w0)',
})
