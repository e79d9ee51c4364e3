/** Request of a token withdrawal (MON-07): recorded, counted and held in one transaction; a schedule sends it. */
import type { CryptoWithdrawal } from '@tunjo/contract/crypto-withdrawals'
import type { AssetCode } from '@tunjo/contract/money'
import type { Address } from 'viem'
import type { Transaction } from '../../../../platform/database/database.ts'
import { findEarlier, idempotently, type Operation } from '../../../../platform/database/idempotency.ts'
import { isRefusal, refuse, refuseIf } from '../../../../platform/http/refusal.ts'
import { failpoint } from '../../../../platform/process/failpoint.ts'
import { SYSTEM } from '../../../../platform/state-machine/index.ts'
import { formatDateTime } from '../../../../platform/time/format-date.ts'
import { withdrawalText } from '../../blockchain/index.ts'
import { customerAccount } from '../../ledger/index.ts'
import type { CryptoContext } from '../context.ts'
import { valueCop } from '../deposits/rules.ts'
import { addressHeldUntil } from '../saved-addresses/check-destination.ts'
import { lowerCase, readDestination, screen } from '../saved-addresses/save-address.ts'
import { lockSavedAddress, type SavedAddressRow } from '../saved-addresses/saved-address-store.ts'
import { beginWithdrawal, moveWithdrawal } from './move-withdrawal.ts'
import { costOf, TRANSFER_GAS_LIMIT } from './network-cost.ts'
import { isPaused } from './pause-store.ts'
import { agreeFee, checkConfirmedFee, checkMinimum, isForValue, reviewReasons } from './policy.ts'
import { presentWithdrawal } from './present-withdrawal.ts'
import { HELD_FOR_REVIEW, IN_REVIEW } from './reasons.ts'
import * as store from './withdrawal-store.ts'

export interface WithdrawalRequest {
  readonly owner: string
  readonly operation: Operation
  readonly asset: AssetCode
  readonly amount: bigint
  readonly recipient: string
  /** The displayed fee; undefined for the current one. */
  readonly fee: bigint | undefined
  /** As the customer typed it, which is required for a large one. */
  readonly confirmedFee: bigint | undefined
}

/** Facts that are known before anything is written. */
interface Priced {
  readonly address: Address
  readonly fee: bigint
  readonly receiverId: string | null
  readonly valueCop: bigint
}

const DAY_MS = 24 * 3_600_000

export async function requestWithdrawal(context: CryptoContext, request: WithdrawalRequest): Promise<CryptoWithdrawal> {
  const { db } = context
  const { owner, operation } = request
  const find = (connection: Parameters<typeof store.findWithdrawal>[0]) => store.findWithdrawal(connection, operation.id)
  // A repeated request is not measured with today's price again.
  if (!(await findEarlier(db, operation, find))) {
    const priced = await price(context, request)
    await idempotently(db, operation, { find, record: (tx) => record(context, tx, request, priced) })
  }
  failpoint('crypto.withdrawal_recorded')
  return presentWithdrawal(context, owner, operation.id)
}

async function price(context: CryptoContext, request: WithdrawalRequest): Promise<Priced> {
  const { settings, pricing } = context
  const { owner, asset, amount, recipient, fee: shown, confirmedFee: confirmed } = request
  const address = readDestination(context, owner, recipient)
  refuseIf(checkMinimum(asset, amount, settings.withdrawals.minimums[asset]))
  const { fee: now, receiverId } = await costOf(context, asset, address)
  const fee = receiverId ? 0n : agreeFee(shown ?? confirmed, now)
  if (isRefusal(fee)) refuse(fee.code, fee.params)
  if (!receiverId) refuseIf(checkConfirmedFee({ asset, amount, fee, confirmed }))
  if (!receiverId) await checkGas(context)
  const copPrice = asset === 'COP' ? null : await pricing.priceInCop(asset)
  // Limits and reviews in pesos are never applied with an unreliable price.
  if (copPrice?.refusal) refuse(copPrice.refusal)
  const value = valueCop(asset, amount + fee, copPrice)
  if (value === null) refuse('pricing.price_unavailable')
  return { address, fee, receiverId, valueCop: value }
}

/**
 * Check of the gas wallet before anything is held. If the network is only expensive for now, the withdrawal waits, and the customer reads
 * that.
 */
