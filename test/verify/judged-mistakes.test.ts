import { mistakes } from './backends/mistakes.ts'
import { describeMistakes } from './describe-mistakes.ts'

// One mistake of each rule; `npm run test:corpus` judges all of them.
describeMistakes([...new Map(mistakes.toReversed().map((mistake) => [mistake.rule, mistake])).values()])
