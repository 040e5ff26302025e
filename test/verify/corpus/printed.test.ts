import { mistakes } from '../backends/mistakes.ts'
import { describePrinted } from '../describe-printed.ts'

// A new backend hasn't stored enough plants for this mistake.
describePrinted(mistakes.filter(({ title }) => title !== 'every fiftieth plant fails'))
