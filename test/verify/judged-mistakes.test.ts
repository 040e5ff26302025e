import { mistakes } from './backends/mistakes.ts'
import { describeMistakes } from './describe-corpus.ts'

// `npm run test:corpus` judges all of them.
describeMistakes(mistakes.filter((_mistake, index) => index % 30 === 0))
