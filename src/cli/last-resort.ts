import { inspect } from 'node:util'
import { tame, tameLines } from '../http/tame.ts'
import { exitCodes } from './failure.ts'

/** How long a command that fails may take to answer requests in progress, in milliseconds. */
const patience = 5000

/**
 * Lets a server of the command line end in order after an error that nothing handles, which is a defect of the kit:
 * with a line on standard error, the answers that it can still give, and an exit code of its own.
 *
 * @param what the server, as in `the fake`
 */
export function endOnDefect(what: string, close: () => Promise<void>, isVerbose = false): void {
  let isEnding = false
  process.on('uncaughtException', async (error: unknown) => {
    const [line = ''] = String(error).split('\n')
    const text = isVerbose ? tameLines(inspect(error)) : tame(line)
    process.stderr.write(`${what} stops because of a bug in the kit. Please report it: ${text}\n`)
    if (isEnding) return
    isEnding = true
    process.exitCode = exitCodes.defect
    setTimeout(() => process.exit(exitCodes.defect), patience)
    await close().catch(() => {})
    process.exit(exitCodes.defect)
  })
}
