import { createdMistakes } from './backends/mistakes/created.ts'
import { idMistakes } from './backends/mistakes/ids.ts'
import { memberMistakes } from './backends/mistakes/members.ts'
import { textMistakes } from './backends/mistakes/texts.ts'
import { describeMistakes } from './describe-mistakes.ts'

describeMistakes([...createdMistakes, ...textMistakes, ...idMistakes, ...memberMistakes])
