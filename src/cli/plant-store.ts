#!/usr/bin/env node
import { main } from './main.ts'

const command = process.argv[2] ?? ''
const setGrowth = (factor: number): void =>
  process.getBuiltinModule('node:v8').setFlagsFromString(`--semi-space-growth-factor=${factor}`)

// A service with large answers makes the heap for new objects grow to more than all that a run keeps.
if (/^(?:verify|learn|diff)$/.test(command)) setGrowth(1)
// A fake keeps a part of each request, and each collection copies that. With a large heap for new objects, there are few.
if (/^(?:start|exec)$/.test(command)) setGrowth(64)

await main(process.argv)
