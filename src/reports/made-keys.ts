import {
  type Exchange,
  isSuccess,
  joinPieces,
  readAnswerHeader,
  readAnswerText,
  readResponseHeader,
} from '../http/exchange.ts'
import { escapeRegExp } from '../options/escape-regexp.ts'

/** What the response to a command shows a key by, as what prints only the key. */
interface MadeKey {
  value: string
  name: string
  print: string
}

const toSegments = ({ request }: Exchange): string[] =>
  request.path
    .replace(/^\w+:\/\/[^/]*/, '')
    .replace(/\?.*/s, '')
    .split('/')

/** Says how to print the key that a response shows: a property of its body, or the end of its Location. */
function findPrint({ outcome }: Exchange, value: string): string | undefined {
  if (outcome.kind !== 'answer' || !isSuccess(outcome.answer.status)) return undefined
  const [, property] =
    new RegExp(`"(\\w+)" *: *"?${escapeRegExp(value)}"?(?=[,}\\s])`).exec(readAnswerText(outcome.answer)) ??
    []
  if (property !== undefined) return `grep -o '"${property}" *: *"*[^",}]*' | head -n1 | sed 's/.*[": ]//'`
  return readAnswerHeader(outcome.answer, 'location')?.endsWith(`/${value}`) === true
    ? `sed -n 's/^[Ll]ocation:.*\\/\\([^/[:cntrl:]]*\\).*/\\1/p'`
    : undefined
}

const asKey = (value: string): RegExp => new RegExp(`("\\w*id" *: *"?)${escapeRegExp(value)}(?="?[,}])`, 'gi')

const findShownKey = ({ outcome }: Exchange): string | undefined =>
  outcome.kind === 'answer'
    ? /"_?(?:uu)?id" *: *"?([^",}\s]+)/i.exec(readAnswerText(outcome.answer))?.[1]
    : undefined

const isSameAddress = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((part, at) => part === other[at])

/** Finds the entity tag of a response, if a later request has it. */
function findTag(exchange: Exchange, later: readonly Exchange[]): string | undefined {
  const tag = readResponseHeader(exchange, 'etag')
  const isSent = later.some(({ request: { headers } }) =>
    headers.some(({ name, value }) => /^if-(?:none-)?match$/i.test(name) && value === tag),
  )
  return isSent ? tag : undefined
}

/** Prints the entity tag of a response. */
const printTag = `sed -n 's/^[Ee][Tt][Aa][Gg]: *\\([^[:cntrl:]]*\\).*/\\1/p'`

/** Lets the commands of exchanges use the keys and entity tags that the service makes when they are pasted, instead of those of the run. */
export function followKeys(commands: readonly string[], exchanges: readonly Exchange[]): string[] {
  const made: (MadeKey & { collection: readonly string[] })[] = []
  const tags: string[] = []
  const toName = (): string => `key${made.length === 0 ? '' : made.length + 1}`
  const toTagName = (at: number): string => `etag${at === 0 ? '' : at + 1}`
  const find = (segment: string, before: readonly string[]): MadeKey | undefined =>
    made.find(({ value, collection }) => value === segment && isSameAddress(collection, before))
  /** Writes the keys of an address as `{}`, since a record may be asked for below another parent. */
  const toAddress = (segments: readonly string[]): string[] => {
    const address: string[] = []
    for (const segment of segments) address.push(find(segment, address) ? '{}' : segment)
    return address
  }
  /** Finds the key that an exchange has made: the next segment of a later address, which its response shows, or what a later body has as an id. */
  const findMade = (exchange: Exchange, later: readonly Exchange[]): MadeKey | undefined => {
    if (exchange.request.method !== 'POST') return undefined
    const collection = toAddress(toSegments(exchange))
    for (const segments of later.map(toSegments)) {
      const { [collection.length]: value = '' } = segments
      const isBelow = isSameAddress(toAddress(segments).slice(0, collection.length), collection)
      const print = value !== '' && isBelow && findPrint(exchange, value)
      if (print) return { value, print, name: toName() }
    }
    const value = findShownKey(exchange)
    const isSent =
      value !== undefined && later.some(({ request }) => asKey(value).test(joinPieces(request).toString()))
    const print = isSent && findPrint(exchange, value)
    return print ? { value, print, name: toName() } : undefined
  }
  return exchanges.map((exchange, at) => {
    const { [at]: own = '' } = commands
    const segments = toSegments(exchange)
    const address = toAddress(segments)
    const target = segments.map((segment, index) => {
      const key = find(segment, address.slice(0, index))
      return key === undefined ? segment : `'"$${key.name}"'`
    })
    let command = own.replace(new RegExp(`${escapeRegExp(segments.join('/'))}(?=['?])`), () =>
      target.join('/'),
    )
    for (const { value, name } of made)
      command = command.replaceAll(asKey(value), (_all, before) => `${before}'"$${name}"'`)
    for (const [index, tag] of tags.entries())
      command = command.replace(
        new RegExp(`(if-(?:none-)?match: )${escapeRegExp(tag)}(?=')`, 'i'),
        (_all, before) => `${before}'"$${toTagName(index)}"'`,
      )
    const later = command === '' ? [] : exchanges.slice(at + 1)
    const key = findMade(exchange, later)
    const tag = findTag(exchange, later)
    const isNewTag = tag !== undefined && !tags.includes(tag)
    if (key === undefined && !isNewTag) return command
    const kept = ['echo "$response"']
    if (key !== undefined) {
      made.push({ ...key, collection: address })
      kept.push(`${key.name}=$(echo "$response" | ${key.print})`)
    }
    if (isNewTag) kept.push(`${toTagName(tags.push(tag) - 1)}=$(echo "$response" | ${printTag})`)
    return [`response=$(${command.replace(/\bcurl /, 'curl -s ')})`, ...kept].join('; ')
  })
}
