import { bodyMistakes } from './backends/mistakes/bodies.ts'
import { errorMistakes } from './backends/mistakes/errors.ts'
import { refusalMistakes } from './backends/mistakes/refusals.ts'
import { describeMistakes } from './describe-mistakes.ts'

describeMistakes([...bodyMistakes, ...refusalMistakes, ...errorMistakes])
