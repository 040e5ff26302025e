import type { Contract, Direction } from '../contract/contract.ts'
import { type HttpAnswer, type HttpRequest, readSentBody } from '../http/exchange.ts'
import { type Diagnostic, loadPrism, type PrismResponse, silentLogger } from './load-prism.ts'
import { type JudgedExchange, type Opinion, toHeaders, type Violation } from './violation.ts'

/** Asks Prism about an exchange; returns how its opinion differs from the violations. */
export type AskPrism = (
  request: HttpRequest,
  answer: HttpAnswer | undefined,
  judged: JudgedExchange,
) => Promise<Opinion[]>

const config = {
  isProxy: true,
  upstream: new URL('http://upstream.invalid'),
  upstreamProxy: undefined,
  checkSecurity: true,
  validateRequest: true,
  validateResponse: true,
  errors: false,
  mock: { dynamic: false },
}

/** Prism hangs on a body that isn't JSON, so it never gets one; this stands for it. */
const notJson = Symbol('not JSON')

function toPrismBody(body: Uint8Array | undefined): unknown {
  if (body === undefined || body.length === 0) return undefined
  try {
    return JSON.parse(Buffer.from(body).toString())
  } catch {
    return notJson
  }
}

/** Compares what Prism says of one side with the violations: beyond them, if there are none, or against all errors. */
function compare(
  side: Direction,
  diagnostics: readonly Diagnostic[],
  violations: readonly Violation[],
): Opinion[] {
  const own = violations.filter((violation) => violation.side === side)
  if (own.length === 0) return diagnostics.map(({ message }) => ({ side, message }))
  if (diagnostics.length > 0) return []
  return own
    .filter(({ severity }) => severity === 'error')
    .map(({ rule }) => ({ side, message: `nothing breaks ${rule}` }))
}

/** Makes a function that asks the Prism that is installed about a description. @throws {Error} if none is */
export async function createSecondOpinion({ document }: Contract): Promise<AskPrism> {
  const prism = loadPrism()
  // Prism changes what it reads.
  const operations = await prism.getHttpOperationsFromSpec(structuredClone(document))
  return async (request, answer, { violations, basePath }) => {
    const { method } = request
    const { pathname, searchParams } = new URL(request.path, 'http://upstream.invalid')
    const [sent, came] = [toPrismBody(readSentBody(request)), toPrismBody(answer?.body)]
    const right: PrismResponse = {
      statusCode: answer?.status ?? 200,
      headers: Object.fromEntries(answer?.headers ?? []),
      body: came === notJson ? {} : came,
    }
    const instance = prism.createInstance(config, {
      logger: silentLogger,
      forward: () => () => async () => ({ _tag: 'Right', right }),
    })
    const asked = {
      method: method.toLowerCase(),
      url: { path: pathname.slice(basePath.length), query: Object.fromEntries(searchParams) },
      headers: toHeaders(request),
      body: sent === notJson ? {} : sent,
    }
    const outcome = await instance.request(asked, operations)()
    // It has no opinion on other operations.
    if (outcome._tag === 'Left') return []
    const { input, output } = outcome.right.validations
    return [
      ...(sent === notJson ? [] : compare('request', input, violations)),
      ...(answer === undefined || came === notJson ? [] : compare('response', output, violations)),
    ]
  }
}
