import { answerMistakes } from './mistakes/answers.ts'
import { bodyMistakes } from './mistakes/bodies.ts'
import { cornerMistakes } from './mistakes/corners.ts'
import { createdMistakes } from './mistakes/created.ts'
import { credentialMistakes } from './mistakes/credentials.ts'
import { errorMistakes } from './mistakes/errors.ts'
import { habitMistakes } from './mistakes/habits.ts'
import { httpMistakes } from './mistakes/http.ts'
import { idMistakes } from './mistakes/ids.ts'
import { limitMistakes } from './mistakes/limits.ts'
import { loadMistakes } from './mistakes/load.ts'
import { memberMistakes } from './mistakes/members.ts'
import type { Mistake } from './mistakes/mistake.ts'
import { refusalMistakes } from './mistakes/refusals.ts'
import { textMistakes } from './mistakes/texts.ts'
import { tokenMistakes } from './mistakes/tokens.ts'

/** Backends with one planted mistake each, written from the rules and not from the checks; grouped by topic. */
export const mistakesIn: Record<'plants' | 'refusals' | 'services', readonly Mistake[]> = {
  plants: [...createdMistakes, ...textMistakes, ...idMistakes, ...memberMistakes, ...limitMistakes],
  refusals: [...bodyMistakes, ...refusalMistakes, ...errorMistakes],
  services: [
    ...tokenMistakes,
    ...credentialMistakes,
    ...httpMistakes,
    ...answerMistakes,
    ...loadMistakes,
    ...habitMistakes,
    ...cornerMistakes,
  ],
}

/** All backends with a mistake. */
export const mistakes: readonly Mistake[] = Object.values(mistakesIn).flat()
