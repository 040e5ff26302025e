import { describeFoundMistakes } from '../../pact/describe-found-mistakes.ts'

describeFoundMistakes()
