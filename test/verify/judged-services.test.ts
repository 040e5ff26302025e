import { answerMistakes } from './backends/mistakes/answers.ts'
import { credentialMistakes } from './backends/mistakes/credentials.ts'
import { habitMistakes } from './backends/mistakes/habits.ts'
import { httpMistakes } from './backends/mistakes/http.ts'
import { loadMistakes } from './backends/mistakes/load.ts'
import { tokenMistakes } from './backends/mistakes/tokens.ts'
import { describeMistakes } from './describe-mistakes.ts'

describeMistakes([
  ...tokenMistakes,
  ...credentialMistakes,
  ...httpMistakes,
  ...answerMistakes,
  ...loadMistakes,
  ...habitMistakes,
])
