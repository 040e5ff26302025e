import { mistakes } from '../backends/mistakes.ts'
import { describeRepeated } from '../describe-corpus.ts'

describeRepeated(mistakes)
