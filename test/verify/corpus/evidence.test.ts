import { describeHidden, hiddenCases } from '../hidden-evidence.ts'

describeHidden(hiddenCases)
