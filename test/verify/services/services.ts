// Services written by hand, each with a description that it keeps, to judge `verify` by: it has to pass the right
// service and each variant, and to find each mistake.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Listening } from '../../tools/listen.ts'
import { apiKey, createHotelService, hotelVariants } from './hotel.ts'
import { createLedgerService, ledgerVariants, token } from './ledger.ts'
import { type Application, commonVariants, type Switches, serve } from './serve.ts'
import { createSloppyService, sloppyVariants, staff } from './sloppy.ts'

/** A service that listens. */
interface RunningService extends Listening {
  /** A value for each security scheme. */
  readonly credentials: Readonly<Record<string, string>>
}

/** What a service does wrong, and its legal variant. */
export interface Changes {
  readonly mistakes?: readonly string[]
  readonly variant?: string
}

/** A description with its right service, and how that can be changed. */
export interface Service {
  readonly name: string
  /** The path of its description. */
  readonly file: string
  /** The names of what it can do against its description, from a table that says more about each. */
  readonly mistakes: readonly string[]
  /** What each legal variant does, by its name. */
  readonly variants: Readonly<Record<string, string>>
  /** Starts it without records, right unless mistakes are named; throws for a name that it doesn't know. */
  start(options?: Changes): Promise<RunningService>
}

interface ServiceOptions {
  name: string
  credentials: Record<string, string>
  variants: Record<string, string>
  create(switches: Switches): Application
}

function readMistakes(name: string): string[] {
  const table = readFileSync(new URL(`${name}-mistakes.md`, import.meta.url), 'utf8')
  return [...table.matchAll(/^\| (\S+) +\| (?:must|should) /gm)].map(([, mistake = '']) => mistake)
}

function createService({ name, credentials, variants, create }: ServiceOptions): Service {
  const mistakes = readMistakes(name)
  const known = new Set(mistakes)
  const all = { ...commonVariants, ...variants }
  const toSwitch = (what: string, names: Set<string>, chosen: readonly string[]) => {
    const check = (asked: string): void => {
      if (!names.has(asked)) throw new Error(`Failed to start ${name}: there is no ${what} ${asked}.`)
    }
    chosen.forEach(check)
    return (asked: string): boolean => {
      check(asked)
      return chosen.includes(asked)
    }
  }
  return {
    name,
    file: fileURLToPath(new URL(`${name}.yaml`, import.meta.url)),
    mistakes,
    variants: all,
    async start({ mistakes: made = [], variant } = {}) {
      const wrong = toSwitch('mistake', known, made)
      const legal = toSwitch('variant', new Set(Object.keys(all)), variant === undefined ? [] : [variant])
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
