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
