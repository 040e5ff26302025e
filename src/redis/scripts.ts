// The scripts that run in Redis, each as one atomic step. All keys of a namespace share a hash slot.

/** The keys of a namespace, in the order in which each script gets them. */
export const keyNames = ['meta', 'plants', 'ids', 'journal', 'queue', 'lasting'] as const

/** What an error begins with if the namespace is new or has expired. */
export const missing = 'MISSING'

/** The most characters of a journal, in bytes. */
const maxBytes = 16 * 1024 * 1024

/** Milliseconds that the other keys outlive `meta`, so that a namespace never loses a part. */
const longer = 1000

const head = `
local meta, plants, ids, journal, queue, lasting = unpack(KEYS)
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

const guard = `
if call('EXISTS', meta) == 0 then return redis.error_reply('${missing} the namespace') end
prolong(ARGV[1])
`

/** Adds the plants from an argument on; those whose ids are stored don't change. */
const addPlants = `
local function idOf(plant) return string.match(plant, '^{"id":(-?%d+)') end
local function addPlants(first)
  local size = call('LLEN', plants)
  for at = first, #ARGV do
    if call('HSETNX', ids, idOf(ARGV[at]), size) == 1 then size = call('RPUSH', plants, ARGV[at]) end
  end
  if size > 0 then keep(plants) keep(ids) end
end
local function removePlants()
  call('HINCRBY', meta, 'plants', call('LLEN', plants) + 1)
  call('DEL', plants, ids)
end
`

const setFaults = `
local function countFaults(flag)
  call('HSET', meta, 'faults', flag)
  call('HINCRBY', meta, 'faultChanges', 1)
end
local function clearFaults(seed)
  call('DEL', queue, lasting)
  call('HDEL', meta, 'scenario', 'step', 'left')
  call('HSET', meta, 'seed', seed, 'draws', 0)
  countFaults(0)
end
local function play(scenario, left, seed)
  call('HSET', meta, 'scenario', scenario, 'step', 0, 'left', left, 'seed', seed, 'draws', 0)
  countFaults(1)
end
`

const clearJournal = `
local function clearJournal()
  call('DEL', journal)
  call('HSET', meta, 'bytes', 0, 'skipped', 0, 'cleared', call('HGET', meta, 'last') or 0)
  call('HINCRBY', meta, 'clears', 1)
end
`

/** Draws the same random numbers as the faults in memory (mulberry32), which depend only on the seed and their count. */
const draw = `
local function multiply(a, b)
  local high, low = bit.rshift(a, 16), bit.band(a, 0xffff)
  return bit.tobit(low * b + bit.lshift(bit.tobit(high * b), 16))
end
local function draw()
  local seed = tonumber(call('HGET', meta, 'seed'))
  local state = bit.tobit(seed + multiply(call('HINCRBY', meta, 'draws', 1), 0x6d2b79f5))
  local mixed = multiply(bit.bxor(state, bit.rshift(state, 15)), bit.bor(1, state))
  mixed = bit.bxor(bit.tobit(mixed + multiply(bit.bxor(mixed, bit.rshift(mixed, 7)), bit.bor(61, mixed))), mixed)
  return (bit.bxor(mixed, bit.rshift(mixed, 14)) % 4294967296) / 4294967296
end
`

/** Takes the fault of a request. An item of a list is its remaining requests, its path, and the fault, on three lines. */
const takeFault = `
local function takeFault(isOperation, path)
  local function covers(at) if at == '' then return isOperation end return at == path end
  local function split(item) return string.match(item, '^([^\\n]*)\\n([^\\n]*)\\n(.*)$') end

  local function takeQueued()
    local start, size = 0, 1
    while true do
      local items = call('LRANGE', queue, start, start + size - 1)
      if #items == 0 then return end
      for offset, item in ipairs(items) do
        local left, at, fault = split(item)
        if covers(at) then
          local index = start + offset - 1
          if left ~= '1' then
            call('LSET', queue, index, (left - 1) .. '\\n' .. at .. '\\n' .. fault)
          elseif index == 0 then
            call('LPOP', queue)
          else
            call('LSET', queue, index, '')
            call('LREM', queue, 1, '')
          end
          return cjson.decode(fault)
        end
      end
      start, size = start + size, 500
    end
  end

  local function takeLasting()
    local items = call('LRANGE', lasting, 0, -1)
    for index = #items, 1, -1 do
      local _, at, fault = split(items[index])
      if covers(at) then return cjson.decode(fault) end
    end
  end

  local function takeStep()
    local playing = call('HMGET', meta, 'scenario', 'step', 'left')
    if not playing[1] then return end
    local scenario, step, left = cjson.decode(playing[1]), tonumber(playing[2]), tonumber(playing[3])
    local steps = scenario.steps
    if left == 0 then
      step = step + 1
      if scenario['repeat'] == true then step = step % #steps end
      local requests = (steps[step + 1] or {}).requests or 1
      left = requests == 'forever' and -1 or requests
    end
    local fault = steps[step + 1]
    -- Requests that the step isn't for don't count; -1 means forever.
    local isTaken = fault ~= nil and covers(fault.path or '')
    if isTaken and left > 0 then left = left - 1 end
    call('HSET', meta, 'step', step, 'left', left)
    return isTaken and fault or nil
  end

  local fault = takeQueued() or takeLasting() or takeStep()
  if not fault then return '', 0 end
  local isOver = call('EXISTS', queue, lasting) == 0 and call('HEXISTS', meta, 'scenario') == 0
  countFaults(isOver and 0 or 1)
  if fault.chance and draw() >= fault.chance then return '', 0 end
  local delay = fault.delay or 0
  if type(delay) == 'table' then delay = delay[1] + math.floor(draw() * (delay[2] - delay[1] + 1)) end
  return fault.fault or '', delay
