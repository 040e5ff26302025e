// What the ledger service checks of JSON bodies, with the mistakes that it can make there.
import * as is from './checks.ts'
import type { Switches } from './serve.ts'

const int64 = 2n ** 63n - 1n
const sizeOf = (value: unknown): number => Object.keys(value as object).length

function createMethodCheck(wrong: Switches['wrong']): is.Check {
  const choose = is.createChoice(wrong)
  const other = wrong('branch-open') ? is.anything : undefined
  const last4 = choose(is.text(4, 4, /^\d+$/), { 'card-unchecked': is.anything })
  const iban = choose(is.text(15, 34, /^[A-Z]{2}\d{2}[A-Z0-9]+$/), { 'iban-unchecked': is.text(5, 40) })
  const network = is.oneOf('visa', 'mastercard')
  const kind = is.anything
  const required = ['last4', ...(wrong('network-missing') ? [] : ['network'])]
  const branches = new Map<unknown, is.Check>([
    ['card', is.object({ kind, last4, network }, required, other)],
    ['bank', is.object({ kind, iban, bic: is.text(8, 11) }, ['iban'], other)],
    ['wallet', is.object({ kind, provider: is.text(1, 30) }, ['provider'], other)],
  ])
  return (value) => {
    if (!is.isObject(value)) return 'has to be an object'
    const { kind } = value
    if (wrong('kind-missing-500') && kind === undefined) throw new TypeError('toLowerCase of undefined')
    const branch =
      branches.get(kind) ?? (wrong('kind-unknown') && kind ? is.anything : () => 'has an unknown kind')
    return branch(value)
  }
}

/** Creates the checks of the bodies of accounts, changes of them, and transfers. */
export function createLedgerChecks({
  wrong,
  legal,
}: Switches): Record<'account' | 'change' | 'transfer', is.Check> {
  const choose = is.createChoice(wrong)
  const id = choose(is.text(3, 20, /^[A-Za-z][A-Za-z0-9-]+$/), {
    'id-unanchored': is.text(3, 20, /[A-Za-z][A-Za-z0-9-]{2}/),
  })
  const currencies = ['EUR', 'USD', 'CHF', 'JPY']
  const currency = choose(is.oneOf(...currencies), {
    'currency-unchecked': is.text(3, 3),
    'currency-null': is.oneOf(...currencies, null),
  })
  const owner = choose(is.text(1, 70), { 'owner-71': is.text(1, 71) })
  const overdraft = choose(is.integer(0, int64), { 'overdraft-negative': is.integer(-int64, int64) })
  const label = choose(is.text(0, 40), { 'label-41': is.text(0, 41), 'label-number': is.anything })
  const most = wrong('labels-6') ? 6 : 5
  const labels: is.Check = (value) =>
    is.object({}, [], label)(value) ?? (sizeOf(value) > most ? 'has too many labels' : undefined)
  const account = is.object(
    { id, owner, currency, overdraft, labels, openedAt: is.anything },
    ['id', ...(wrong('owner-missing') ? [] : ['owner']), 'currency'],
    legal('unknown-rejected') ? undefined : is.anything,
  )
  const checkChange = is.object(
    { owner, overdraft },
    [],
    wrong('change-unknown-accepted') ? is.anything : undefined,
  )
  const change: is.Check = (value) =>
    checkChange(value) ?? (sizeOf(value) ? undefined : 'has to change something')
  const amount = choose(is.integer(1, int64), {
    'amount-0': is.integer(0, int64),
    'amount-2-63': is.integer(1, int64 + 1n),
    'amount-fraction': is.number(1, 2 ** 62),
    'amount-int32-500': (value) => {
      if (Number(value) >= 2 ** 31) throw new RangeError('integer out of range')
      return is.integer(1, int64)(value)
    },
  })
  const reference = is.text(0, 140)
  const transfer = is.object(
    {
      amount,
      currency: is.oneOf(...currencies),
      payee: is.text(1, 70),
      reference: choose(is.orNull(reference), { 'reference-null-rejected': reference }),
      method: createMethodCheck(wrong),
    },
    ['amount', 'currency', 'payee', 'method'],
    wrong('transfer-unknown-accepted') ? is.anything : undefined,
  )
  return { account, change, transfer }
}
