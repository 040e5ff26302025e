// Mistakes of services written by hand; test/verify/corpus judges all of them, right and wrong.
import { judgeService, testMistakes } from './judge.ts'
import { services } from './services/services.ts'

/** What each mistake of a service breaks. */
const runs: Record<string, Record<string, string>> = {
  hotel: {
    'name-81': 'rejects-invalid-body of createHotel',
    'default-wrong': 'default-is-used of createHotel',
    'location-wrong': 'location-is-readable of createHotel',
    'parallel-ids': 'keys-differ-at-once of createHotel',
    'last-not-listed': 'created-is-listed of listHotels',
    'limit-ignored': 'list-keeps-limit of listHotels',
    'put-creates': 'unknown-key of replaceHotel',
    'put-renews-created-at': 'created-at-stays of replaceHotel',
    'rename-to-taken': 'duplicate-key of changeHotel',
    'patch-drops-rest': 'merge-keeps-rest of changeHotel',
    'delete-does-nothing': 'removed-is-gone of getHotel',
    'delete-with-rooms': 'rejects-in-state of deleteHotel',
    'room-of-other-hotel': 'child-of-its-parent of getRoom',
    'rooms-of-unknown-hotel': 'unknown-parent of listRooms',
    'rejected-booking-stored': 'rejected-changes-nothing of createBooking',
  },
  'hotel without rooms': {
    'id-from-client': 'key-of-service of createHotel',
    'name-trimmed': 'white-space-comes-back of createHotel',
    'pages-overlap': 'pages-make-list of listHotels',
    'total-of-page': 'total-counts of listHotels',
    'city-filter-ignored': 'filter-filters of listHotels',
    'put-merges': 'replace-removes of replaceHotel',
    'patch-null-ignored': 'merge-removes of changeHotel',
    'patches-lost': 'changes-at-once of changeHotel',
    'delete-200': 'documented-status of deleteHotel',
  },
  ledger: {
    'account-overwritten': 'duplicate-key of openAccount',
    'change-not-stored': 'merge-changes of changeAccount',
    'cursor-loses': 'pages-make-list of listAccounts',
    'notes-shared': 'created-is-listed of listNotes',
    'key-ignored': 'idempotency-key of createTransfer',
    'amount-rounded': 'integers-come-back of createTransfer',
    'cancel-not-stored': 'action-is-stored of cancelTransfer',
  },
  'ledger of transfers': {
    'rejection-uses-key': 'idempotency-key of createTransfer',
    'canceled-twice': 'rejects-in-state of cancelTransfer',
  },
}

/** The operations of a run that does not judge all of them. */
const parts: Record<string, string[]> = {
  'hotel without rooms': [
    'createHotel',
    'listHotels',
    'getHotel',
    'replaceHotel',
    'changeHotel',
    'deleteHotel',
  ],
  'ledger of transfers': ['createTransfer', 'getTransfer', 'cancelTransfer', 'listTransfers'],
}

for (const [name, mistakes] of Object.entries(runs))
  testMistakes(name, mistakes, (only) => {
    const service = services.find((one) => name.startsWith(one.name))
    if (service === undefined) throw new Error('there is no such service')
    const operations = parts[name] && { operations: parts[name] }
    return judgeService(service, { mistakes: Object.keys(mistakes) }, { ...operations, only })
  })
