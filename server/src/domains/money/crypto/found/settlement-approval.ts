/**
 * Approval kind of two officers for settling a transaction that was booked to suspense (decision 85): with the customer whose it is, whose
 * balance pays what left and gets what arrived, or with the platform. The sealed booking gives the amounts; no node is asked.
 */

import { type ApprovalKindName, titleOfApproval } from '@tunjo/contract/approval-kinds'
import { SETTLEMENT_TARGETS, type SettlementTarget } from '@tunjo/contract/found-transactions'
import type { Locale } from '@tunjo/contract/locales'
import { ASSETS, formatUnits } from '@tunjo/contract/money'
import * as z from 'zod'
import type { ApprovalKind, Execution } from '../../../../platform/approvals/index.ts'
import type { Transaction } from '../../../../platform/database/database.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { Refused, refuse } from '../../../../platform/http/refusal.ts'
import { failpoint } from '../../../../platform/process/failpoint.ts'
import type { FoundBookingFacts } from '../../blockchain/index.ts'
import { customerAccount } from '../../ledger/index.ts'
import { APPROVAL_WORDS, STORED_WORDS } from '../approval-words.ts'
import type { CryptoContext } from '../context.ts'
import { foundBookings, lockFound } from './booking-store.ts'
import { movesIn, type Net, netOf, settlementLegs, suspenseIdOf } from './moved.ts'
import { foundSettlements, insertFoundSettlement } from './settlement-store.ts'

export const SETTLEMENT_APPROVAL = 'crypto.found_settlement' satisfies ApprovalKindName
const Params = z.object({ hash: z.string(), target: z.enum(SETTLEMENT_TARGETS), accountId: z.uuid().nullable() })
type Params = z.output<typeof Params>
const Facts = z.object({ moved: z.string() })
type Settled = { hash: string; target: SettlementTarget }
interface Settleable {
  readonly booking: FoundBookingFacts
  readonly nets: readonly Net[]
}

export const settlementApproval = (context: CryptoContext): ApprovalKind<Params, Settled> => ({
  permission: 'payments.review',
  isNeverAlone: true,
  parse: (params) => Params.parse(params),
  target: ({ hash }) => hash,
  subjectId: ({ accountId }) => accountId,
  async facts(tx, params) {
    const { booking, nets } = await lockSettleable(context, tx, params)
    return { ...params, bookingId: booking.id, moved: shownNets(nets) }
  },
  isNeeded: () => true,
  execute: (tx, params, execution) => settle(context, tx, params, execution),
  words: APPROVAL_WORDS,
  changes({ hash, target, accountId }, facts) {
    const { amount: label, transaction, customerAccount, decision, settlement } = STORED_WORDS
    return [
      { label: transaction, before: null, after: hash },
      { label, before: null, after: Facts.parse(facts).moved },
      ...(accountId ? [{ label: customerAccount, before: null, after: accountId }] : []),
      { label: decision, before: settlement.unidentified, after: settlement.targets[target] },
    ]
  },
})

/** Text with the sign of each amount: outgoing ones are negative. */
const shownNets = (nets: readonly Net[]): string =>
  nets.map(({ asset, amount }) => `${formatUnits(amount, ASSETS[asset].scale)} ${asset}`).join(', ')

/** Description that an officer reads before the proposal. */
export async function describeSettlement(context: CryptoContext, { hash, target, accountId }: Params, locale: Locale) {
  const words = APPROVAL_WORDS[locale]
  const booking = (await foundBookings(context, context.db, [hash])).get(hash)
  return {
    title: titleOfApproval(SETTLEMENT_APPROVAL, locale),
    details: [
      { label: words.transaction, value: hash },
      { label: words.amount, value: booking ? shownNets(netOf(movesIn(booking.moved))) : '' },
      ...(accountId ? [{ label: words.customerAccount, value: accountId }] : []),
      { label: words.decision, value: words.settlement.targets[target] },
    ],
  }
}

