/** A character, and what stands for it and others like it in a class of a regular expression. */
export type Part = readonly [sample: string, inClass: string]

const toPart = (letters: string): Part => [letters, letters.replaceAll(/[-/\\\]^{}|[]/g, '\\$&')]

const eachOf = (letters: string): Part[] => [...letters].map(toPart)

/** A kind of characters. */
export interface Kind {
  title: string
  sample: string
  parts: readonly Part[]
  /** How its parts are tried at the ends of a text; together without it. */
  atEnds?: 'each' | 'never'
}

const one = (title: string, sample: string, inClass: string, more: Pick<Kind, 'atEnds'> = {}): Kind => ({
  title,
  sample,
  parts: [[sample, inClass]],
  ...more,
})

/** The kinds of characters that services refuse, the most usual ones first. */
export const kinds: readonly Kind[] = [
  one('capital letters', 'F', 'A-Z'),
  one('digits', '7', '\\d'),
  one('spaces', ' ', ' '),
  { title: 'the characters -_.', sample: '-_.', parts: eachOf('-_.'), atEnds: 'each' },
  { title: 'quotation marks and &', sample: '"\'&', parts: eachOf('"\'&') },
  { title: 'angle brackets', sample: '<b>', parts: eachOf('<>') },
  one('slashes', '/', '\\/'),
  {
    title: 'other punctuation',
    sample: '!#$%()*+,:;=?@[\\]^`{|}~',
    parts: [...eachOf('!#%()*+,:;=?@'), toPart('$[\\]^`{|}~')],
  },
  one('accented letters', 'é', '\\u{a0}-\\u{24f}'),
  {
    title: 'letters of other scripts',
    sample: 'Пж日',
    parts: [
      ['Пж', '\\u{370}-\\u{1fff}'],
      ['日', '\\u{2e80}-\\u{d7ff}'],
    ],
  },
  one('characters of four bytes', '\u{1f331}', '\\u{10000}-\\u{10ffff}'),
  one('the null character', '\0', '\\0', { atEnds: 'never' }),
  {
    title: 'tabs and line ends',
    sample: '\t\r\n',
    parts: [
      ['\t', '\\t'],
      ['\r', '\\r'],
      ['\n', '\\n'],
    ],
    atEnds: 'each',
  },
  one('line separators', '\u2028', '\\u2028\\u2029', { atEnds: 'never' }),
  one('halves of surrogate pairs', '\ud800', '\\p{Cs}', { atEnds: 'never' }),
]

/** The kinds that UTF-8 can hold; JSON can escape the others, but a service may change them. */
export const encodable: readonly Kind[] = kinds.filter(({ sample }) => sample.isWellFormed())

/** Texts of which each is of one kind. */
export const samples: readonly string[] = kinds.flatMap(({ parts }) => parts.map(([sample]) => sample))
