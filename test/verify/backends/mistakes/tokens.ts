import { correct, validToken } from '../parts.ts'
import { alsoAuthorize, type Mistake } from './mistake.ts'

const missingMistakes: readonly Mistake[] = [
  {
    title: 'a request without credentials is taken',
    rule: 'refuses-missing-credentials',
    backend: alsoAuthorize((authorization) => authorization === undefined),
  },
  {
    title: 'an empty Authorization header is taken',
    rule: 'refuses-missing-credentials',
    backend: alsoAuthorize((authorization) => authorization?.trim() === ''),
  },
  {
    title: 'a scheme without a token is taken',
    rule: 'refuses-empty-token',
    backend: alsoAuthorize((authorization) => /^bearer *$/i.test(authorization ?? '')),
  },
]

const alteredMistakes: readonly Mistake[] = [
  {
    title: 'every token is taken',
    rule: 'refuses-unissued-token',
    backend: alsoAuthorize((_, token) => /^[\w.~+/-]+=*$/.test(token ?? '')),
  },
  {
    title: 'every long token is taken',
    rule: 'refuses-unissued-token',
    backend: alsoAuthorize((_, token) => /^[\w.~+/-]{16,}=*$/.test(token ?? '')),
  },
  {
    title: 'every token of three parts is taken, as its signature is not checked',
    rule: 'refuses-unissued-token',
    backend: alsoAuthorize((_, token) => /^[\w-]+\.[\w-]+\.[\w-]+$/.test(token ?? '')),
  },
  {
    title: 'the start of a token is enough',
    rule: 'refuses-altered-token',
    backend: alsoAuthorize((_, token) => token !== undefined && token !== '' && validToken.startsWith(token)),
  },
  {
    title: 'a token may go on',
    rule: 'refuses-altered-token',
    backend: alsoAuthorize((_, token) => /^local-token[\w.~+/-]*$/.test(token ?? '')),
  },
  {
    title: 'tokens are compared in small letters',
    rule: 'refuses-token-in-other-case',
    backend: alsoAuthorize((_, token) => token?.toLowerCase() === validToken),
  },
  {
    title: 'tokens are compared by their first five letters',
    rule: 'refuses-altered-token',
    backend: alsoAuthorize((_, token) => /^local[\w.~+/-]*$/.test(token ?? '')),
  },
  {
    title: 'a token with a quote finds its way through SQL',
    rule: 'refuses-malformed-token',
    backend: alsoAuthorize((_, token) => token?.includes("'") ?? false),
  },
  {
    title: 'a token that is no token is not checked',
    rule: 'refuses-malformed-token',
    also: ['refuses-text-after-token'],
    backend: alsoAuthorize((_, token) => !/^[\w.~+/=-]*( .*|,.*)?$/.test(token ?? '')),
  },
  {
    title: 'what follows the token is ignored',
    rule: 'refuses-text-after-token',
    backend: alsoAuthorize((_, token) => token?.split(/[ ,]/)[0] === validToken),
  },
  {
    title: 'parameters behind the token are ignored',
    rule: 'refuses-text-after-token',
    backend: alsoAuthorize((_, token) => /^local-token *,/.test(token ?? '')),
  },
]

const schemeMistakes: readonly Mistake[] = [
  {
    title: 'the token as the password of Basic is taken',
    rule: 'refuses-other-scheme',
    backend: alsoAuthorize(
      (authorization = '') =>
        /^basic /i.test(authorization) &&
        Buffer.from(authorization.slice(6), 'base64').toString().split(':').includes(validToken),
    ),
  },
  {
    title: 'the token under any scheme is taken',
    rule: 'refuses-other-scheme',
    backend: alsoAuthorize((authorization) => /^\S+ +local-token$/.test(authorization ?? '')),
  },
  {
    title: 'the token under the scheme Token is taken',
    rule: 'refuses-other-scheme',
    backend: alsoAuthorize((authorization) => /^token +local-token$/i.test(authorization ?? '')),
  },
  {
    title: 'the token without a scheme is taken',
    rule: 'refuses-other-scheme',
    backend: alsoAuthorize((authorization) => authorization === validToken),
  },
  {
    title: 'Bearer and the token without a space are taken',
    rule: 'refuses-other-scheme',
    backend: alsoAuthorize((authorization) => /^[Bb]earer *local-token$/.test(authorization ?? '')),
  },
  {
    title: 'the scheme must be written Bearer',
    rule: 'scheme-in-any-case',
    backend: {
      isAuthorized: (authorization = '') =>
        authorization.startsWith('Bearer ') && correct.isAuthorized(authorization),
    },
  },
]

/** Mistakes in which credentials are taken. */
export const tokenMistakes: readonly Mistake[] = [...missingMistakes, ...alteredMistakes, ...schemeMistakes]