async function checkGas({ blockchain: { reads } }: CryptoContext): Promise<void> {
  if ((await reads.canPayGas(TRANSFER_GAS_LIMIT)) || (await reads.isAboveFeeCeiling())) return
  refuse('crypto.network_unpaid')
}

async function record(context: CryptoContext, tx: Transaction, request: WithdrawalRequest, priced: Priced): Promise<store.WithdrawalRow> {
  const { ledger, limits } = context
  const { owner, operation, asset, amount } = request
  const { id } = operation
  if (await isPaused(tx, context)) refuse('crypto.withdrawals_paused')
  // First, since it serialises the calls of one customer: the sum of the day is then exact.
  await limits.reserveLimit(tx, { operationId: id, accountId: owner, direction: 'withdrawal', amountCop: priced.valueCop })
  const saved = await usableAddress(context, tx, owner, priced.address)
  const withdrawal = await store.insertWithdrawal(tx, await newWithdrawal(context, tx, request, { priced, saved }))
  await beginWithdrawal(context, tx, withdrawal)
  if (withdrawal.reviewReasons.length > 0) {
    const change = {
      to: 'IN_REVIEW',
      at: withdrawal.createdAt,
      actor: SYSTEM,
      note: isForValue(withdrawal.reviewReasons) ? IN_REVIEW : HELD_FOR_REVIEW,
    } as const
    await moveWithdrawal(context, tx, withdrawal, change)
  }
  const account = customerAccount(owner, asset)
  await ledger.holdWithin(tx, { id, account, amount: amount + priced.fee, code: 'crypto.withdrawal', ref: id })
  failpoint('crypto.withdrawal_held')
  return withdrawal
}

async function usableAddress(context: CryptoContext, tx: Transaction, owner: string, address: Address): Promise<SavedAddressRow> {
  const { clock, settings } = context
  const saved = await lockSavedAddress(tx, owner, { address: lowerCase(address) }, 'share')
  if (!saved) refuse('crypto.address_not_found')
  const until = addressHeldUntil(saved.createdAt, { holdMs: settings.addressHoldMs, now: clock.now() })
  if (until) refuse('crypto.address_on_hold', { until: formatDateTime(until) })
  return saved
}

async function newWithdrawal(
  context: CryptoContext,
  tx: Transaction,
  { owner, operation, asset, amount }: WithdrawalRequest,
  { priced, saved }: { priced: Priced; saved: SavedAddressRow },
): Promise<store.NewWithdrawal> {
  const { clock, seals, settings } = context
  const { reviewFrom, firstReviewFromCop, inAndOutFromCop, accountDayMax, platformDayMax, isListNeeded, cancelWindowMs } =
    settings.withdrawals
  const createdAt = clock.now()
  const since = new Date(createdAt.getTime() - DAY_MS)
  const { goesOut, ...arrived } = await store.flowOf(tx, owner, since)
  const sanctions = await screen(context, tx, { accountId: owner, place: 'withdrawal' }, priced.address)
  const facts = {
    id: operation.id,
    accountId: owner,
    savedAddressId: saved.id,
    address: saved.address,
    asset,
    amount,
    fee: priced.fee,
  }
  return {
    ...facts,
    requestHash: operation.hash,
    alias: saved.alias,
    receiverId: priced.receiverId,
    valueCop: priced.valueCop,
    sanctions,
    reviewReasons: reviewReasons({
      total: amount + priced.fee,
      reviewFrom: reviewFrom[asset],
      takenOfAccount: await store.withdrawnByAccount(tx, owner, asset, since),
      accountDayMax: accountDayMax[asset],
      takenOfAll: await store.withdrawnByAll(tx, asset, since),
      platformDayMax: platformDayMax[asset],
      flow: { ...arrived, goesOut: goesOut + priced.valueCop },
      inAndOutFromCop,
      sanctions,
      // Another customer's address belongs to the platform, and nothing leaves.
      isListNeeded: isListNeeded && priced.receiverId === null,
      valueCop: priced.valueCop,
      first: await store.firstPayoutOf(tx, owner, since),
      firstReviewFromCop,
    }),
    seal: seals.seal(withdrawalText(facts)),
    sendAfter: new Date(createdAt.getTime() + cancelWindowMs),
    createdAt,
  }
}
