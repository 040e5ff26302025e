import { describeValue } from '../options/problems.ts'
import { CommandFailure, exitCodes } from './failure.ts'

/** The argument of all commands that send requests to a service. */
export const urlArgument = {
  name: '[url]',
  description: 'base address of the service (env: PLANT_STORE_URL)',
}

export const noProxy = 'Requests go directly to the service, even if HTTP_PROXY is set.'

/**
 * Reads the base address from the argument of a command, or from PLANT_STORE_URL.
 *
 * @param what what the command fails to do without it
 * @param listFlags flags that take every argument after them, if there are any
 *
 * @throws {CommandFailure} if there is no address, or it isn't a URL
 */
export function readUrl(argument: string | undefined, what: string, listFlags?: string): string {
  const url = argument ?? process.env['PLANT_STORE_URL']
  if (url !== undefined && URL.canParse(url) && /^https?:/i.test(url)) return url
  // A text with an @ may have a password in it.
  const shown = url?.includes('@') ? 'the argument' : describeValue(url)
  const isFile = /\.(?:ya?ml|json)$/i.test(url ?? '')
  const guess = isFile
    ? `. Did you mean --openapi ${url}?`
    : /^(?:localhost|[\w-]+\.[\w.-]+|[\w-]+(?=:\d))(?::\d+)?(?:\/\S*)?$/.test(url ?? '')
      ? `. Did you mean http://${url}?`
      : ''
  const place = listFlags === undefined ? '' : ` before ${listFlags},`
  const reason = url === undefined ? 'there is no URL' : `${shown} is not an http or https URL${guess}`
  throw new CommandFailure(
    `Failed to ${what}: ${reason}${reason.endsWith('?') ? '' : '.'} Pass the base address of a service, like http://127.0.0.1:4010,${place} or set PLANT_STORE_URL.`,
    exitCodes.usage,
  )
}
