import { type Exchange, joinPieces, wasTaken } from '../http/exchange.ts'
import { quote } from '../http/quote.ts'

/** The keys with which the commands of a finding send its requests again, since the service has stored those of the run. */
export interface FreshKeys {
  /** The keys that the service allows. */
  from: bigint
  to: bigint
  /** Whether the finding is about one value, in whose place no other one shows the same. */
  isOfValue?: boolean
}

/** A key in the body of a request: its digits, and what is before and after them. */
interface KeyInPath {
  before: string
  digits: string
  after: string
  value: bigint
  isNegative: boolean
}

const pattern =
  /((?<![a-z\d])_?id(?:\\?["'])?\s*[:=]\s*(?:\\?["'])?-?0*(?=\d))(\d+)((?:\.\d+)?(?:e[-+]?\d+)?)/gi

const findKeys = ({ request }: Exchange): KeyInPath[] =>
  [...joinPieces(request).toString().matchAll(pattern)].map(([, before = '', digits = '', after = '']) => ({
    before,
    digits,
    after,
    value: BigInt(digits),
    isNegative: /-0*$/.test(before),
  }))

const max = 2n ** 63n - 1n

/** Shorter keys are there for their value, as are those near a power of two or of ten. */
const minDigits = 7
const near = 2n ** 11n

const distance = (one: bigint, other: bigint): bigint => (one > other ? one - other : other - one)

const powers = [
  ...Array.from({ length: 65 }, (_, bits) => 2n ** BigInt(bits)),
  ...Array.from({ length: 21 }, (_, digits) => 10n ** BigInt(digits)),
]

const isMade = ({ digits, value }: KeyInPath): boolean =>
  digits.length >= minDigits && !powers.some((power) => distance(value, power) <= near)

/** Nanoseconds since 1970, and those of a second after a digit: numbers of 61 and of 31 bits. */
const clock = '$(date +%s%N)'
const ofSecond = '1$(date +%N)'

const countBits = (value: bigint): bigint => BigInt(value.toString(2).length)
const countZeros = (value: bigint): bigint =>
  BigInt(value.toString(2).length - 1 - value.toString(2).lastIndexOf('1'))

/** Writes an expression for digits of the same class: as large, with the same sign, and as divisible by a power of two if `zeros` says so; undefined if the service allows none. */
function toExpression(
  { digits, value, after, isNegative }: KeyInPath,
  fresh: FreshKeys,
  zeros: bigint,
): string | undefined {
  const [from, to] = isNegative ? [-fresh.to, -fresh.from] : [fresh.from, fresh.to]
  if (value > max + BigInt(isNegative))
    return value >= 10n ** 20n ? undefined : `${value < 2n ** 64n ? 1 : 9}${clock}`
  const isShort = digits.length < minDigits
  if ((value === 0n && after === '') || (isShort && /e/i.test(after))) return undefined
  const bits = isShort ? 31n : countBits(value)
  const [low, high] =
    distance(value, max) <= 2n ** 40n ? [max - 2n ** 40n, max - 2n] : [2n ** (bits - 1n), 2n ** bits - 1n]
  const isFree = after !== '' || (from <= low && to >= high)
  const [start, end] = isFree ? [low, high] : [low > from ? low : from, high < to ? high : to]
  if (start > end) return undefined
  if (isFree && zeros === 0n && bits > 60n && bits < 63n) return clock
  if (isFree && zeros === 0n && bits === 31n) return ofSecond
  const inside = `${start}+${clock}%${end - start + 1n}`
  return zeros === 0n ? `$((${inside}))` : `$(((${inside})/${2n ** zeros}*${2n ** zeros}))`
}

/** Writes the digits of a key as they follow from those of another one, whose variable has a name; undefined if they don't. */
function relate(key: KeyInPath, other: KeyInPath, name: string): string | undefined {
  if (key.isNegative !== other.isNegative) {
    const sum = key.value + other.value
    return powers.includes(sum) ? `$((${sum > max ? `${sum - 1n}-${name}+1` : `${sum}-${name}`}))` : undefined
  }
  const size = distance(key.value, other.value)
  if (size <= near || powers.includes(size))
    return `$((${name}${key.value < other.value ? '-' : '+'}${size}))`
  const [, zeros] = new RegExp(`^${other.digits}(0+)$`).exec(key.digits) ?? []
  return zeros === undefined ? undefined : `\${${name}}${zeros}`
}

/** Puts an expression into an argument between single quotes. */
const splice = (expression: string): string => `'${expression}'`

const toInner = (text: string): string => quote(text).slice(1, -1)

interface KeyBase extends KeyInPath {
  name: string
  related: { digits: string; expression: string }[]
}

function findBases(keys: readonly KeyInPath[]): KeyBase[] {
  const bases: KeyBase[] = []
  for (const key of keys.filter(isMade)) {
    if (
      bases.some(({ digits, related }) => [digits, ...related.map((one) => one.digits)].includes(key.digits))
    )
      continue
    const { digits } = key
    const found = bases.some((base) => {
      const expression = relate(key, base, base.name)
      if (expression !== undefined) base.related.push({ digits, expression })
      return expression !== undefined
    })
    if (!found) bases.push({ ...key, name: `id${bases.length === 0 ? '' : bases.length + 1}`, related: [] })
  }
  return bases
}

const describe = ({ digits, after, isNegative }: KeyInPath): string =>
  (isNegative ? '-' : '') + (digits.length > 40 ? `${digits.slice(0, 20)}…` : digits) + after

/** A command that sends a request again, and what to know before that if its key is the same. */
export interface FreshCommand {
  command: string
  note?: string
}

/**
 * Lets the commands of exchanges make keys of their own. If several share a key, or have keys that follow from one another,
 * the first of them keeps it in a variable for the others.
 */
export function refreshKeys(
  commands: readonly string[],
  exchanges: readonly Exchange[],
  fresh: FreshKeys,
): FreshCommand[] {
  let changed = [...commands]
  const replaced = new Set<string>()
  // Zeros before it are a part of its form.
  const toWhole = (digits: string): RegExp => new RegExp(`(?<!\\d)(0*)${digits}(?!\\d)`, 'g')
  const replaceDigits = (digits: string, expression: string): void => {
    if (changed.some((command) => command.search(toWhole(digits)) !== -1)) replaced.add(digits)
    changed = changed.map((command) =>
      command.replaceAll(toWhole(digits), (_all, zeros) => zeros + splice(expression)),
    )
  }
  for (const base of findBases(exchanges.flatMap(findKeys))) {
    const { digits, name, related, value } = base
    const zeros = related.length > 0 ? countZeros(value) : 0n
    const expression = toExpression(base, fresh, zeros)
    if (expression === undefined) continue
    // A command that sends many requests replaces the last digits by a number of each.
    const start = new RegExp(`${digits.slice(0, -3)}(?=NNN)`)
    if (changed.some((command) => start.test(command))) replaced.add(digits)
    changed = changed.map((command) =>
      command.replace(start, () => splice(`$(date +%s%N | cut -c-${digits.length - 3})`)),
    )
    const whole = toWhole(digits)
    const first = changed.findIndex((command) => command.search(whole) !== -1)
    const count = changed.reduce((sum, command) => sum + [...command.matchAll(whole)].length, 0)
    const isShared = count > 1 || related.length > 0
    replaceDigits(digits, isShared ? `$${name}` : expression)
    for (const one of related) replaceDigits(one.digits, one.expression)
    if (isShared && first !== -1) {
      // What differs from it by one must differ in the last bit only.
      const own = related.length > 0 && zeros === 0n ? `$(((${expression})/2*2+1))` : expression
      changed[first] = `${name}=${own}; ${changed[first]}`
    }
  }
  return changed.map((command, index) => {
    const exchange = exchanges[index]
    // A key that was refused isn't stored.
    if (exchange === undefined || !wasTaken(exchange)) return { command }
    const keys = findKeys(exchange)
    const fixed = keys.filter(({ digits }) => !replaced.has(digits))
    const kept: KeyInPath[] = []
    let own = command
    for (const key of fixed) {
      // Every fraction is one.
      const isOfValue = fresh.isOfValue === true && !key.after.startsWith('.')
      const expression = isOfValue || isMade(key) ? undefined : toExpression(key, fresh, 0n)
      const [old, text] = [toInner(key.before + key.digits), toInner(key.before)]
      if (expression === undefined || !own.includes(old)) kept.push(key)
      else own = own.replace(old, () => `${text}${splice(expression)}`)
    }
    const [first] = kept
    if (first === undefined && keys.length > 0) return { command: own }
    const what = first === undefined ? 'what it has made of this' : `the id ${describe(first)}`
    return { command: own, note: `the service has stored ${what} by now` }
  })
}
