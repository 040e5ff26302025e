import { createHash } from 'node:crypto'
import { operation } from '../contract/generated/operation.ts'
import type { PlantAnswer } from '../store/exchange.ts'

const style =
  'body{font:1rem/1.5 system-ui,sans-serif;max-width:40rem;margin:4rem auto;padding:0 1rem}code{font-family:ui-monospace,monospace}'

const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path fill="#2e7d32" d="M8 15V8C8 4 5 3 1 3c0 4 3 6 7 6 0-4 3-7 7-7 0 5-3 8-7 8v5z"/></svg>\n'

/** Replaces the characters that HTML interprets. */
const toText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const toPage = (path: string, adminPage: string | undefined): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>Plant Store</title>
<style>${style}</style>
</head>
<body>
<h1>Plant Store</h1>
<p>This is a fake of the plant store. It answers <code>${operation.method} ${toText(path)}</code>.</p>
${
  adminPage !== undefined
    ? `<p><a href="${adminPage}">See its requests, plants, and faults</a></p>`
    : '<p>Its control API is off because it listens on an address that isn’t loopback. Start it with <code>--admin-token</code> to turn it on.</p>'
}
</body>
</html>
`

/** Answers with the page at `/` or with its icon. */
export const answerFrontPage = (
  target: string,
  path: string,
  adminPage: string | undefined,
): PlantAnswer => ({
  status: 200,
  headers: {
    'content-type': target === '/' ? 'text/html; charset=utf-8' : 'image/svg+xml',
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
  },
  body: target === '/' ? toPage(path, adminPage) : icon,
})
