import { PactOptionsError } from '../pact-options.ts'

/**
 * Checks that an option is an address of the web without credentials, which would be shown with it.
 *
 * @throws {PactOptionsError} where it is none; what may have a password in it is not repeated
 */
export function checkUrl(name: string, url: string | URL): void {
  const text = String(url)
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new PactOptionsError(
      `${name} must be an http or https URL${text.includes('@') ? '' : `, got ${text}`}`,
    )
  const { username, password } = new URL(text)
  if (username !== '' || password !== '')
    throw new PactOptionsError(`${name} must have no user and password in it`)
}
