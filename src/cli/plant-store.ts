#!/usr/bin/env node
import { main } from './main.ts'

// A service with large answers makes the heap for new objects grow to more than all that a run keeps. Servers need it.
if (/^(?:verify|learn|diff)$/.test(process.argv[2] ?? ''))
  process.getBuiltinModule('node:v8').setFlagsFromString('--semi-space-growth-factor=1')

await main(process.argv)
