import type { Listening } from '../../tools/listen.ts'
import { startBackend } from './create-backend.ts'
import { answerMistakes } from './mistakes/answers.ts'
import { bodyMistakes } from './mistakes/bodies.ts'
import { cornerMistakes } from './mistakes/corners.ts'
import { createdMistakes } from './mistakes/created.ts'
import { credentialMistakes } from './mistakes/credentials.ts'
import { errorMistakes } from './mistakes/errors.ts'
import { habitMistakes } from './mistakes/habits.ts'
import { httpMistakes } from './mistakes/http.ts'
import { idMistakes } from './mistakes/ids.ts'
import { loadMistakes } from './mistakes/load.ts'
import { memberMistakes } from './mistakes/members.ts'
import type { Mistake } from './mistakes/mistake.ts'
import { refusalMistakes } from './mistakes/refusals.ts'
import { textMistakes } from './mistakes/texts.ts'
import { tokenMistakes } from './mistakes/tokens.ts'

/** Backends with one planted mistake each, written from the rules and not from the checks, by topic. */
export const mistakesAbout = {
  created: createdMistakes,
  texts: textMistakes,
  ids: idMistakes,
  members: memberMistakes,
  bodies: bodyMistakes,
  refusals: refusalMistakes,
  errors: errorMistakes,
  tokens: tokenMistakes,
  credentials: credentialMistakes,
  http: httpMistakes,
  answers: answerMistakes,
  load: loadMistakes,
  habits: habitMistakes,
  corners: cornerMistakes,
} as const satisfies Record<string, readonly Mistake[]>

/** All backends with a mistake. */
export const mistakes: readonly Mistake[] = Object.values(mistakesAbout).flat()

/** Starts a backend with the mistakes of these titles, each of which is in another part of it. */
export function startMistaken(...titles: readonly string[]): Promise<Listening> {
  const made = titles.map((title) => mistakes.find((one) => one.title === title)?.backend)
  const parts = made.flatMap((backend) => Object.keys(backend ?? {}))
  if (made.includes(undefined) || new Set(parts).size < parts.length)
    throw new Error(`there are no such mistakes in parts of their own: ${titles}`)
  return startBackend(Object.assign({}, ...made))
}