end
`

/**
 * A request: takes its fault, stores its plant, and keeps it in the journal.
 *
 * Arguments after the time to live: the epoch that it belongs to, or empty; `operation`, `other`, or empty for whether
 * it takes a fault; its path; the fault that it has taken, or empty; 1 if it waits before the rest; the id and the plant,
 * or empty; 1 if the plant replaces one; the record for the journal, or empty; the capacity of the journal.
 *
 * Answers `w DELAY EPOCH FAULT` if the request has to wait, `r` if its epoch is over; otherwise `d` if the id is taken or
 * `c`, with the fault after it.
 */
const step = `
local state = call('HMGET', meta, 'epoch', 'faults', 'last', 'bytes')
if not state[1] then return redis.error_reply('${missing} the namespace') end
prolong(ARGV[1])
if ARGV[2] ~= '' and ARGV[2] ~= state[1] then return 'r' end
local fault, delay = ARGV[5], 0
-- Making functions costs time, and most requests need none of these.
if ARGV[3] ~= '' and state[2] == '1' then
${setFaults}${draw}${takeFault}
  fault, delay = takeFault(ARGV[3] == 'operation', ARGV[4])
end
if ARGV[6] == '1' or delay > 0 then return 'w ' .. string.format('%.17g', delay) .. ' ' .. state[1] .. ' ' .. fault end
local result = 'c' .. fault
local id = ARGV[7]
if id ~= '' and (fault == '' or fault == 'cut-off-body' or fault == 'not-json-body') then
  local at = call('HGET', ids, id)
  if not at then
    local size = call('RPUSH', plants, ARGV[8])
    call('HSET', ids, id, size - 1)
    if size == 1 then keep(plants) keep(ids) end
  elseif ARGV[9] == '1' then
    call('LSET', plants, at, ARGV[8])
    call('HINCRBY', meta, 'plants', 1)
  else
    result = 'd' .. fault
  end
end
local capacity = tonumber(ARGV[11])
if capacity == 0 then
  call('HINCRBY', meta, 'skipped', 1)
elseif ARGV[10] ~= '' then
  local entry = result .. '\\n' .. ARGV[10]
  local size, bytes = call('RPUSH', journal, entry), state[4] + #entry
  if size == 1 then keep(journal) end
  while size > capacity or (bytes > ${maxBytes} and size > 1) do
    size, bytes = size - 1, bytes - #call('LPOP', journal)
  end
  call('HSET', meta, 'last', state[3] + 1, 'bytes', bytes)
end
return result
`

/**
 * Restores the initial state, or only adds the missing plants if the namespace exists and this isn't a reset.
 *
 * Arguments after the time to live: 1 for a reset; the seed of faults; the scenario, the requests of its first step, and
 * its seed, or empty; then the plants.
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
  clearFaults(ARGV[3])
  if ARGV[4] ~= '' then play(ARGV[4], ARGV[5], ARGV[6]) end
end
addPlants(7)
prolong(ARGV[1])
return call('HGET', meta, 'epoch')
`

const guarded = (body: string, ...parts: readonly string[]): string =>
  [head, ...parts, guard, body].join('\n')

/** The texts of all scripts. */
export const scripts = {
  step: head + step,
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

  /** Adds a fault to the queue or to the lasting ones; answers 0 if there are too many. */
  addFault: guarded(
    `if call('LLEN', queue) + call('LLEN', lasting) >= tonumber(ARGV[2]) then return 0 end
    local list = ARGV[3] == 'lasting' and lasting or queue
    if call('RPUSH', list, ARGV[4]) == 1 then keep(list) end
    countFaults(1)
    return 1`,
    setFaults,
  ),
  play: guarded('play(ARGV[2], ARGV[3], ARGV[4])', setFaults),
  clearFaults: guarded('clearFaults(ARGV[2])', setFaults),
  listFaults: guarded(
    `return { call('LRANGE', queue, 0, -1), call('LRANGE', lasting, 0, -1), call('HGET', meta, 'scenario') }`,
  ),

  /** Answers how often each part changed; nothing for a namespace that doesn't exist, which this must not create. */
  changes: `${head}
    local counts = call('HMGET', meta, 'last', 'plants', 'faultChanges', 'clears', 'epoch')
    return counts[1] and { counts[1], counts[2] + call('LLEN', plants), counts[3], counts[4], counts[5] }`,
} as const satisfies Record<string, string>

/** The name of a script. */
export type ScriptName = keyof typeof scripts
