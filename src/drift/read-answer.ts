import { asksForFewer, type Exchange, readHeader, readStatus, readText } from '../http/exchange.ts'
import { parseExactJson, stringifyExactJson } from '../json/exact-json.ts'
import { isContainer, isObject } from '../options/is-object.ts'

/** What a client sees of an answer. */
export interface SeenAnswer {
  status: number
  /** The relevant headers. */
  headers: Readonly<Record<string, string>>
  /** The members of a body that is a JSON object. */
  members?: Readonly<Record<string, unknown>>
  /** The body: a value if it is JSON that isn't nested too deep, and a text otherwise. */
  body: unknown
  /** Whether the body is an Error. */
  isError: boolean
}

/** Headers of the connection, those that servers add by themselves, those that only pages need, and CORS, which is compared by what it allows. */
const isRelevant = (name: string): boolean =>
  !/^(?:date|host|server|via|age|alt-svc|connection|keep-alive|proxy-.*|transfer-encoding|trailer|upgrade|vary|content-(?:length|encoding|security-policy.*)|strict-transport-security|(?:referrer|permissions|feature)-policy|(?:cross-origin|access-control)-.*|origin-agent-cluster|x-(?:frame|content-type|dns|download|permitted|xss)-.*)$/.test(
    name,
  )

/** The most levels of a body that is compared; JSON allows such a limit (RFC 8259 section 9). */
const deepest = 100

const isDeep = (value: unknown, levels = deepest): boolean =>
  isContainer(value) && (levels === 0 || Object.values(value).some((member) => isDeep(member, levels - 1)))

function parse(text: string): unknown {
  try {
    const value = parseExactJson(text)
    return isDeep(value) ? text : value
  } catch {
    return text
  }
}

/** Reads an answer; undefined if none came. */
export function readAnswer({ request, outcome }: Exchange): SeenAnswer | undefined {
  if (outcome.kind !== 'answer') return undefined
  const { answer } = outcome
  const names = new Set(answer.headers.map(([name]) => name).filter(isRelevant))
  const headers = [...names].map((name) => {
    const value = readHeader(answer, name) ?? ''
    // The tag of a representation is made of its bytes, and says nothing by itself (RFC 9110 section 8.8.3).
    return [name, name === 'etag' ? value.replace(/"[^"]*"/, '"{random}"') : value] as const
  })
  const text = readText(answer)
  const body = request.method === 'HEAD' ? '' : parse(text)
  const members = isObject(body) ? body : undefined
  return {
    status: answer.status,
    headers: Object.fromEntries(headers),
    ...(members && { members }),
    body,
    isError: Number.isInteger(members?.['error']) && typeof members?.['message'] === 'string',
  }
}

/** A header in a form in which two that mean the same are equal. */
export const normalizeHeader = (name: string, value: string | undefined): string | undefined =>
  name === 'allow'
    ? value
        ?.split(',')
        .map((method) => method.trim())
        .sort()
        .join()
    : value?.toLowerCase().replaceAll(/(?<!\s)\s*([;,])\s*/g, '$1')

/** The types of a value and of everything inside, as text that two values of one shape share. */
export function toShape(value: unknown): string {
  if (Array.isArray(value)) return `[${[...new Set(value.map(toShape))].sort().join('|')}]`
  if (isObject(value)) {
    const members = Object.entries(value).map(([name, member]) => `${name}: ${toShape(member)}`)
    return `{ ${members.sort().join(', ')} }`
  }
  if (value === null) return 'null'
  return typeof value === 'bigint' ? 'number' : typeof value
}

const hideNumbers = (text: string): string => text.replaceAll(/[\da-f-]{3,}|-?\d+/gi, '#')

/** What two refusals for the same reason have in common; numbers in messages may differ. */
export function toForm(exchange: Exchange): string {
  const { status, members } = readAnswer(exchange) ?? {}
  return [status, members?.['error'], hideNumbers(String(members?.['message']))].join(' ')
}

/** The form of a refusal, and all of it, which may tell reasons apart that share a form. */
export function toForms(exchange: Exchange): string[] {
  const { status, body } = readAnswer(exchange) ?? {}
  return [toForm(exchange), `${status} ${hideNumbers(stringifyExactJson(body))}`]
}

/** Returns whether an answer is about the load, so that it shows no decision. */
export const isAboutLoad = ({ outcome }: Exchange): boolean =>
  outcome.kind === 'answer' && asksForFewer(outcome.answer)

/** Returns whether an answer refuses a request as the client's mistake. */
export function isRefused(exchange: Exchange): boolean {
  const status = readStatus(exchange)
  return status !== undefined && status >= 400 && status < 500 && !isAboutLoad(exchange)
}
