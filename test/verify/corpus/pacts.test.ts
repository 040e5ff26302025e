import { describeFoundMistakes, found, missed } from '../../pact/describe-found-mistakes.ts'

describeFoundMistakes(found, missed)
