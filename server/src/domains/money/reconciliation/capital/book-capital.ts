/**
 * Platform capital, booked once for each reference: money brought in, taken out, or moved from the bank to the provider of payouts. Without
 * it the first payout with a fee leaves customers' pesos uncovered (`bank.backing`), and pesos are frozen. Two officers agree to it; an
 * operator alone books only the capital from before the first customer.
 */

import { CAPITAL_PLACES, CAPITAL_REFERENCE, type CapitalMove, type CapitalPlace } from '@tunjo/contract/capital'
import { ASSET_CODES, type AssetCode, formatAsset } from '@tunjo/contract/money'
import type { AuditActor } from '../../../../platform/audit/index.ts'
import { type Database, inTransaction, type Transaction } from '../../../../platform/database/database.ts'
import { idOf } from '../../../../platform/database/ids.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import type { Platform } from '../../../../platform/module.ts'
import { tidyText, visibleLength } from '../../../../platform/phrases/visible-text.ts'
import { CommandRefused } from '../../../../platform/process/command-refused.ts'
import type { EvidenceSeals } from '../../../../platform/secrets/evidence-seals.ts'
import type { Clock } from '../../../../platform/time/clock.ts'
import { type Ledger, systemAccount } from '../../ledger/index.ts'
import { type CapitalRow, capitalText, insertCapital } from './capital-store.ts'
import {
  CAPITAL_ACCOUNTS,
  type CapitalMovementFacts,
  capitalAmount,
  isOverdrawn,
  isPlaceOf,
  type SystemBalance,
  sidesOf,
} from './places.ts'

export interface CapitalContext extends Pick<Platform, 'audit'> {
  readonly db: Database
  readonly clock: Clock
  readonly seals: EvidenceSeals
  readonly ledger: Pick<Ledger, 'postWithin' | 'totals' | 'freezes' | 'provedTransfer' | 'provedBalances'>
}
export interface Booking extends CapitalMovementFacts, Pick<CapitalRow, 'reference' | 'reason' | 'makerId' | 'checkerId' | 'operator'> {
  readonly actor: AuditActor
  readonly approvalRequestId: string | null
}

/** Same id for any booker and any spelling of the reference, so that nothing is booked twice. */
export const capitalId = (reference: string): string =>
  idOf('reconciliation.capital', reference.normalize('NFC').trim().toLowerCase().replace(/\s+/g, ' '))

/**
 * `exists`: the same was booked before, and nothing moved.
 * @throws Refused `ledger.request_changed` when the reference was booked with something else, `reconciliation.capital_exceeded`, `reconciliation.capital_paused`
 */
export async function postCapital(context: Omit<CapitalContext, 'db'>, tx: Transaction, booking: Booking): Promise<'posted' | 'exists'> {
  const { ledger, audit, clock, seals } = context
  const { move, place, asset, amount, line, reference, reason, makerId, checkerId, operator, actor, approvalRequestId } = booking
  const id = line?.transferId ?? capitalId(reference)
  const { debit, credit } = sidesOf(booking)
  const sides = { debit: systemAccount(debit, asset), credit: systemAccount(credit, asset) }
  const { outcome } = await ledger.postWithin(tx, [
    { kind: 'post', id, code: 'reconciliation.capital', ...sides, amount, ...(line && { ref: line.id }) },
  ])
  if (outcome === 'exists') return outcome
  await refuseOverdraft(context, tx, booking)
  const row = { id, move, place, asset, amount, reference, reason, makerId, checkerId, operator, bookedAt: clock.now() }
  await insertCapital(tx, { ...row, seal: seals.seal(capitalText(row)) })
  await audit.record(tx, {
    actor,
    action: 'reconciliation.capital_booked',
    object: { type: 'transfer', id },
    after: { move, place, asset, amount: formatAsset(asset, amount), reference, approvalRequestId, makerId, checkerId },
    reason: reason ?? reference,
  })
  return outcome
}

/** After the posting, which holds the ledger's lock until the transaction ends: two bookings that fit alone do not pass together. */
async function refuseOverdraft({ ledger }: Pick<CapitalContext, 'ledger'>, tx: Transaction, booking: CapitalMovementFacts): Promise<void> {
  if (booking.move === 'in') return
  const paused = (await ledger.freezes(tx)).some(({ asset }) => asset === booking.asset)
  if (paused) refuse('reconciliation.capital_paused')
  if (isOverdrawn(await systemBalances(ledger, tx), booking)) refuse('reconciliation.capital_exceeded')
}

/** @throws Refused `ledger.unproved` */
export async function systemBalances(ledger: Pick<Ledger, 'provedBalances'>, connection: Database | Transaction): Promise<SystemBalance> {
  const accounts = CAPITAL_ACCOUNTS.flatMap((name) => ASSET_CODES.map((asset) => systemAccount(name, asset)))
  const posted = await ledger.provedBalances(accounts, connection)
  return (account, asset) => posted[accounts.findIndex((one) => one.name === account && one.asset === asset)] ?? 0n
}

export interface CapitalGiven {
  /** One of `CAPITAL_PLACES`, or `bank-to-provider`. */
  readonly place: string
  readonly asset: AssetCode
  /** Whole units, decimal text. */
  readonly amount: string
  readonly reference: string
  /** Booker, for the audit trail. */
  readonly by: string
}

/** Booking by an operator alone. @throws CapitalInvalid @throws Refused */
export async function bookCapital(context: CapitalContext, given: CapitalGiven): Promise<'posted' | 'exists'> {
  const { move, place } = placeOf(given)
  const amount = capitalAmount(given.asset, given.amount)
  if (amount === null) throw new CapitalInvalid(`"${given.amount}" is no amount of ${given.asset} above zero.`)
  const [reference, by] = [textOf('reference', given.reference), textOf('by', given.by)]
  return inTransaction(context.db, async (tx) => {
    const outcome = await postCapital(context, tx, {
      ...{ move, place, asset: given.asset, amount, reference, reason: null },
      ...{ makerId: null, checkerId: null, operator: by, approvalRequestId: null },
      actor: { kind: 'system', name: `operator: ${by}` },
    })
    // Under the lock of the posting: no customer is added in between.
    const totals = outcome === 'posted' ? await context.ledger.totals(tx) : []
    if (totals.some(({ kind, posted, held }) => kind === 'customer' && (posted !== 0n || held !== 0n)))
      throw new CapitalInvalid('Customers have money here: propose it on the screen Balance, where a second officer agrees to it.')
    return outcome
  })
}

function placeOf({ place, asset }: Pick<CapitalGiven, 'place' | 'asset'>): { move: CapitalMove; place: CapitalPlace } {
  if (place === 'bank-to-provider' && asset === 'COP') return { move: 'transfer', place: 'provider' }
  const known = CAPITAL_PLACES.find((one) => one === place)
  if (known && isPlaceOf('in', known, asset)) return { move: 'in', place: known }
  if (known === 'collection' && asset === 'COP') return { move: 'in', place: known }
  throw new CapitalInvalid(
    `No ${asset} at "${place}". Places: ${[...CAPITAL_PLACES, 'bank-to-provider'].join(', ')}; assets: ${ASSET_CODES.join(', ')}.`,
  )
}

function textOf(name: string, text: string): string {
  const { minimum, maximum } = CAPITAL_REFERENCE
  if (visibleLength(text) < minimum || text.length > maximum) throw new CapitalInvalid(`--${name} needs ${minimum} characters or more.`)
  return tidyText(text)
}

/** Error for an invalid booking of an operator. */
export class CapitalInvalid extends CommandRefused {}
