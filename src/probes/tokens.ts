import { randomBytes, randomUUID } from 'node:crypto'

/** Well-formed tokens that nobody issued. */
export const unissued: readonly [title: string, make: () => string][] = [
  ['a random token of 43 letters', () => randomBytes(32).toString('base64url')],
  ['a random token of hexadecimal digits', () => randomBytes(16).toString('hex')],
  ['a random token in the form of a UUID', () => randomUUID()],
  ['a random token of four letters', () => `x${randomBytes(2).toString('hex').slice(1)}`],
  ['a random token of 1,000 letters', () => randomBytes(750).toString('base64url')],
  ['the word undefined as the token', () => 'undefined'],
  ['the word null as the token', () => 'null'],
  ['a random token that ends in ==', () => `${randomBytes(15).toString('base64url')}==`],
  [
    'a random token in the form of a JWT',
    () =>
      `${[
        { alg: 'none', typ: 'JWT' },
        { sub: 'plant', jti: randomUUID() },
      ]
        .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
        .join('.')}.`,
  ],
]

/** Texts that no token can be, made from a random one. */
export const malformed: readonly [title: string, make: (random: string) => string][] = [
  ['a token in quotes', (text) => `"${text}"`],
  ['a token with a space', (text) => `${text} ${text}`],
  ['a token with a comma', (text) => `${text},${text}`],
  ['a token in brackets', (text) => `<${text}>`],
  ['a token with letters outside ASCII', (text) => `${text}\xfc`],
  ['SQL as the token', () => "' OR '1'='1"],
  ['an asterisk as the token', () => '*'],
  ['two equals signs as the token', () => '=='],
  ['a percent sign as the token', () => '%'],
  ['a pattern as the token', () => '.*'],
]

/** The header of a JWT that asks for no signature. */
const unsigned = Buffer.from('{"alg":"none"}').toString('base64url')

/** The form of a JWT. */
const isJwt = /^[\w-]+\.[\w-]+\.[\w-]*$/

/** Tokens that are made from the valid one; `shell` writes each for a shell. */
export function alter(token: string): [title: string, value: string, shell: string][] {
  const half = Math.ceil(token.length / 2)
  const bare = token.replace(/(?<!=)=+$/, '')
  // Decoders may ignore one more character of a signature, too.
  const more = isJwt.test(token) ? 'xx' : 'x'
  const other = /x.=*$/i.test(token) ? 'y' : 'x'
  const all: [title: string, value: string, shell: string][] = [
    ['the token without its last character', bare.slice(0, -1), `\${PLANT_STORE_TOKEN%?}`],
    ['the first half of the token', token.slice(0, half), `$(printf %.${half}s "$PLANT_STORE_TOKEN")`],
    // The last character of a token may have bits that decoders ignore.
    [
      'the token with another character before its last',
      token.replace(/.(.=*)$/, `${other}$1`),
      `$(printf %s "$PLANT_STORE_TOKEN" | sed 's/.\\(.=*\\)$/${other}\\1/')`,
    ],
    ['the token with more characters', bare + more, `\${PLANT_STORE_TOKEN}${more}`],
    ['the token after one more character', `x${token}`, 'x$PLANT_STORE_TOKEN'],
  ]
  // Libraries decode the signature of a JWT, and many of them ignore padding.
  if (!isJwt.test(token)) all.push(['the token followed by ==', `${token}==`, `\${PLANT_STORE_TOKEN}==`])
  else
    all.push([
      'the token without a signature, for the algorithm none',
      `${unsigned}.${token.split('.')[1]}.`,
      `${unsigned}.$(printf %s "$PLANT_STORE_TOKEN" | cut -d. -f2).`,
    ])
  return token.length > 1 ? all : all.slice(3)
}

/** Swaps the case of all letters. */
export const swapCase = (token: string): string =>
  token.replaceAll(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  )
