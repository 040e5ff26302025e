// The parts that scripts share. A script begins with `head`; functions of the other parts come next.
import { stringifyExactJson } from '../json/exact-json.ts'
import { type FaultState, isActive } from '../mock/faults/fault-state.ts'

/** The code of an error if the namespace is new or has expired. */
export const missing = 'MISSING'

/** Milliseconds that the other keys outlive `meta`, so that a namespace never loses a part. */
const longer = 1000

/**
 * Names the keys, and lets them live longer: what the namespace is, its journal, the records of one resource by address,
 * and their addresses in order. The keys of other resources follow.
 */
export const head: string = `
local meta, journal, records, order = unpack(KEYS)
local call = redis.call
-- Lets a new key live as long as the others.
local function keep(key) call('PEXPIRE', key, call('PTTL', meta) + ${longer}) end
-- Lets all keys live for as long as the namespace should be kept; 0 if they were prolonged a moment ago.
local function prolong(milliseconds)
  if milliseconds == '0' then return end
  call('PEXPIRE', meta, milliseconds)
  for at = 2, #KEYS do call('PEXPIRE', KEYS[at], milliseconds + ${longer}) end
end
`

/** Ends a script if the namespace doesn't exist, and lets an existing one live longer. */
export const guard: string = `
if call('EXISTS', meta) == 0 then return redis.error_reply('${missing} the namespace') end
prolong(ARGV[1])
`

/** Adds the records from an argument on, each after its address; those whose addresses are stored don't change. The number of changes says which one was stored first. */
export const addRecords: string = `
local function addRecords(first)
  local position = call('HINCRBY', meta, 'changed', #ARGV) - #ARGV
  local pairs, positions = {}, {}
  for at = first, #ARGV, 2 do
    if call('HEXISTS', records, ARGV[at]) == 0 then
      local size = #pairs
      pairs[size + 1], pairs[size + 2] = ARGV[at], ARGV[at + 1]
      positions[size + 1], positions[size + 2] = position + at, ARGV[at]
    end
    -- Many calls take longer than a few.
    if #pairs == 1000 or (#pairs > 0 and at + 2 > #ARGV) then
      call('HSET', records, unpack(pairs))
      call('ZADD', order, unpack(positions))
      pairs, positions = {}, {}
    end
  end
  keep(records) keep(order)
end
local function removeRecords()
  call('HINCRBY', meta, 'changed', 1)
  call('DEL', records, order)
end
`

/** Begins the answer of a script if the state of faults is another one than the process knows; the state follows. */
export const stale = 'f'

/** Reads and replaces the state of faults, and counts changes. */
export const setFaults: string = `
local function readFaults()
  local found = call('HMGET', meta, 'version', 'state')
  return (found[1] or '') .. ' ' .. (found[2] or '')
end
local function setFaults(version, active, state)
  call('HSET', meta, 'version', version, 'faults', active, 'state', state)
  call('HINCRBY', meta, 'faultChanges', 1)
end
`

/** Writes the state of faults as scripts keep it: its version, whether a request could get a fault, and the rest. */
export const writeState = (version: string, state: FaultState): string[] => [
  version,
  isActive(state) ? '1' : '0',
  stringifyExactJson(state),
]

/** Empties the journal. */
export const clearJournal: string = `
local function clearJournal()
  call('DEL', journal)
  call('HSET', meta, 'bytes', 0, 'skipped', 0, 'cleared', call('HGET', meta, 'last') or 0)
  call('HINCRBY', meta, 'clears', 1)
end
`
