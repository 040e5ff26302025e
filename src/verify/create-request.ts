import { operation } from '../contract/generated/operation.ts'
import type { Exchange, HttpRequest, RequestHeader } from '../http/exchange.ts'
import { createRandom, toSeed } from './random.ts'
import type { SentPlant, Session } from './trial.ts'

/** How a request differs from that of a common client. */
export interface RequestOptions {
  authorization?: Omit<RequestHeader, 'name'> | null
  contentType?: string | null
  /** Leaves out headers that only describe the client. */
  isBare?: boolean
  isChunked?: boolean
  /** Sends the body in these pieces, with a pause in milliseconds. */
  pieces?: readonly Buffer[]
  pause?: number
  method?: string
  path?: string
  writeName?: (name: string) => string
}

/** The methods that any service can get besides POST; others could change or delete its plants. */
export const safeMethods = ['GET', 'HEAD', 'OPTIONS']

/** The valid credentials; in commands for a shell, the token is a variable. */
export const authorize = ({ currentToken }: Session, scheme = 'Bearer'): Omit<RequestHeader, 'name'> => ({
  value: `${scheme} ${currentToken()}`,
  shell: `${scheme} $PLANT_STORE_TOKEN`,
})

export const writePlant = ({ id, name, tag }: SentPlant): string =>
  `{"id":${id},"name":${JSON.stringify(name)}${tag === undefined ? '' : `,"tag":${JSON.stringify(tag)}`}}`

export function createRequest(
  session: Session,
  body: string | Buffer,
  options: RequestOptions = {},
): HttpRequest {
  const {
    authorization = authorize(session),
    contentType = operation.contentType,
    isBare = false,
    isChunked = false,
    pieces = [Buffer.from(body)],
    pause,
    method = operation.method,
    path = session.path,
    writeName = (name) => name,
  } = options
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
  const headers: RequestHeader[] = [
    { name: 'Host', value: session.host },
    ...(isBare
      ? []
      : [
          { name: 'Accept', value: 'application/json' },
          { name: 'User-Agent', value: 'plant-store-verify' },
        ]),
    ...(authorization === null ? [] : [{ name: 'Authorization', ...authorization }]),
    ...(contentType === null ? [] : [{ name: 'Content-Type', value: contentType }]),
    isChunked
      ? { name: 'Transfer-Encoding', value: 'chunked' }
      : { name: 'Content-Length', value: String(length) },
  ]
  return {
    method,
    path,
    headers: headers.map((header) => ({ ...header, name: writeName(header.name) })),
    pieces: pieces.filter((piece) => piece.length > 0),
    ...(pause !== undefined && { pause }),
  }
}

/** Creates a plant, with the right credentials. */
export const sendPlant = (session: Session, plant: SentPlant): Promise<Exchange> =>
  session.send(createRequest(session, writePlant(plant)))

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Makes a plain plant, whose name and tag have only letters: in both cases, or simpler ones for a strict service. Each id has other texts, since a service may require unique names. */
export function createPlainPlant(
  { ids, random, inside, memory: { style = 'plain' } }: Session,
  { hasTag = true } = {},
): SentPlant {
  const id = ids.take()
  const { letters } = createRandom(toSeed(String(id)))
  const modest = [`fern${letters(4).toLowerCase()}`, `leaf${letters(4).toLowerCase()}`] as const
  const texts = {
    // Each text has a capital letter inside, so that a service with a pattern for names refuses all of them, not some by chance.
    plain: [`Fern${capitalize(letters(8))}`, `Leaf${capitalize(letters(5))}`],
    modest,
    capital: modest.map(capitalize),
  }
  const [name = '', tag = ''] = texts[style]
  return inside.toPlain({ id, name, ...(hasTag && { tag }) }, random)
}
