import type { IncomingMessage } from 'node:http'
import { readPackageFile } from '../../contract/package-files.ts'
import { cutQuery } from '../../http/mask.ts'
import type { MockResponse } from '../../mock/exchange.ts'
import { toControlRejection } from './control-error.ts'
import { controlPath } from './control-target.ts'

const types: Record<string, string> = {
  html: 'text/html',
  css: 'text/css',
  js: 'text/javascript',
  svg: 'image/svg+xml',
}

/** The page loads only its own files, and nothing in it can become markup or code. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

/** Responds to a request for a file of the page; the files have no data, so they need no admin token. */
export function respondWithPage({ method = '' }: IncomingMessage, target: string): MockResponse {
  if (method !== 'GET' && method !== 'HEAD')
    return toControlRejection(405, 'the method must be GET or HEAD', { allow: 'GET, HEAD' })
  const path = cutQuery(target).slice(controlPath.length)
  if (path === '') return { status: 308, headers: { location: `${controlPath}/` }, body: '' }
  const name = path.slice(1) || 'index.html'
  const headers = {
    'content-type': `${types[name.split('.').at(-1) ?? '']}; charset=utf-8`,
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-cache',
  }
  try {
    // `npm run build` makes them of `src/adapters/page`.
    const body = readPackageFile(`dist/page/${name}`)
    return { status: 200, headers, body: method === 'HEAD' ? '' : body }
  } catch {
    return toControlRejection(404, 'the page is not built; run npm run build')
  }
}
