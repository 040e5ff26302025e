// Mistakes of services written by hand; test/verify/corpus judges all of them, right and wrong.
import { expect, test } from 'vitest'
import type { RuleId } from '../../src/judge/rules.ts'
import { findBroken, judgeService } from './judge.ts'
import { services } from './services/services.ts'

const hotels = ['createHotel', 'listHotels', 'getHotel', 'replaceHotel', 'changeHotel', 'deleteHotel']
const created = ['createHotel', 'getHotel']
const rooms = ['createHotel', 'getHotel', 'createRoom', 'getRoom', 'listRooms', 'deleteHotel']
const roomBookings = ['createHotel', 'createRoom', 'createBooking', 'listBookings', 'cancelBooking']
const accounts = ['openAccount', 'listAccounts', 'getAccount', 'changeAccount', 'closeAccount']
const notes = ['openAccount', 'addNote', 'listNotes', 'closeAccount']
const transfers = ['createTransfer', 'getTransfer', 'cancelTransfer', 'listTransfers']

const mistakes: [mistake: string, rule: RuleId, operations: string[]][] = [
  ['create-200', 'documented-status', ['createHotel']],
  ['name-81', 'rejects-invalid-body', ['createHotel']],
  ['last-not-listed', 'created-is-listed', ['createHotel', 'listHotels']],
  ['location-wrong', 'location-is-readable', created],
  ['parallel-ids', 'keys-differ-at-once', created],
  ['id-from-client', 'key-of-service', created],
  ['name-trimmed', 'white-space-comes-back', created],
  ['default-wrong', 'default-is-used', created],
  ['rename-to-taken', 'duplicate-key', hotels],
  ['put-creates', 'unknown-key', hotels],
  ['put-merges', 'replace-removes', hotels],
  ['put-renews-created-at', 'created-at-stays', hotels],
  ['patch-drops-rest', 'merge-keeps-rest', hotels],
  ['patch-null-ignored', 'merge-removes', hotels],
  ['patches-lost', 'changes-at-once', hotels],
  ['delete-does-nothing', 'removed-is-gone', hotels],
  ['limit-ignored', 'list-keeps-limit', hotels],
  ['pages-overlap', 'pages-make-list', hotels],
  ['total-of-page', 'total-counts', hotels],
  ['city-filter-ignored', 'filter-filters', hotels],
  ['room-of-other-hotel', 'child-of-its-parent', rooms],
  ['rooms-of-unknown-hotel', 'unknown-parent', rooms],
  ['delete-with-rooms', 'rejects-in-state', rooms],
  ['rejected-booking-stored', 'rejected-changes-nothing', roomBookings],
  ['account-overwritten', 'duplicate-key', accounts],
  ['change-not-stored', 'merge-changes', accounts],
  ['cursor-loses', 'pages-make-list', accounts],
  ['notes-shared', 'created-is-listed', notes],
  ['key-ignored', 'idempotency-key', transfers],
  ['rejection-uses-key', 'idempotency-key', transfers],
  ['cancel-not-stored', 'action-is-stored', transfers],
  ['canceled-twice', 'rejects-in-state', transfers],
  ['amount-rounded', 'integers-come-back', transfers],
]

test.each(mistakes)('the mistake %s breaks %s', async (mistake, rule, operations) => {
  const service = services.find((one) => one.mistakes.includes(mistake))
  if (service === undefined) throw new Error('there is no such mistake')
  const report = await judgeService(service, { mistake }, { operations, only: [rule] })
  expect(findBroken(report)).toContain(rule)
})
