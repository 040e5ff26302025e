import { createMask, findSecrets } from '../http/create-mask.ts'
import { toCurl, toCurlOfConnection } from '../http/curl.ts'
import {
  type Exchange,
  type HttpAnswer,
  type HttpRequest,
  joinPieces,
  readAnswerText,
} from '../http/exchange.ts'
import { maskHeader } from '../http/mask.ts'
import { type FreshCommand, type FreshKeys, refreshKeys } from './fresh-keys.ts'
import { followKeys } from './made-keys.ts'

/** A request as a report shows it, whole: the body as text if it is text, credentials masked. */
export interface ShownRequest {
  method: string
  url: string
  headers: [name: string, value: string][]
  body: string
  /** The body in base64, if it isn't text. */
  bodyBase64?: string
  /** A shell command that sends the request; if one request alone shows nothing, it sends many at once, or those that follow on its connection. Empty if the command of an earlier request sends it, too, or if curl can't send it. */
  curl: string
  /** What to know before the command is sent. */
  note?: string
}

/** An answer as a report shows it, credentials masked. */
export interface ShownAnswer {
  status: number
  headers: [name: string, value: string][]
  body: string
}

/** A request with its answer, or with the reason why no answer came. */
export interface ShownExchange {
  request: ShownRequest
  answer?: ShownAnswer
  failure?: string
  /** When the request was sent, in ISO 8601. */
  startedAt?: string
  /** Milliseconds. */
  duration: number
}

const maxBody = 4000

export interface ShowOptions {
  base: URL
  /** Tokens, which are replaced with `***`. */
  secrets: readonly string[]
  /** The token that commands can name by its variable. */
  token?: string
  /** Other secrets that they can name, and their variables. */
  variables?: Readonly<Record<string, string>>
  showToken: boolean
  /** Set if commands have keys of their own. */
  fresh?: FreshKeys
}

/** Shortens a text for a reader. */
export const cutText = (text: string, most: number = maxBody): string =>
  text.length > most ? `${text.slice(0, most)}… (${text.length} characters)` : text

type Mask = ReturnType<typeof createMask>

// A path that starts with two slashes isn't another host.
const toUrl = ({ path }: HttpRequest, base: URL): string =>
  new URL(path.startsWith('/') ? base.origin + path : path, base).href

/** Shorter tokens may be in a command by chance. */
const minToken = 6

/** Masks a command. Outside headers, all that can hold the token is between single quotes, where a variable can take its place. */
function maskCommand(
  command: string,
  { token = '', variables = {}, showToken }: ShowOptions,
  mask: Mask,
): string {
  if (showToken) return mask(command)
  const named = Object.entries({ ...variables, ...(token !== '' && { [token]: 'PLANT_STORE_TOKEN' }) })
  return mask(
    named
      .filter(([secret]) => secret.length >= minToken)
      .reduce((text, [secret, name]) => text.replaceAll(secret, () => `'"$${name}"'`), command),
  )
}

function showRequest(request: HttpRequest, options: ShowOptions, mask: Mask): ShownRequest {
  const { base, showToken } = options
  const url = toUrl(request, base)
  const bytes = joinPieces(request)
  const text = bytes.toString()
  const isText = Buffer.from(text).equals(bytes)
  return {
    method: request.method,
    url: mask(url),
    // Made-up credentials aren't secret, and readers need to see them.
    headers: request.headers.map(({ name, value, shell }) => [
      name,
      shell !== undefined && !showToken ? shell : mask(value),
    ]),
    body: mask(text),
    ...(!isText && { bodyBase64: bytes.toString('base64') }),
    curl: maskCommand(toCurl(request, url, showToken), options, mask),
  }
}

const showAnswer = (answer: HttpAnswer, showToken: boolean, mask: Mask): ShownAnswer => ({
  status: answer.status,
  headers: answer.headers.map(([name, value]) => [name, showToken ? value : maskHeader(name, mask(value))]),
  body: mask(cutText(readAnswerText(answer))),
})

/** Creates a function that masks the tokens of a run, and the parts of them that requests sent. */
export const createReportMask = (
  { secrets, showToken }: Pick<ShowOptions, 'secrets' | 'showToken'>,
  requests: readonly HttpRequest[] = [],
): Mask => createMask(showToken ? [] : [...secrets, ...findSecrets(requests)])

export function showExchange(exchange: Exchange, options: ShowOptions): ShownExchange {
  const { request, outcome, duration, startedAt } = exchange
  const mask = createReportMask(options, [request])
  return {
    request: showRequest(request, options, mask),
    ...(outcome.kind === 'answer'
      ? { answer: showAnswer(outcome.answer, options.showToken, mask) }
      : { failure: mask(outcome.message) }),
    ...(startedAt !== undefined && { startedAt }),
    duration: Math.round(duration * 10) / 10,
  }
}

/** Writes one command for requests that followed each other on one connection; the others of them have none. */
function joinCommands(
  shown: readonly ShownExchange[],
  exchanges: readonly Exchange[],
  options: ShowOptions,
): string[] {
  const { base, showToken } = options
  const commands = shown.map(({ request }) => request.curl)
  let start = 0
  for (let end = 1; end <= exchanges.length; end++) {
    const { connection } = exchanges[start] ?? {}
    if (connection !== undefined && exchanges[end]?.connection === connection) continue
    const sent = exchanges.slice(start, end).map(({ request }) => ({ request, url: toUrl(request, base) }))
    const curl = sent.length > 1 ? toCurlOfConnection(sent, showToken) : undefined
    if (curl !== undefined) {
      const mask = createReportMask(
        options,
        sent.map(({ request }) => request),
      )
      commands.fill('', start, end)
      commands[start] = maskCommand(curl, options, mask)
    }
    start = end
  }
  return commands
}

/** Shows exchanges in their order. Their commands use the keys that the service makes then; without such keys, those that followed each other on one connection have one command. */
export function showExchanges(exchanges: readonly Exchange[], options: ShowOptions): ShownExchange[] {
  const shown = exchanges.map((exchange) => showExchange(exchange, options))
  const single = shown.map(({ request }) => request.curl)
  const followed = followKeys(single, exchanges)
  const hasMade = followed.some((command, index) => command !== single[index])
  const commands = hasMade ? followed : joinCommands(shown, exchanges, options)
  const { fresh } = options
  const written =
    fresh === undefined ? commands.map((command) => ({ command })) : refreshKeys(commands, exchanges, fresh)
  return shown.map((one, index) => {
    const { command = '', note }: Partial<FreshCommand> = written[index] ?? {}
    return {
      ...one,
      request: { ...one.request, curl: command, ...(note !== undefined && command !== '' && { note }) },
    }
  })
}
