import { distinctCases } from './cases.ts'
import { mswDoor } from './msw-door.ts'
import { describeCases } from './run-cases.ts'

describeCases(mswDoor, distinctCases)
