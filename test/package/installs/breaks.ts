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
    title: 'pages are counted from the wrong number',
    file: 'src/client.ts',
    from: '{page * pageSize}',
    to: '{page * pageSize - 1}',
    reason: /offset=-1 got \d+, invalid-parameter: .*offset must be an integer from 0, got -1/,
  },
  {
    title: 'a property is misspelled',
    file: 'src/client.ts',
    from: "send('POST', '/bookings', booking)",
    to: "send('POST', '/bookings', { ...booking, romm: 'blue' })",
    reason: /invalid-body: \/romm isn't a known property; known are reference, room, from/,
  },
  {
    title: 'a number is sent as a string',
    file: 'src/app.tsx',
    from: "Number(toText(form, 'guests'))",
    to: "toText(form, 'guests') as never",
    reason: /invalid-body: \/guests must be an integer from 1 to 4, got "3"/,
  },
  {
    title: 'a date has another form',
    file: 'src/app.tsx',
    from: "from: toText(form, 'from')",
    to: "from: toText(form, 'from').split('-').reverse().join('.')",
    reason: /invalid-body: \/from must be .* date, got "01\.06\.2027"/,
  },
  {
    title: 'messages about fields are looked for under another name',
    file: 'src/client.ts',
    from: '[pointer.slice(1), detail]',
    to: '[pointer, detail]',
    reason: /invalid-body: \/guests must be an integer from 1 to 4, got 9/,
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
    title: 'a rejected change stays on the page',
    file: 'src/app.tsx',
    from: '      show(booking)\n',
    to: '',
    reason: /PATCH \/v1\/bookings\/A%2F1 .* got 409/,
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
    title: 'a property is misspelled',
    file: github,
    from: 'this.#path, issue)',
    to: 'this.#path, { ...issue, label: issue.labels })',
    reason: /POST \/repos\/ada\/garden\/issues .* invalid-body: \/label isn't a known property/,
  },
  {
    title: 'a list is sent as a string',
    file: github,
    from: 'this.#path, issue)',
    to: 'this.#path, { ...issue, labels: String(issue.labels ?? []) })',
    reason: /invalid-body: \/labels must be an array, got "garden"/,
  },
  {
    title: 'a state has another name',
    file: github,
    from: "state: 'closed', state_reason",
    to: "state: 'close', state_reason",
    reason: /PATCH .* invalid-body: \/state must be open or closed, got "close"/,
  },
  {
    title: 'the text of a comment has another name',
    file: github,
    from: '{ body: why }',
    to: '{ text: why }',
    reason: /POST \/repos\/ada\/garden\/issues\/1\/comments .* invalid-body: \/body is missing/,
  },
  {
    title: 'a path is misspelled',
    file: github,
    from: '/comments`',
    to: '/comment`',
    reason: /no operation has the path \/repos\/ada\/garden\/issues\/1\/comment/,
  },
  {
    title: 'the method is another one',
    file: github,
    from: "'PATCH'",
    to: "'PUT'",
    reason: /PUT \/repos\/ada\/garden\/issues\/1 .* got 405, method-not-allowed/,
  },
  {
    title: 'a number has text behind it',
    file: github,
    from: 'number}/lock',
    to: 'number}%20a/lock',
    reason: /PUT .*1%20a\/lock .* got \d+, invalid-parameter: .* issue_number must be an integer, got "1 a"/,
  },
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
  {
    title: 'it does not try again',
    file: github,
    from: 'const maxAttempts = 3',
    to: 'const maxAttempts = 2',
    reason: /GET .*page=1 got 503, fault 503\n.*GET .*page=1 got 503, fault 503/,
  },
]
