/** A way to break an example, and what the first screen of its tests has to say about it. */
export interface Break {
  title: string
  file: string
  from: string
  to: string
  reason: RegExp
}

export const ofBookingApp: readonly Break[] = [
  {
    title: 'the content type is missing',
    file: 'src/client.ts',
    from: "if (body !== undefined) headers.set('Content-Type', type)",
    to: '',
    reason: /POST \/v1\/login .* got \d+, unsupported-media-type: .* must be application\/json/,
  },
  {
    title: 'the token has another scheme',
    file: 'src/client.ts',
    from: '`Bearer $',
    to: '`Token $',
    reason: /GET \/v1\/bookings\?limit=2&offset=0 got 401, missing-credentials: /,
  },
  {
    title: 'a property is misspelled',
    file: 'src/client.ts',
    from: "send('POST', '/bookings', booking)",
    to: "send('POST', '/bookings', { ...booking, romm: 'blue' })",
    reason: /invalid-body: \/romm isn't a known property; known are reference, room, from/,
  },
  {
    title: 'a change is not a merge patch',
    file: 'src/client.ts',
    from: "    'application/merge-patch+json',\n",
    to: '',
    reason:
      /PATCH \/v1\/bookings\/A%2F1 .* unsupported-media-type: .* must be application\/merge-patch\+json/,
  },
  {
    title: 'the reference is not encoded in the path',
    file: 'src/client.ts',
    from: 'encodeURIComponent(reference)',
    to: 'reference',
    reason: /no operation has the path \/v1\/bookings\/A\/1/,
  },
]

const github = 'src/github.ts'

export const ofGithubClient: readonly Break[] = [
  {
    title: 'the body is not JSON',
    file: github,
    from: 'JSON.stringify(body)',
    to: 'String(body)',
    reason: /POST .* got 400, malformed-body: /,
  },
  {
    title: 'only the first page is read',
    file: github,
    from: 'found.length < pageSize',
    to: 'found.length <= pageSize',
    reason: /GET \/repos\/ada\/garden\/issues\?state=open&per_page=2&page=1 got 200\n\n/,
  },
]
