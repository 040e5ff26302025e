import { mistakes } from '../backends/mistakes.ts'
import { describePrinted } from '../describe-printed.ts'

describePrinted(mistakes)