/** Net amounts to settle of a booking: none for a withdrawal, or for tokens moved between the platform's own wallets. */
export const netOfBooking = ({ withdrawalId, moved }: FoundBookingFacts): Net[] => (withdrawalId === null ? netOf(movesIn(moved)) : [])

/** Lock a settleable transaction. @throws Refused when it is not in suspense, was settled, or the customer does not exist. */
async function lockSettleable(context: CryptoContext, tx: Transaction, params: Params): Promise<Settleable> {
  const { hash, target, accountId } = params
  await lockFound(tx, hash)
  const booking = (await foundBookings(context, tx, [hash])).get(hash)
  const isSettled = (await foundSettlements(context, tx, [hash])).has(hash)
  const nets = booking ? netOfBooking(booking) : []
  const isFitting = (target === 'customer') === (accountId !== null)
  if (!booking || isSettled || nets.length === 0 || !isFitting) refuse('crypto.found_not_settleable')
  await proveSuspense(context, tx, booking)
  if (accountId !== null && (await context.limits.verifiedPerson(tx, accountId)) === null) refuse('crypto.found_customer_unknown')
  return { booking, nets }
}

/** Prove that the booked amounts are in the suspense account, from the ledger itself. */
async function proveSuspense({ ledger }: CryptoContext, tx: Transaction, { hash, moved }: FoundBookingFacts): Promise<void> {
  for (const move of movesIn(moved)) {
    const posting = await ledger.provedTransfer(suspenseIdOf(hash, move), tx)
    const units = move.amount < 0n ? -move.amount : move.amount
    if (posting?.kind !== 'post' || posting.code !== 'crypto.found_transfer' || posting.amount !== units) refuse('ledger.unproved')
  }
}

/** Refuse before the proposal a charge that the balance does not cover: in a transaction the ledger itself refuses it. */
export async function checkBalance(context: CryptoContext, { hash, accountId }: Params): Promise<void> {
  const booking = (await foundBookings(context, context.db, [hash])).get(hash)
  if (!booking || accountId === null) return
  for (const { asset, amount } of netOfBooking(booking)) {
    const { posted, held } = await context.ledger.balance(customerAccount(accountId, asset))
    if (amount < 0n && posted - held < -amount) refuse('crypto.found_balance_short')
  }
}

async function settle(context: CryptoContext, tx: Transaction, params: Params, execution: Execution): Promise<Settled> {
  const { audit, clock } = context
  const { actor, makerId, reason, requestId } = execution
  const checkerId = execution.checkerId ?? refuse('crypto.found_not_settleable')
  const { booking, nets } = await lockSettleable(context, tx, params)
  const { hash, target, accountId } = params
  const { id: bookingId, moved } = booking
  await insertFoundSettlement(tx, context, { id: newId(), hash, bookingId, accountId, moved, makerId, checkerId, at: clock.now() })
  await audit.record(tx, {
    actor,
    action: 'crypto.found_settled',
    object: { type: 'transaction', id: hash },
    before: { target: 'suspense', moved },
    after: { target, accountId, approvalRequestId: requestId, makerId, checkerId },
    reason,
  })
  if (accountId !== null) await announce(context, tx, { hash, nets, accountId })
  await context.ledger.postWithin(tx, settlementLegs(hash, nets, accountId)).catch((error) => {
    // The balance was spent since it was read.
    if (error instanceof Refused && error.refusal.code === 'ledger.insufficient_funds') refuse('crypto.found_balance_short')
    throw error
  })
  failpoint('crypto.found_settled')
  return { hash, target }
}

interface Announced {
  readonly hash: string
  readonly nets: readonly Net[]
  readonly accountId: string
}

async function announce({ outbox }: CryptoContext, tx: Transaction, { hash, nets, accountId }: Announced): Promise<void> {
  for (const { asset, amount } of nets) {
    const isCharged = amount < 0n
    await outbox.emit(tx, 'crypto.found_settled', {
      accountId,
      transactionHash: hash,
      asset,
      amount: String(isCharged ? -amount : amount),
      isCharged,
    })
  }
}
