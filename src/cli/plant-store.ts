#!/usr/bin/env node
import module from 'node:module'
import { inlineMore, setGrowth } from './engine.ts'

const command = process.argv[2] ?? ''
// A service with large answers, or a large description, makes the heap for new objects grow to more than all that is kept.
if (/^(?:verify|diff|describe|start|exec)$/.test(command)) setGrowth(1)
if (/^(?:start|exec)$/.test(command)) inlineMore()
// A third of a start is the compilation of the same files; Node 22 keeps it for the next one, in its folder for that.
module.enableCompileCache?.()

const { main } = await import('./main.ts')
await main(process.argv)
