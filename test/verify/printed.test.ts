import { mistakes } from './backends/mistakes.ts'
import { describePrinted } from './describe-printed.ts'

// Those of all backends take hours.
describePrinted(mistakes.filter((_mistake, index) => index % 50 === 0))
