import { createdStatus } from '../../contract/generated/operation.ts'
import { type Exchange, readStatus, wasTaken } from '../../http/exchange.ts'
import { toVerdict, type Verdict, withExchanges } from '../../judge/finding.ts'
import { createPlainPlant } from '../../probes/plain-plant.ts'
import type { Probe } from '../../probes/probe.ts'
import { likeAttacks } from '../../probes/texts.ts'
import { sendPlant } from '../send-ask.ts'
import type { Session } from '../trial.ts'

const isWord = (text: string): boolean => /^[a-z\d]{1,40}$/i.test(text)

/** Makes another word with letters of the same case, or with other digits. */
const toOtherWord = (word: string): string =>
  word.replaceAll(/[a-z\d]/gi, (letter) =>
    /[z9]/i.test(letter) ? letter : String.fromCharCode(letter.charCodeAt(0) + 1),
  )

/** Puts the signs of a text in another order, but for its ends, so that they mean nothing together. */
const toOtherOrder = (text: string): string =>
  text.slice(0, 2) + [...text.slice(2, -2)].sort().reverse().join('') + text.slice(-2)

/** Judges whether a service refuses a text for its meaning, although a similar one is accepted twice. */
export async function judgeMeaning(
  session: Session,
  exchange: Exchange,
  { openRule, rule: own }: Probe,
): Promise<Verdict[]> {
  const { plant } = exchange.request
  const isAttack = own === likeAttacks
  const rule = isAttack ? own : 'text-has-no-meaning'
  const toOther = isAttack ? toOtherOrder : toOtherWord
  const status = readStatus(exchange) ?? 0
  if (openRule !== 'text-limits' || plant === undefined || status >= 500) return []
  const { name, tag = name } = plant
  if (!isAttack && ![name, tag].every(isWord)) return []
  if (wasTaken(exchange)) return withExchanges([toVerdict(rule, '/response/status')], exchange)
  // The id may have been stored.
  if (session.ids.areFew && wasTaken(await sendPlant(session, { ...plant, id: session.ids.take() })))
    return []
  const others: Exchange[] = []
  for (let left = 2; left > 0; left--) {
    const other = { ...createPlainPlant(session), name: toOther(name), tag: toOther(tag) }
    if (!session.inside.allows(other)) return []
    others.push(await sendPlant(session, other))
  }
  // A service may refuse a stored text.
  if (!others.every(wasTaken)) return []
  const problem = `the status must be ${createdStatus}, got ${status}, although the name ${JSON.stringify(toOther(name))} is accepted`
  const verdict = toVerdict(rule, '/response/status', problem, { actual: `${status}` })
  return withExchanges([verdict], ...others.slice(1), exchange)
}
