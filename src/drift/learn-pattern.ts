import { encodable, type Kind, kinds, type Part } from './character-kinds.ts'
import type { LimitFinder, Shown } from './limit-finder.ts'

/** What tries texts as a name or a tag. */
export interface TextFinder extends Pick<LimitFinder, 'cannot'> {
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
export async function learnPattern(finder: TextFinder): Promise<Shown<string> | undefined> {
  const { member, smallest, largest, letters, takes, cannot } = finder
  const fits = (sample: string): boolean => count(sample) + 2 <= largest
  /** Puts a sample into letters that are accepted, instead of as many of them. */
  const embed = (sample: string, place: 'inside' | 'first' | 'last' = 'inside'): string => {
    const size = count(sample)
    const around = letters(Math.max(smallest, size + 2))
    const at = { first: 0, inside: Math.ceil((around.length - size) / 2), last: around.length - size }[place]
    return around.slice(0, at) + sample + around.slice(at + size)
  }

  /** Finds the parts of a kind that are refused inside of a text. */
  async function findRefused({ title, sample, parts }: Kind): Promise<readonly Part[]> {
    const name = `a ${member} with ${title}`
    const isWhole = fits(sample)
    if (isWhole && (await takes(name, embed(sample)))) return []
    if (isWhole && parts.length === 1) return parts
    const refused = await filter(
      parts,
      async ([own]) => fits(own) && !(await takes(`a ${member} with ${JSON.stringify(own)}`, embed(own))),
    )
    if (isWhole && refused.length === 0)
      cannot(`${name} is refused, although it may have each of these characters`)
    return refused
  }

  /** Returns whether a text may begin or end with characters that are refused inside. */
  async function isTakenAtEnd(own: string): Promise<boolean> {
    const asked = (['first', 'last'] as const).map((place) =>
      takes(`a ${member} with ${JSON.stringify(own)} ${place}`, embed(own, place)),
    )
    return (await Promise.all(asked)).some(Boolean)
  }

  /** Finds the parts of a kind that are refused everywhere. */
  async function findBanned(kind: Kind): Promise<Shown<string>[]> {
    const { title, sample, parts, atEnds } = kind
    const refused = await findRefused(kind)
    const together = atEnds === 'each' ? refused.map((part) => [part]) : group(refused, fits)
    const tried = atEnds === 'never' ? [] : together
    const taken = await filter(tried, (some) => isTakenAtEnd(some.map(([own]) => own).join('')))
    const elsewhere = taken.flat()
    if (elsewhere.length > 0) cannot(`a ${member} may have ${title} in some places only`)
    const banned = refused.filter((part) => !elsewhere.includes(part))
    return banned.length === parts.length && fits(sample)
      ? [{ value: parts.map(([, inClass]) => inClass).join(''), by: title }]
      : banned.map(([own, inClass]) => ({ value: inClass, by: JSON.stringify(own) }))
  }

  const plain = letters(Math.max(smallest, 2))
  const small = `a ${member} without capital letters`
  if (plain !== plain.toLowerCase() && !(await takes(small, plain.toLowerCase())))
    cannot(`${small} is refused`)
  const all = encodable.map(({ sample }) => sample).join('')
  const takesAll = fits(all) && (await takes(`a ${member} of all kinds of characters`, embed(all), false))
  const untried = takesAll ? kinds.filter((kind) => !encodable.includes(kind)) : kinds
  const banned = (await Promise.all(untried.map(findBanned))).flat()
  const hasSpaces = !banned.some(({ value }) => value === ' ')
  const spaces = hasSpaces ? await learnSpaces(finder) : []
  const found = [...banned, ...spaces]
  if (found.length === 0) return undefined
  const others = banned.length === 0 ? '' : `[^${join(banned)}]*$`
  return { value: `^${join(spaces)}${others}`, by: `refused with ${found.map(({ by }) => by).join(', ')}` }
}

const join = (shown: readonly Shown<string>[]): string => shown.map(({ value }) => value).join('')

/** Finds whether a text that may have spaces may begin and end with one, or consist of them. */
async function learnSpaces({
  member,
  smallest,
  letters,
  takes,
  cannot,
}: TextFinder): Promise<Shown<string>[]> {
  const text = letters(Math.max(smallest, 3)).slice(1)
  const [takesFirst, takesLast] = await Promise.all([
    takes(`a ${member} with a space first`, ` ${text}`),
    takes(`a ${member} with a space last`, `${text} `),
  ])
  if (takesFirst !== takesLast) cannot(`a ${member} may have a space at one end only`)
  if (!takesFirst && !takesLast) return [{ value: '(?!\\s|[^]*\\s$)', by: 'spaces at the ends' }]
  const takesBlank = await takes(`a ${member} of spaces`, ' '.repeat(Math.max(smallest, 1)))
  return takesBlank ? [] : [{ value: '(?!\\s+$)', by: 'spaces alone' }]
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
