import { rightAnswers } from './right/answers.ts'
import { rightRefusals } from './right/refusals.ts'
import type { RightBackend } from './right/right-backend.ts'
import { rightServices } from './right/services.ts'

/** Correct backends, which differ in what the specification leaves open. */
export const rightBackends: readonly RightBackend[] = [
  { title: 'nothing special', backend: {} },
  ...rightRefusals,
  ...rightAnswers,
  ...rightServices,
]
