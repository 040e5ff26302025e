// The scripts that run in Redis, each as one atomic step. All keys of a namespace share a hash slot.

/** The code of an error if the namespace is new or has expired. */
export const missingMark = 'MISSING'

/** Milliseconds that the other keys outlive `state`, so that a namespace never loses a part. */
const longer = 1000

/** The largest journal, in bytes. */
const maxBytes = 16 * 1024 * 1024

/**
 * Names the keys: what the namespace is, its journal, the records of one resource by address, and their addresses in order;
 * the keys of other resources may follow. The first argument is how long all keys live from now, 0 if that doesn't change.
 */
const head = `
local state, journal, records, order = unpack(KEYS)
local call = redis.call
local function count(name, by) return call('HINCRBY', state, name, by or 1) end
-- Lets a new key live as long as the others.
local function keep(key) call('PEXPIRE', key, call('PTTL', state) + ${longer}) end
local function prolong()
  call('PEXPIRE', state, ARGV[1])
  for at = 2, #KEYS do call('PEXPIRE', KEYS[at], ARGV[1] + ${longer}) end
end
-- The count of changes says which record was stored first.
local function put(records, order, address, text)
  local position = count('changed')
  if call('HSET', records, address, text) == 1 then call('ZADD', order, position, address) end
end
local function putAll()
  for at = 2, #ARGV, 2 do put(records, order, ARGV[at], ARGV[at + 1]) end
  keep(records) keep(order)
end
local function setFaults(active, faults)
  call('HSET', state, 'active', active, 'faults', faults)
  count('version')
end
local function clearJournal()
  call('DEL', journal)
  call('HSET', state, 'bytes', 0, 'skipped', 0, 'cleared', call('HGET', state, 'last'))
  count('clears')
end
-- Drops the oldest requests of a journal that is too long or too large.
local function trim(size, bytes, capacity)
  while size > capacity or (bytes > ${maxBytes} and size > 1) do
    size, bytes = size - 1, count('bytes', -#call('LPOP', journal))
  end
end
`

const guarded = (body: string): string => `${head}
if call('EXISTS', state) == 0 then return redis.error_reply('${missingMark} the namespace') end
if ARGV[1] ~= '0' then prolong() end
${body}`

