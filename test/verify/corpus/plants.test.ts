import { mistakesIn } from '../backends/mistakes.ts'
import { describeMistakes } from '../describe-mistakes.ts'

describeMistakes(mistakesIn.plants)
