import { rightBackends } from '../backends/right-backends.ts'
import { describeCorrect } from '../describe-corpus.ts'

describeCorrect(rightBackends)
