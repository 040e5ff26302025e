#!/usr/bin/env node
import { inlineMore, setGrowth } from './engine.ts'
import { main } from './main.ts'

const command = process.argv[2] ?? ''
// A service with large answers, or a large description, makes the heap for new objects grow to more than all that is kept.
if (/^(?:verify|diff|describe|start|exec)$/.test(command)) setGrowth(1)
if (/^(?:start|exec)$/.test(command)) inlineMore()

await main(process.argv)
