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
