import { head, missing, setFaults, stale } from './script-parts.ts'

/** The largest journal, in bytes. */
const maxBytes = 16 * 1024 * 1024

/** Stands for the version of the faults if a request takes none. */
export const noFault = '-'

/**
 * A request: takes its fault, stores its plant, and keeps it in the journal. One that waits is kept without an answer, and
 * a second step completes it.
 *
 * Arguments after the time to live: the version of the faults from which its fault was taken, or `-` if it takes none; the
 * version, whether any is active, and the state without that fault, or empty; the epoch that it belongs to, or empty; its
 * fault, or empty; 1 if it waits before the rest; the id and the plant to store, or empty; what happens if the id is stored; the
 * record for the journal, or empty; the capacity of the journal; its number there if it has waited, or empty.
 *
 * Answers `f` with the version and the state of the faults if these are others, `w EPOCH NUMBER` if the request has to
 * wait, `r` if its epoch is over; otherwise `d` if the id is taken, `k`, the stored plant, and a tab if that is kept, or
 * `c`, with the fault after it. A fault is a name, or an answer as JSON.
 */
export const step: string = `${head}
local state = call('HMGET', meta, 'epoch', 'faults', 'last', 'bytes', 'version')
if not state[1] then return redis.error_reply('${missing} the namespace') end
prolong(ARGV[1])
if ARGV[6] ~= '' and ARGV[6] ~= state[1] then return 'r' end
-- Making functions costs time, and most requests need none of these.
if ARGV[2] ~= '${noFault}' and (state[2] == '1' or ARGV[3] ~= '') then
${setFaults}
  if ARGV[2] ~= (state[5] or '') then return '${stale}' .. readFaults() end
  if ARGV[3] ~= '' then setFaults(ARGV[3], ARGV[4], ARGV[5]) end
end
local fault, waits, id = ARGV[7], ARGV[8] == '1', ARGV[9]
local result = waits and 'w' or 'c' .. fault
if id ~= '' then
  if call('HSETNX', records, id, ARGV[10]) == 1 then
    call('ZADD', order, call('HINCRBY', meta, 'changed', 1), id)
    if call('HLEN', records) == 1 then keep(records) keep(order) end
  elseif ARGV[11] == 'replace' then
    call('HSET', records, id, ARGV[10])
    call('HINCRBY', meta, 'changed', 1)
  elseif ARGV[11] == 'keep' then
    result = 'k' .. call('HGET', records, id) .. '\\t' .. fault
  else
    result = 'd' .. fault
  end
end
local capacity, number = tonumber(ARGV[13]), tonumber(ARGV[14])
local entry, size, bytes = result .. '\\n' .. ARGV[12], nil, nil
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
elseif ARGV[12] ~= '' then
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
if waits then return 'w ' .. state[1] .. ' ' .. string.format('%.0f', state[3]) end
return result
`
