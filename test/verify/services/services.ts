// Services written by hand, each with a description that it keeps, to judge `verify` by: it has to pass the right
// service and each variant, and to find each mistake.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { apiKey, createHotelService, hotelVariants } from './hotel.ts'
import { createLedgerService, ledgerVariants, token } from './ledger.ts'
import { type Application, commonVariants, type Switches, serve } from './serve.ts'
import { createSloppyService, sloppyVariants, staff } from './sloppy.ts'

/** What a service can do against its description. */
interface Mistake {
  readonly name: string
  /** `must` if a team calls it a defect of what the description says, `should` if only good practice is broken. */
  readonly level: 'must' | 'should'
  /** The `operationId`, or the method and path of an operation without one, where it shows first. */
  readonly operation: string
  /** What goes wrong, as a sentence. */
  readonly statement: string
  /** The part of the description that it breaks. */
  readonly breaks: string
  /** Requests after which the responses differ from those of the right service; see run-script.ts. */
  readonly script: readonly string[]
}

/** An OpenAPI document as its file has it. */
export interface Document {
  readonly openapi: string
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

/** A service that listens. */
export interface RunningService {
  readonly url: string
  /** A value for each security scheme; `user:password` for basic. */
  readonly credentials: Readonly<Record<string, string>>
  stop(): Promise<void>
}

/** A description with its right service, and how that can be changed. */
export interface Service {
  readonly name: string
  /** The path of its description. */
  readonly file: string
  readonly document: Document
  readonly mistakes: readonly Mistake[]
  /** What each legal variant does, by its name. */
  readonly variants: Readonly<Record<string, string>>
  /** Starts it without records, right unless a mistake is named; throws for a name that it doesn't know. */
  start(options?: { mistake?: string; variant?: string }): Promise<RunningService>
}

interface ServiceOptions {
  name: string
  credentials: Record<string, string>
  variants: Record<string, string>
  create(switches: Switches): Application
}

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8')

function readMistakes(name: string): Mistake[] {
  return [...read(name).matchAll(/^\| (\S+) +\| (must|should) +\|(.+)\|$/gm)].map(
    ([, title = '', level, rest = '']) => {
      const [operation = '', statement = '', breaks = '', shown = ''] = rest
        .split(' | ')
        .map((cell) => cell.trim())
      const script = [...shown.matchAll(/`([^`]+)`/g)].map(([, request = '']) => request)
      return { name: title, level: level as Mistake['level'], operation, statement, breaks, script }
    },
  )
}

function createService({ name, credentials, variants, create }: ServiceOptions): Service {
  const mistakes = readMistakes(`${name}-mistakes.md`)
  const known = new Set(mistakes.map((mistake) => mistake.name))
  const all = { ...commonVariants, ...variants }
  const toSwitch = (what: string, names: Set<string>, chosen?: string) => {
    const check = (asked: string): void => {
      if (!names.has(asked)) throw new Error(`Failed to start ${name}: there is no ${what} ${asked}.`)
    }
    if (chosen !== undefined) check(chosen)
    return (asked: string): boolean => {
      check(asked)
      return asked === chosen
    }
  }
  return {
    name,
    file: fileURLToPath(new URL(`${name}.yaml`, import.meta.url)),
    document: parse(read(`${name}.yaml`)),
    mistakes,
    variants: all,
    async start({ mistake, variant } = {}) {
      const wrong = toSwitch('mistake', known, mistake)
      const legal = toSwitch('variant', new Set(Object.keys(all)), variant)
      const server = await serve(create({ wrong, legal }), { wrong, legal })
      return { ...server, credentials }
    },
  }
}

/** All services. */
export const services: readonly Service[] = [
  createService({
    name: 'hotel',
    credentials: { apiKey },
    variants: hotelVariants,
    create: createHotelService,
  }),
  createService({
    name: 'ledger',
    credentials: { token },
    variants: ledgerVariants,
    create: createLedgerService,
  }),
  createService({
    name: 'sloppy',
    credentials: { staff },
    variants: sloppyVariants,
    create: createSloppyService,
  }),
]
