/**
 * The house's own money: what it brings, and what it moves from the bank to the provider of payouts, booked by an operator once for each
 * reference. Without it the first payout with a fee leaves customers' pesos uncovered (`bank.backing`), and pesos stop.
 */
import { ASSETS, type AssetCode, parseUnits } from '@tunjo/contract/money'
import { type Database, inTransaction } from '../../platform/database.ts'
import { idOf } from '../../platform/ids.ts'
import type { Platform } from '../../platform/module.ts'
import { type Ledger, systemAccount } from '../ledger/index.ts'

interface Sides {
  readonly debit: string
  readonly credit: string
}
/** Where the money is now. The last one brings nothing: pesos of the house or of customers go on to where payouts are made. */
const PLACES: Readonly<Record<string, Partial<Record<AssetCode, Sides>>>> = {
  bank: { COP: { debit: 'bank', credit: 'house' } },
  collection: { COP: { debit: 'collection', credit: 'house' } },
  provider: { COP: { debit: 'payouts', credit: 'house' } },
  'hot-wallet': {
    COP: { debit: 'bank', credit: 'float' },
    BTC: { debit: 'chain', credit: 'float' },
    USDT: { debit: 'chain', credit: 'float' },
  },
  'cold-wallet': {
    COP: { debit: 'cold', credit: 'float' },
    BTC: { debit: 'cold', credit: 'float' },
    USDT: { debit: 'cold', credit: 'float' },
  },
  pools: { COP: { debit: 'bank', credit: 'market' } },
  'bank-to-provider': { COP: { debit: 'payouts', credit: 'bank' } },
}

export interface CapitalGiven {
  readonly place: string
  readonly asset: AssetCode
  /** Whole units, decimal text. */
  readonly amount: string
  /** Of the bank's or the chain's own record. */
  readonly reference: string
  /** Who books it, for the audit trail. */
  readonly by: string
}
export interface CapitalContext extends Pick<Platform, 'audit'> {
  readonly db: Database
  readonly ledger: Pick<Ledger, 'postWithin'>
}

const TEXT_MINIMUM = 3
const TEXT_MAXIMUM = 200

/** `exists`: the same was booked before, and nothing moved. @throws Refused when the reference was booked with something else. */
export async function bookCapital({ db, ledger, audit }: CapitalContext, given: CapitalGiven): Promise<'posted' | 'exists'> {
  const { place, asset, reference, by } = given
  const sides = Object.hasOwn(PLACES, place) ? PLACES[place]?.[asset] : undefined
  if (!sides) throw new CapitalInvalid(`No ${asset} at "${place}". Places: ${Object.keys(PLACES).join(', ')}.`)
  const amount = parseUnits(given.amount, ASSETS[asset].scale)
  if (amount === null || amount <= 0n) throw new CapitalInvalid(`"${given.amount}" is no amount of ${asset} above zero.`)
  for (const [name, text] of Object.entries({ reference, by }))
    if (text.trim().length < TEXT_MINIMUM || text.length > TEXT_MAXIMUM)
      throw new CapitalInvalid(`--${name} needs ${TEXT_MINIMUM} characters or more.`)
  const id = idOf('reconciliation.capital', reference.trim())
  return inTransaction(db, async (tx) => {
    const [debit, credit] = [systemAccount(sides.debit, asset), systemAccount(sides.credit, asset)]
    const { outcome } = await ledger.postWithin(tx, [{ kind: 'post', id, code: 'reconciliation.capital', debit, credit, amount }])
    if (outcome === 'posted')
      await audit.record(tx, {
        actor: { kind: 'system', name: `operator: ${by.trim()}` },
        action: 'reconciliation.capital_booked',
        object: { type: 'transfer', id },
        after: { place, asset, amount: String(amount) },
        reason: reference.trim(),
      })
    return outcome
  })
}

/** What an operator gave cannot be booked. */
export class CapitalInvalid extends Error {}
