import { correct, validToken } from '../parts.ts'
import { alsoAuthorize, type Mistake } from './mistake.ts'

const missingMistakes: readonly Mistake[] = [
  {
    title: 'a request without credentials is accepted',
    backend: alsoAuthorize((authorization) => authorization === undefined),
  },
  {
    title: 'an empty Authorization header is accepted',
    backend: alsoAuthorize((authorization) => authorization?.trim() === ''),
  },
  {
    title: 'a scheme without a token is accepted',
    backend: alsoAuthorize((authorization) => /^bearer *$/i.test(authorization ?? '')),
  },
]

const alteredMistakes: readonly Mistake[] = [
  {
    title: 'every token is accepted',
    backend: alsoAuthorize((_, token) => /^[\w.~+/-]+=*$/.test(token ?? '')),
  },
  {
    title: 'every long token is accepted',
    backend: alsoAuthorize((_, token) => /^[\w.~+/-]{16,}=*$/.test(token ?? '')),
  },
  {
    title: 'every token of three parts is accepted, since the signature is not checked',
    backend: alsoAuthorize((_, token) => /^[\w-]+\.[\w-]+\.[\w-]+$/.test(token ?? '')),
  },
  {
    title: 'the start of the token is accepted',
    backend: alsoAuthorize((_, token) => token !== undefined && token !== '' && validToken.startsWith(token)),
  },
  {
    title: 'the token with more characters is accepted',
    backend: alsoAuthorize((_, token) => /^local-token[\w.~+/-]*$/.test(token ?? '')),
  },
  {
    title: 'padding after the token is ignored',
    backend: alsoAuthorize((_, token) => /^local-token=*$/.test(token ?? '')),
  },
  {
    title: 'tokens are compared in lower case',
    backend: alsoAuthorize((_, token) => token?.toLowerCase() === validToken),
  },
  {
    title: 'tokens are compared by their first five letters',
    backend: alsoAuthorize((_, token) => /^local[\w.~+/-]*$/.test(token ?? '')),
  },
  {
    title: 'a token with SQL in it is accepted',
    backend: alsoAuthorize((_, token) => token?.includes("'") ?? false),
  },
  {
    title: 'a malformed token is not checked',
    backend: alsoAuthorize((_, token) => !/^[\w.~+/=-]*( .*|,.*)?$/.test(token ?? '')),
  },
  {
    title: 'text after the token is ignored',
    backend: alsoAuthorize((_, token) => token?.split(/[ ,]/)[0] === validToken),
  },
  {
    title: 'parameters after the token are ignored',
    backend: alsoAuthorize((_, token) => /^local-token *,/.test(token ?? '')),
  },
]

const schemeMistakes: readonly Mistake[] = [
  {
    title: 'the token is accepted as the password of Basic',
    backend: alsoAuthorize(
      (authorization = '') =>
        /^basic /i.test(authorization) &&
        Buffer.from(authorization.slice(6), 'base64').toString().split(':').includes(validToken),
    ),
  },
  {
    title: 'the token is accepted under any scheme',
    backend: alsoAuthorize((authorization) => /^\S+ +local-token$/.test(authorization ?? '')),
  },
  {
    title: 'the token is accepted under the scheme Token',
    backend: alsoAuthorize((authorization) => /^token +local-token$/i.test(authorization ?? '')),
  },
  {
    title: 'the token is accepted without a scheme',
    backend: alsoAuthorize((authorization) => authorization === validToken),
  },
  {
    title: 'Bearer and the token are accepted without a space',
    backend: alsoAuthorize((authorization) => /^[Bb]earer *local-token$/.test(authorization ?? '')),
  },
  {
    title: 'the scheme must be spelled Bearer',
    backend: {
      isAuthorized: (authorization = '') =>
        authorization.startsWith('Bearer ') && correct.isAuthorized(authorization),
    },
  },
]

/** Backends that accept wrong credentials, or refuse valid ones. */
export const tokenMistakes: readonly Mistake[] = [...missingMistakes, ...alteredMistakes, ...schemeMistakes]
