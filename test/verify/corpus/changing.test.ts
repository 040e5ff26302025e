import { describeChanging } from '../describe-corpus.ts'

describeChanging()
