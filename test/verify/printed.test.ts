import { mistakes } from './backends/mistakes.ts'
import { describePrinted } from './describe-printed.ts'

// `npm run test:corpus` runs those of all backends.
describePrinted(mistakes.filter((_mistake, index) => index % 50 === 0))
