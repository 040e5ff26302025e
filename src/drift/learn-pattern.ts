import type { Probe, Shown } from './probe.ts'

/** A character, and what stands for it and others like it in a class of a regular expression. */
type Part = readonly [sample: string, inClass: string]

const toPart = (letters: string): Part => [letters, letters.replaceAll(/[-/\\\]^{}|[]/g, '\\$&')]

const eachOf = (letters: string): Part[] => [...letters].map(toPart)

/** A kind of characters. */
interface Kind {
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

const kinds: readonly Kind[] = [
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

/** What tries texts as a name or a tag. */
export interface TextProbe extends Pick<Probe, 'cite' | 'cannot'> {
  member: 'name' | 'tag'
  /** Code points of the shortest and the longest text. */
  smallest: number
  largest: number
  /** Writes letters that are accepted. */
  letters(count: number): string
  takes(title: string, text: string, isOneKind?: boolean): Promise<boolean>
}

const count = (text: string): number => [...text].length

/** Finds the characters that are refused everywhere in a text whose letters are accepted. */
export async function learnPattern(probe: TextProbe): Promise<Shown<string> | undefined> {
  const { member, smallest, largest, letters, takes, cite, cannot } = probe
  const fits = (sample: string): boolean => count(sample) + (largest > 3 ? 2 : 0) <= largest
  /** Puts a sample into letters that are accepted, instead of as many of them. */
  const embed = (sample: string, place: 'inside' | 'first' | 'last' = 'inside'): string => {
    const size = count(sample)
    const around = letters(Math.max(smallest, largest > size + 1 ? size + 2 : size))
    const at = { first: 0, inside: Math.ceil((around.length - size) / 2), last: around.length - size }[place]
    return around.slice(0, at) + sample + around.slice(at + size)
  }

  async function filterRefused({ title, sample, parts, atEnds }: Kind): Promise<Shown<string>[]> {
    const name = `a ${member} with ${title}`
    const isWhole = fits(sample)
    if (isWhole && (await takes(name, embed(sample)))) return []
    const toName = ([own]: Part): string =>
      isWhole && parts.length === 1 ? name : `a ${member} with ${JSON.stringify(own)}`
    const isRefused = async (part: Part): Promise<boolean> =>
      (isWhole && parts.length === 1) || (fits(part[0]) && !(await takes(toName(part), embed(part[0]))))
    const refused = await filter(parts, isRefused)
    if (refused.length === 0) {
      cannot(name, `${name} is refused, although it may have each of these characters`)
      return []
    }
    const isElsewhere = async (own: string): Promise<boolean> => {
      const asked = (['first', 'last'] as const).map((place) =>
        takes(`a ${member} with ${JSON.stringify(own)} ${place}`, embed(own, place)),
      )
      return (await Promise.all(asked)).some(Boolean)
    }
    const together = refused.map(([own]) => own).join('')
    const areTogether = atEnds === undefined && fits(together)
    const elsewhere =
      atEnds === 'never' || (areTogether && !(await isElsewhere(together)))
        ? []
        : await filter(refused, async ([own]) => areTogether || isElsewhere(own))
    const [sometimes] = elsewhere
    if (sometimes !== undefined)
      cannot(toName(sometimes), `a ${member} may have ${title} in some places only`)
    const banned = refused.filter((part) => !elsewhere.includes(part))
    return banned.length === parts.length && isWhole
      ? [{ value: parts.map(([, inClass]) => inClass).join(''), by: `${title} (${cite(name)})` }]
      : banned.map((part) => ({ value: part[1], by: `${JSON.stringify(part[0])} (${cite(toName(part))})` }))
  }

  const first = letters(Math.max(smallest, 2))
  const small = `a ${member} without capital letters`
  if (first !== first.toLowerCase() && !(await takes(small, first.toLowerCase())))
    cannot(small, `${small} is refused`)
  const all = embed(kinds.flatMap(({ sample }) => (fits(sample) ? [sample] : [])).join(''))
  const isAllFit = count(all) <= largest && kinds.every(({ sample }) => fits(sample))
  if (isAllFit && (await takes(`a ${member} of all kinds of characters`, all, false))) return undefined
  const refused = (await Promise.all(kinds.map(filterRefused))).flat()
  if (refused.length === 0) return undefined
  return {
    value: `^[^${refused.map(({ value }) => value).join('')}]*$`,
    by: `refused with ${refused.map(({ by }) => by).join(', ')}`,
  }
}

async function filter<Item>(items: readonly Item[], test: (item: Item) => Promise<boolean>): Promise<Item[]> {
  const passed = await Promise.all(items.map(test))
  return items.filter((_item, index) => passed[index])
}
