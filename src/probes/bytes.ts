import { change, insertIntoName, leaveOpen, type Row, refuse } from './probe.ts'

const inLatin1 = (title: string, text: string): Row => [
  title,
  change((body) => Buffer.from(insertIntoName(body, text), 'latin1')),
]

export const notUtf8 = refuse(
  'refuses-body-not-utf8',
  [
    inLatin1('a Latin-1 letter', 'ë'),
    inLatin1('an incomplete letter', '\xe2\x82'),
    inLatin1('an overlong encoding', '\xc0\xaf'),
    inLatin1('half of a surrogate pair', '\xed\xa0\x80'),
    ['UTF-16', change((body) => Buffer.from(`\ufeff${body}`, 'utf16le'))],
  ],
  { shows: 'malformed-body' },
)

export const byteOrderMark = leaveOpen('byte-order-mark', [
  [
    'a body after a byte order mark',
    change((body) => `\ufeff${body}`, { hasTag: false }),
    'ignores-byte-order-mark',
  ],
])
