import { distinctCases } from './cases.ts'
import { doors } from './doors.ts'
import { describeCases } from './run-cases.ts'

for (const door of doors) describeCases(door, distinctCases)
