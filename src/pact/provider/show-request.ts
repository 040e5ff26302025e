import { createMask } from '../../http/create-mask.ts'
import type { HttpRequest } from '../../http/exchange.ts'
import { type ShownRequest, showRequest } from '../../reports/show.ts'
import { toCanonicalJson } from '../file/canonical-json.ts'
import { stateNames } from '../provider-states.ts'
import type { PactInteraction } from '../reading/pact-interaction.ts'

/** JSON on one line; no string in it has a line end. */
const toLine = (value: unknown): string => toCanonicalJson(value).replaceAll(/\n */g, '')

/** Shows the request of an interaction as the pact has it, so that a person can send it. Its id may be another one than that which was verified. */
export function showPactRequest({ request, states }: PactInteraction, base: URL): ShownRequest {
  const { method, path, headers, body } = request
  const isTokenValid = states.every(({ name }) => name !== stateNames.invalidToken)
  const sent: HttpRequest = {
    method,
    path: base.pathname.replace(/\/$/, '') + path,
    headers: [...headers].map(([name, value]) => ({
      name,
      value,
      ...(isTokenValid &&
        name === 'authorization' &&
        /^bearer +\S/i.test(value) && { shell: 'Bearer $PLANT_STORE_TOKEN' }),
    })),
    pieces: body === undefined ? [] : [Buffer.from('text' in body ? body.text : toLine(body.value))],
  }
  return showRequest(sent, { base, secrets: [], showToken: false }, createMask([]))
}
