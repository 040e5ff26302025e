#!/usr/bin/env node
import { main } from './main.ts'

const command = process.argv[2] ?? ''
const setGrowth = (factor: number): void =>
  process.getBuiltinModule('node:v8').setFlagsFromString(`--semi-space-growth-factor=${factor}`)

// A service with large answers makes the heap for new objects grow to more than all that a run keeps.
if (/^(?:verify|learn|diff)$/.test(command)) setGrowth(1)
// A fake keeps some of each request, and every collection copies that. There are few if the heap grows to its end at once.
if (/^(?:start|exec)$/.test(command)) setGrowth(64)

await main(process.argv)
