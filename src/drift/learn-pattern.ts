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

/** Texts of which each is of one kind, the most usual ones first. */
export const samples: readonly string[] = kinds.flatMap(({ parts }) => parts.map(([sample]) => sample))

/** What tries texts as a name or a tag. */
export interface TextProbe extends Pick<Probe, 'cannot'> {
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
  const { member, smallest, largest, letters, takes, cannot } = probe
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
      if (isWhole) cannot(`${name} is refused, although it may have each of these characters`)
      return []
    }
    const isElsewhere = async (own: string): Promise<boolean> => {
      const asked = (['first', 'last'] as const).map((place) =>
        takes(`a ${member} with ${JSON.stringify(own)} ${place}`, embed(own, place)),
      )
      return (await Promise.all(asked)).some(Boolean)
    }
    const groups = atEnds === 'each' ? refused.map((part) => [part]) : group(refused, fits)
    const tried = atEnds === 'never' ? [] : groups
    const accepted = await filter(tried, (some) => isElsewhere(some.map(([own]) => own).join('')))
    const elsewhere = accepted.flat()
    if (elsewhere.length > 0) cannot(`a ${member} may have ${title} in some places only`)
    const banned = refused.filter((part) => !elsewhere.includes(part))
    return banned.length === parts.length && isWhole
      ? [{ value: parts.map(([, inClass]) => inClass).join(''), by: title }]
      : banned.map(([own, inClass]) => ({ value: inClass, by: JSON.stringify(own) }))
  }

  const first = letters(Math.max(smallest, 2))
  const small = `a ${member} without capital letters`
  if (first !== first.toLowerCase() && !(await takes(small, first.toLowerCase())))
    cannot(`${small} is refused`)
  const all = embed(kinds.flatMap(({ sample }) => (fits(sample) ? [sample] : [])).join(''))
  const isAllFit = count(all) <= largest && kinds.every(({ sample }) => fits(sample))
  const areAllAccepted = isAllFit && (await takes(`a ${member} of all kinds of characters`, all, false))
  const refused = areAllAccepted ? [] : (await Promise.all(kinds.map(filterRefused))).flat()
  const hasSpaces = largest > 2 && !refused.some(({ value }) => value === ' ')
  const spaces = hasSpaces ? await learnSpaces(probe) : undefined
  if (refused.length === 0 && spaces === undefined) return undefined
  const others = refused.length === 0 ? '' : `[^${refused.map(({ value }) => value).join('')}]*$`
  return {
    value: `^${spaces?.value ?? ''}${others}`,
    by: `refused with ${[...refused, ...(spaces ? [spaces] : [])].map(({ by }) => by).join(', ')}`,
  }
}

/** Finds whether a text that may have spaces may begin and end with one, or consist of them. */
async function learnSpaces({
  member,
  smallest,
  letters,
  takes,
  cannot,
}: TextProbe): Promise<Shown<string> | undefined> {
  const text = letters(Math.max(smallest, 3)).slice(1)
  const [takesFirst, takesLast] = await Promise.all([
    takes(`a ${member} with a space first`, ` ${text}`),
    takes(`a ${member} with a space last`, `${text} `),
  ])
  if (takesFirst !== takesLast) cannot(`a ${member} may have a space at one end only`)
  if (!takesFirst && !takesLast) return { value: '(?!\\s|[^]*\\s$)', by: 'spaces at the ends' }
  const takesBlank = await takes(`a ${member} of spaces`, ' '.repeat(Math.max(smallest, 1)))
  return takesBlank ? undefined : { value: '(?!\\s+$)', by: 'spaces alone' }
}

/** Puts parts together as long as they fit into one text. */
function group(parts: readonly Part[], fits: (sample: string) => boolean): Part[][] {
  const groups: Part[][] = []
  for (const part of parts) {
    const last = groups.at(-1)
    if (last !== undefined && fits([...last, part].map(([own]) => own).join(''))) last.push(part)
    else groups.push([part])
  }
  return groups
}

async function filter<Item>(items: readonly Item[], test: (item: Item) => Promise<boolean>): Promise<Item[]> {
  const passed = await Promise.all(items.map(test))
  return items.filter((_item, index) => passed[index])
}
