// The scripts that run in Redis, each as one atomic step. All keys of a namespace share a hash slot.
import { addPlants, clearJournal, guard, head, setFaults, stale } from './script-parts.ts'
import { step } from './step-script.ts'

/**
 * Restores the initial state, or only adds the missing plants if the namespace exists and this isn't a reset.
 *
 * Arguments after the time to live: 1 for a reset; the version of the faults, whether any is active, and their state; then
 * the plants.
 */
const open = `
local isNew = call('EXISTS', meta) == 0
if isNew then
  local now = call('TIME')
  -- An epoch never comes again, even if the namespace expires.
  call('HSET', meta, 'epoch', now[1] .. string.sub(1000000 + now[2], 2, 4), 'last', 0)
end
call('PEXPIRE', meta, ARGV[1])
if isNew or ARGV[2] == '1' then
  if not isNew then call('HINCRBY', meta, 'epoch', 1) end
  removePlants()
  clearJournal()
  setFaults(ARGV[3], ARGV[4], ARGV[5])
end
addPlants(6)
prolong(ARGV[1])
return call('HGET', meta, 'epoch')
`

const guarded = (body: string, ...parts: readonly string[]): string =>
  [head, ...parts, guard, body].join('\n')

/** The texts of all scripts. */
export const scripts = {
  step,
  open: [head, addPlants, setFaults, clearJournal, open].join('\n'),

  /** Adds all plants or none; answers the ids that are taken. */
  insert: guarded(
    `local taken = {}
    for at = 2, #ARGV do
      local id = idOf(ARGV[at])
      if call('HEXISTS', ids, id) == 1 then taken[#taken + 1] = id end
    end
    if #taken == 0 then addPlants(2) end
    return taken`,
    addPlants,
  ),
  put: guarded(
    `local at = call('HGET', ids, idOf(ARGV[2]))
    if not at then return addPlants(2) end
    call('LSET', plants, at, ARGV[2])
    call('HINCRBY', meta, 'plants', 1)`,
    addPlants,
  ),
  replaceAll: guarded('removePlants() addPlants(2)', addPlants),
  get: guarded(`local at = call('HGET', ids, ARGV[2]) return at and call('LINDEX', plants, at)`),
  list: guarded(`return call('LRANGE', plants, ARGV[2], ARGV[3])`),
  count: guarded(`return call('LLEN', plants)`),

  /** Answers the number of the first entry, then the entries from a number on. */
  entries: guarded(
    `local last, size = tonumber(call('HGET', meta, 'last')), call('LLEN', journal)
    local skipped = math.max(0, ARGV[2] - (last - size + 1))
    local limit = tonumber(ARGV[3])
    local entries = limit == 0 and {} or call('LRANGE', journal, skipped, limit < 0 and -1 or skipped + limit - 1)
    return { last - size + 1 + skipped, entries }`,
  ),
  /** Answers the size of the journal, the number of its last request, and how many requests are missing. */
  measure: guarded(
    `local size, counts = call('LLEN', journal), call('HMGET', meta, 'last', 'cleared', 'skipped')
    return { size, tonumber(counts[1]), counts[1] - counts[2] - size + counts[3] }`,
  ),
  clearJournal: guarded('clearJournal()', clearJournal),

  faults: guarded('return readFaults()', setFaults),
  /** Replaces a version of the state of faults by another one; answers the state if it has another version. */
  setFaults: guarded(
    `if call('HGET', meta, 'version') ~= ARGV[2] then return '${stale}' .. readFaults() end
    setFaults(ARGV[3], ARGV[4], ARGV[5])
    return ''`,
    setFaults,
  ),

  /** Fails if Redis can't write; creates nothing. */
  check: `${head} if call('EXISTS', meta) == 1 then call('HSET', meta, 'checked', 1) end`,
  /** Removes the namespace. */
  remove: `${head} call('UNLINK', unpack(KEYS))`,

  /** Answers how often each part changed; nothing for a namespace that doesn't exist, which this must not create. */
  changes: `${head}
    local counts = call('HMGET', meta, 'last', 'plants', 'faultChanges', 'clears', 'epoch', 'answers')
    return counts[1] and
      { counts[1], counts[2] + call('LLEN', plants), counts[3], counts[4], counts[5], counts[6] or 0 }`,
} as const satisfies Record<string, string>

/** The name of a script. */
export type ScriptName = keyof typeof scripts
