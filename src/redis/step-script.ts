import { faultKinds } from '../store/fault-kinds.ts'
import { head, missing, setFaults } from './script-parts.ts'

/** The largest journal, in bytes. */
const maxBytes = 16 * 1024 * 1024

/** The condition that a request with a fault is handled, so that its plant is stored. */
const isHandled = Object.entries(faultKinds)
  .filter(([, kind]) => kind.delivery !== 'drop')
  .map(([name]) => ` or fault == '${name}'`)
  .join('')

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
        -- A hold stays in the list until it is released.
        if left ~= '0' and covers(at) then
          local index, decoded = start + offset - 1, cjson.decode(fault)
          if left ~= '1' or decoded.hold then
            call('LSET', queue, index, (left - 1) .. '\\n' .. at .. '\\n' .. fault)
          elseif index == 0 then
            call('LPOP', queue)
          else
            call('LSET', queue, index, '')
            call('LREM', queue, 1, '')
          end
          return decoded
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
  if not fault then return '', 0, '' end
  local isOver = call('EXISTS', queue, lasting) == 0 and call('HEXISTS', meta, 'scenario') == 0
  countFaults(isOver and 0 or 1)
  if fault.chance and draw() >= fault.chance then return '', 0, '' end
  local delay = fault.delay or 0
  if type(delay) == 'table' then delay = delay[1] + math.floor(draw() * (delay[2] - delay[1] + 1)) end
  return fault.answer and cjson.encode(fault.answer) or fault.fault or '', delay, fault.hold or ''
end
`

/**
 * A request: takes its fault, stores its plant, and keeps it in the journal. One that waits is kept without an answer, and
 * a second step completes it.
 *
 * Arguments after the time to live: the epoch that it belongs to, or empty; `operation`, `other`, or empty for whether
 * it takes a fault; its path; the fault that it has taken, or empty; 1 if it waits before the rest; the id and the plant,
 * or empty; what happens if the id is stored; the record for the journal, or empty; the capacity of the journal; its number
 * there if it has waited, or empty.
 *
 * Answers `w DELAY EPOCH NUMBER HOLD FAULT` if the request has to wait, `r` if its epoch is over; otherwise `d` if the id
 * is taken, `k`, the stored plant, and a tab if that is kept, or `c`, with the fault after it. A fault is a name, or an answer as JSON.
 */
export const step: string = `${head}
local state = call('HMGET', meta, 'epoch', 'faults', 'last', 'bytes')
if not state[1] then return redis.error_reply('${missing} the namespace') end
prolong(ARGV[1])
if ARGV[2] ~= '' and ARGV[2] ~= state[1] then return 'r' end
local fault, delay, hold = ARGV[5], 0, ''
-- Making functions costs time, and most requests need none of these.
if ARGV[3] ~= '' and state[2] == '1' then
${setFaults}${draw}${takeFault}
  fault, delay, hold = takeFault(ARGV[3] == 'operation', ARGV[4])
end
local waits = ARGV[6] == '1' or delay > 0 or hold ~= ''
local result = waits and 'w' or 'c' .. fault
local id = ARGV[7]
if not waits and id ~= '' and (fault == ''${isHandled}) then
  local at = call('HGET', ids, id)
  if not at then
    local size = call('RPUSH', plants, ARGV[8])
    call('HSET', ids, id, size - 1)
    if size == 1 then keep(plants) keep(ids) end
  elseif ARGV[9] == 'replace' then
    call('LSET', plants, at, ARGV[8])
    call('HINCRBY', meta, 'plants', 1)
  elseif ARGV[9] == 'keep' then
    result = 'k' .. call('LINDEX', plants, at) .. '\\t' .. fault
  else
    result = 'd' .. fault
  end
end
local capacity, number = tonumber(ARGV[11]), tonumber(ARGV[12])
local entry, size, bytes = result .. '\\n' .. ARGV[10], nil, nil
if number then
  -- It is in the journal already, unless that is off, or somebody emptied it meanwhile.
  size = call('LLEN', journal)
  local index = number - (state[3] - size) - 1
  if capacity > 0 and index >= 0 and index < size then
    bytes = state[4] + #entry - #call('LINDEX', journal, index)
    call('LSET', journal, index, entry)
    call('HINCRBY', meta, 'answers', 1)
  end
elseif capacity == 0 then
  call('HINCRBY', meta, 'skipped', 1)
elseif ARGV[10] ~= '' then
  size, bytes = call('RPUSH', journal, entry), state[4] + #entry
  if size == 1 then keep(journal) end
  state[3] = state[3] + 1
end
if bytes then
  while size > capacity or (bytes > ${maxBytes} and size > 1) do
    size, bytes = size - 1, bytes - #call('LPOP', journal)
  end
  call('HSET', meta, 'last', state[3], 'bytes', bytes)
end
if waits then
  return table.concat({ 'w', string.format('%.17g', delay), state[1], string.format('%.0f', state[3]), hold, fault }, ' ')
end
return result
`