export const scripts = {
  /**
   * Restores the start for a reset, or if the namespace is new; otherwise adds the records that are missing.
   *
   * Arguments: 1 for a reset; whether any fault is active, and the state of faults; then for each record the place of its
   * resource among the keys, its address, and its text.
   */
  open: `${head}
    local isNew = call('EXISTS', state) == 0
    if isNew then
      local now = call('TIME')
      -- An epoch never comes again, even if the namespace expires.
      call('HSET', state, 'epoch', now[1] .. string.sub(1000000 + now[2], 2, 4), 'last', 0)
      call('PEXPIRE', state, ARGV[1])
    end
    if isNew or ARGV[2] == '1' then
      count('epoch')
      count('changed')
      for at = 3, #KEYS do call('DEL', KEYS[at]) end
      clearJournal()
      setFaults(ARGV[3], ARGV[4])
    end
    for at = 5, #ARGV, 3 do
      local records, order = KEYS[tonumber(ARGV[at])], KEYS[ARGV[at] + 1]
      if call('HEXISTS', records, ARGV[at + 1]) == 0 then put(records, order, ARGV[at + 1], ARGV[at + 2]) end
    end
    prolong()`,

  /** Adds all records or none; returns the addresses that are taken. */
  insert: guarded(`
    local taken = {}
    for at = 2, #ARGV, 2 do
      if call('HEXISTS', records, ARGV[at]) == 1 then taken[#taken + 1] = ARGV[at] end
    end
    if #taken == 0 then putAll() end
    return taken`),
  put: guarded('putAll()'),
  /** Replaces a text by another one, if it is still stored; says whether it was. */
  swap: guarded(`
    if call('HGET', records, ARGV[2]) ~= ARGV[4] then return 0 end
    put(records, order, ARGV[2], ARGV[3])
    return 1`),
  replaceAll: guarded(`call('DEL', records, order) count('changed') putAll()`),
  get: guarded(`return call('HGET', records, ARGV[2])`),
  removeRecord: guarded(`
    call('ZREM', order, ARGV[2])
    count('changed')
    return call('HDEL', records, ARGV[2])`),
  /** Returns the addresses and the texts of a part of the records. */
  list: guarded(`
    local addresses, texts = call('ZRANGE', order, ARGV[2], ARGV[3]), {}
    for at, address in ipairs(addresses) do texts[at] = call('HGET', records, address) end
    return { addresses, texts }`),
  count: guarded(`return call('HLEN', records)`),

  /**
   * Keeps a request; returns its number and the epoch. Arguments: the request, the capacity of the journal, and 1 to keep it
   * only if no fault is active.
   */
  record: guarded(`
    local found = call('HMGET', state, 'epoch', 'active')
    if ARGV[4] == '1' and found[2] == '1' then return end
    if ARGV[3] == '0' then
      count('skipped')
      return { 0, found[1] }
    end
    local size = call('RPUSH', journal, ARGV[2])
    if size == 1 then keep(journal) end
    trim(size, count('bytes', #ARGV[2]), tonumber(ARGV[3]))
    return { count('last'), found[1] }`),
  /** Replaces a request, given with the capacity and its number, unless the journal has dropped it. */
  settle: guarded(`
    local size = call('LLEN', journal)
    local index = ARGV[4] - (call('HGET', state, 'last') - size) - 1
    if index < 0 or index >= size then return end
    local grown = #ARGV[2] - #call('LINDEX', journal, index)
    call('LSET', journal, index, ARGV[2])
    count('answers')
    trim(size, count('bytes', grown), tonumber(ARGV[3]))`),
  /** Returns the number of the first request that is found, and the requests from a number on. */
  entries: guarded(`
    local first = call('HGET', state, 'last') - call('LLEN', journal) + 1
    local skipped, limit = math.max(0, ARGV[2] - first), tonumber(ARGV[3])
    local entries = limit == 0 and {} or call('LRANGE', journal, skipped, limit < 0 and -1 or skipped + limit - 1)
    return { first + skipped, entries }`),
  /** Returns the size of the journal, the number of its last request, and how many requests are missing. */
  measure: guarded(`
    local size, counts = call('LLEN', journal), call('HMGET', state, 'last', 'cleared', 'skipped')
    return { size, tonumber(counts[1]), counts[1] - counts[2] - size + counts[3] }`),
  clearJournal: guarded('clearJournal()'),

  epoch: guarded(`return call('HGET', state, 'epoch')`),
  /** Returns the version of the faults, and their state. */
  faults: guarded(`return call('HMGET', state, 'version', 'faults')`),
  /** Replaces a version of the faults; says whether it was the current one. */
  setFaults: guarded(`
    if call('HGET', state, 'version') ~= ARGV[2] then return 0 end
    setFaults(ARGV[3], ARGV[4])
    return 1`),

  /** Fails if Redis can't write; leaves nothing. */
  check: `${head} call('HSET', state, 'checked', 1) call('HDEL', state, 'checked')`,
  remove: `${head} call('UNLINK', unpack(KEYS))`,
  /** Returns how often each part changed; nothing for a namespace that doesn't exist, which this must not create. */
  changes: `${head}
    local counts = call('HMGET', state, 'last', 'answers', 'changed', 'version', 'clears', 'epoch')
    counts[2] = counts[2] or 0
    return counts[1] and counts`,
} as const satisfies Record<string, string>

export type ScriptName = keyof typeof scripts

/** Those that may work on many records or requests. */
export const longScripts: readonly ScriptName[] = ['open', 'insert', 'replaceAll', 'list', 'entries']
