// The scripts that run in Redis, each as one atomic step. All keys of a namespace share a hash slot.

/** The code of an error if the namespace is new or has expired. */
export const missing = 'MISSING'

/** Milliseconds that the other keys outlive `meta`, so that a namespace never loses a part. */
const longer = 1000

/** The largest journal, in bytes. */
const maxBytes = 16 * 1024 * 1024

/**
 * Names the keys: what the namespace is, its journal, the records of one resource by address, and their addresses in order.
 * The keys of other resources may follow. The first argument is how long all keys live from now, 0 if that doesn't change.
 */
const head = `
local meta, journal, records, order = unpack(KEYS)
local call = redis.call
local function count(name, by) return call('HINCRBY', meta, name, by or 1) end
-- Lets a new key live as long as the others.
local function keep(key) call('PEXPIRE', key, call('PTTL', meta) + ${longer}) end
local function prolong()
  if ARGV[1] == '0' then return end
  call('PEXPIRE', meta, ARGV[1])
  for at = 2, #KEYS do call('PEXPIRE', KEYS[at], ARGV[1] + ${longer}) end
end
`

/** Fails if the namespace doesn't exist. */
const guard = `
if call('EXISTS', meta) == 0 then return redis.error_reply('${missing} the namespace') end
prolong()
`

/** Adds records from an argument on, each after its address; stored ones don't change. The count of changes orders them. */
const addRecords = `
local function add(records, order, address, text)
  if call('HSETNX', records, address, text) == 1 then call('ZADD', order, count('changed'), address) end
end
local function addRecords(first)
  for at = first, #ARGV, 2 do add(records, order, ARGV[at], ARGV[at + 1]) end
  keep(records) keep(order)
end
`

const setFaults = `
local function setFaults(active, state)
  call('HSET', meta, 'active', active, 'state', state)
  count('faults')
end
`

const clearJournal = `
local function clearJournal()
  call('DEL', journal)
  call('HSET', meta, 'bytes', 0, 'skipped', 0, 'cleared', call('HGET', meta, 'last'))
  count('clears')
end
`

/** Drops the oldest requests of a journal that is too long or too large. */
const trim = `
local function trim(size, bytes, capacity)
  local had = bytes
  while size > capacity or (bytes > ${maxBytes} and size > 1) do
    size, bytes = size - 1, bytes - #call('LPOP', journal)
  end
  if bytes < had then call('HSET', meta, 'bytes', bytes) end
end
`

