import { wasTaken } from '../http/exchange.ts'
import { bisect } from './bisect.ts'
import type { Shown } from './limit-finder.ts'
import { isAboutLoad } from './read-answer.ts'
import type { Service } from './service.ts'
import { writePlain } from './write-plain.ts'

/** The largest body that is tried, in bytes. */
export const largestBody = 2 * 2 ** 20

/** Learns the largest body, with spaces after a plain plant. */
export async function learnMaxBody({ session, send }: Service): Promise<Shown<number>> {
  const shown = new Map<bigint, string>()
  const passes = async (size: bigint): Promise<boolean> => {
    const body = writePlain(session).padEnd(Number(size))
    const exchange = await send({ body })
    if (wasTaken(exchange)) return true
    const isDecision = !isAboutLoad(exchange)
    shown.set(size, isDecision ? 'were refused' : 'got 429 or 503, which is no decision')
    return !isDecision
  }
  const whole = BigInt(largestBody)
  const cite = (size: bigint): string => `${size} bytes ${shown.get(size) ?? 'were accepted'}`
  if (await passes(whole)) return { value: largestBody, by: `${cite(whole)}; more was not tried` }
  const likely = [10n ** 5n, 100n * 1024n, 10n ** 6n, 2n ** 20n]
  const found = await bisect(500n, whole, likely, passes)
  return { value: Number(found), by: `${cite(found)}; ${cite(found + 1n)}` }
}
