import { mistakesIn } from '../backends/mistakes.ts'
import { describeMistakes } from '../describe-corpus.ts'

describeMistakes(mistakesIn.plants)