/**
 * Restores the start for a reset, or if the namespace is new; otherwise adds what is missing.
 *
 * Arguments: 1 for a reset; whether any fault is active, and the state of faults; then for each record the place of its
 * resource among the keys, its address, and its text.
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
  if not isNew then count('epoch') end
  for at = 3, #KEYS do call('DEL', KEYS[at]) end
  count('changed')
  clearJournal()
  setFaults(ARGV[3], ARGV[4])
end
for at = 5, #ARGV, 3 do
  local place = tonumber(ARGV[at])
  add(KEYS[place], KEYS[place + 1], ARGV[at + 1], ARGV[at + 2])
end
prolong()
`

const guarded = (body: string, ...parts: readonly string[]): string =>
  [head, ...parts, guard, body].join('\n')

/** The texts of all scripts. */
export const scripts = {
  open: [head, addRecords, setFaults, clearJournal, open].join('\n'),

  /** Adds all records or none; returns the addresses that are taken. */
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
    count('changed')`,
    addRecords,
  ),
  /** Stores a record if another text is stored; says whether it is. */
  swap: guarded(
    `if call('HGET', records, ARGV[2]) ~= ARGV[4] then return 0 end
    call('HSET', records, ARGV[2], ARGV[3])
    return count('changed')`,
  ),
  replaceAll: guarded(
    `call('DEL', records, order)
    count('changed')
    addRecords(2)`,
    addRecords,
  ),
  get: guarded(`return call('HGET', records, ARGV[2])`),
  removeRecord: guarded(
    `call('ZREM', order, ARGV[2])
    count('changed')
    return call('HDEL', records, ARGV[2])`,
  ),
  /** Returns the addresses and the texts of a part of the records. */
  list: guarded(
    `local addresses, texts = call('ZRANGE', order, ARGV[2], ARGV[3]), {}
    for at, address in ipairs(addresses) do texts[at] = call('HGET', records, address) end
    return { addresses, texts }`,
  ),
  count: guarded(`return call('HLEN', records)`),

  /** Keeps a request, given with the capacity of the journal, and 1 if only without an active fault; returns its number and the epoch. */
  record: guarded(
    `local found = call('HMGET', meta, 'epoch', 'active')
    if ARGV[4] == '1' and found[2] == '1' then return end
    if ARGV[3] == '0' then
      count('skipped')
      return { 0, found[1] }
    end
    local size = call('RPUSH', journal, ARGV[2])
    if size == 1 then keep(journal) end
    trim(size, count('bytes', #ARGV[2]), tonumber(ARGV[3]))
    return { count('last'), found[1] }`,
    trim,
  ),
  /** Replaces a request of the journal, given with the capacity and its number, unless it was dropped. */
  settle: guarded(
    `local size = call('LLEN', journal)
    local index = ARGV[4] - (call('HGET', meta, 'last') - size) - 1
    if index < 0 or index >= size then return end
    local grown = #ARGV[2] - #call('LINDEX', journal, index)
    call('LSET', journal, index, ARGV[2])
    count('answers')
    trim(size, count('bytes', grown), tonumber(ARGV[3]))`,
    trim,
  ),
  /** Returns the number of the first request from a number on, and then the requests. */
  entries: guarded(
    `local last, size = tonumber(call('HGET', meta, 'last')), call('LLEN', journal)
    local skipped = math.max(0, ARGV[2] - (last - size + 1))
    local limit = tonumber(ARGV[3])
    local entries = limit == 0 and {} or call('LRANGE', journal, skipped, limit < 0 and -1 or skipped + limit - 1)
    return { last - size + 1 + skipped, entries }`,
  ),
  /** Returns the size of the journal, the number of its last request, and how many requests are missing. */
  measure: guarded(
    `local size, counts = call('LLEN', journal), call('HMGET', meta, 'last', 'cleared', 'skipped')
    return { size, tonumber(counts[1]), counts[1] - counts[2] - size + counts[3] }`,
  ),
  clearJournal: guarded('clearJournal()', clearJournal),

  epoch: guarded(`return call('HGET', meta, 'epoch')`),
  /** Returns how often the faults have changed, and their state. */
  faults: guarded(`return call('HMGET', meta, 'faults', 'state')`),
  /** Replaces the state of faults unless they have changed; says whether it has. */
  setFaults: guarded(
    `if call('HGET', meta, 'faults') ~= ARGV[2] then return 0 end
    setFaults(ARGV[3], ARGV[4])
    return 1`,
    setFaults,
  ),

  /** Fails if Redis can't write; leaves nothing. */
  check: `${head} call('HSET', meta, 'checked', 1) call('HDEL', meta, 'checked')`,
  /** Removes the namespace. */
  remove: `${head} call('UNLINK', unpack(KEYS))`,

  /** Returns how often each part changed; nothing for a namespace that doesn't exist, which this must not create. */
  changes: `${head}
    local counts = call('HMGET', meta, 'last', 'answers', 'changed', 'faults', 'clears', 'epoch')
    counts[2] = counts[2] or 0
    return counts[1] and counts`,
} as const satisfies Record<string, string>

/** The name of a script. */
export type ScriptName = keyof typeof scripts

/** Those that may work on many records or requests. */
export const longScripts: readonly ScriptName[] = ['open', 'insert', 'replaceAll', 'list', 'entries']
