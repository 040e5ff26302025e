// The scripts that run in Redis, each as one atomic step. All keys of a namespace share a hash slot.
import { addRecords, clearJournal, guard, head, setFaults, stale } from './script-parts.ts'
import { step } from './step-script.ts'

/**
 * Restores the initial state, or only adds the missing records if the namespace exists and this isn't a reset.
 *
 * Arguments after the time to live: 1 for a reset; the version of the faults, whether any is active, and their state; then
 * the address and the text of each record.
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
  removeRecords()
  for at = 5, #KEYS do call('DEL', KEYS[at]) end
  clearJournal()
  setFaults(ARGV[3], ARGV[4], ARGV[5])
end
addRecords(6)
prolong(ARGV[1])
return call('HGET', meta, 'epoch')
`

const guarded = (body: string, ...parts: readonly string[]): string =>
  [head, ...parts, guard, body].join('\n')

/** The texts of all scripts. */
export const scripts = {
  step,
  open: [head, addRecords, setFaults, clearJournal, open].join('\n'),

  /** Adds all records or none; answers the addresses that are taken. */
  insert: guarded(
    `local taken = {}
    for at = 2, #ARGV, 2 do
      if call('HEXISTS', records, ARGV[at]) == 1 then taken[#taken + 1] = ARGV[at] end
    end
    if #taken == 0 then addRecords(2) end
    return taken`,
    addRecords,
  ),
  put: guarded(
    `if call('HEXISTS', records, ARGV[2]) == 0 then return addRecords(2) end
    call('HSET', records, ARGV[2], ARGV[3])
    call('HINCRBY', meta, 'changed', 1)`,
    addRecords,
  ),
  replaceAll: guarded('removeRecords() addRecords(2)', addRecords),
  get: guarded(`return call('HGET', records, ARGV[2])`),
  removeRecord: guarded(
    `call('ZREM', order, ARGV[2])
    call('HINCRBY', meta, 'changed', 1)
    return call('HDEL', records, ARGV[2])`,
  ),
  /** Answers the addresses and the texts of a part of the records. */
  list: guarded(
    `local addresses, texts = call('ZRANGE', order, ARGV[2], ARGV[3]), {}
    for at, address in ipairs(addresses) do texts[at] = call('HGET', records, address) end
    return { addresses, texts }`,
  ),
  count: guarded(`return call('HLEN', records)`),

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
    local counts = call('HMGET', meta, 'last', 'changed', 'faultChanges', 'clears', 'epoch', 'answers')
    counts[6] = counts[6] or 0
    return counts[1] and counts`,
} as const satisfies Record<string, string>

/** The name of a script. */
export type ScriptName = keyof typeof scripts
