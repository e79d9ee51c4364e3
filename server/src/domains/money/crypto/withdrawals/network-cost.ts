/** Cost of a withdrawal: the gas of one transfer at the current price, in the withdrawn asset, so that customers need no ether. */

import type { CryptoWithdrawalCost } from '@tunjo/contract/crypto-withdrawals'
import { ASSETS, type AssetCode, formatUnits } from '@tunjo/contract/money'
import type { Address } from 'viem'
import type { Connection } from '../../../../platform/database/database.ts'
import { findOwners } from '../addresses/address-store.ts'
import type { CryptoContext } from '../context.ts'
import { unitsWorth } from '../deposits/rules.ts'
import { readDestination } from '../saved-addresses/save-address.ts'
import { isPaused } from './pause-store.ts'
import { firstPayoutOf } from './withdrawal-store.ts'

/** Maximum gas of a token transfer, and the gas limit that is set for it. */
const TRANSFER_GAS = 65_000n
export const TRANSFER_GAS_LIMIT = 120_000n

export interface Cost {
  readonly fee: bigint
  readonly feeCop: bigint
  readonly receiverId: string | null
}

/** An internal transfer costs nothing: no block has to include it. */
export async function costOf(context: CryptoContext, asset: AssetCode, address: Address | null): Promise<Cost> {
  const receiverId = address && (await receiverOf(context.db, address))
  if (receiverId) return { fee: 0n, feeCop: 0n, receiverId }
  const fee = await context.networkFees.networkFee(TRANSFER_GAS)
  return { fee: fee[asset], feeCop: fee.COP, receiverId: null }
}

const DAY_MS = 24 * 3_600_000

/** Threshold of the review, with the fee. For a customer's first one by its value, when there is a price. */
async function reviewedFrom({ db, clock, settings, pricing }: CryptoContext, owner: string, asset: AssetCode): Promise<bigint> {
  const { reviewFrom, firstReviewFromCop } = settings.withdrawals
  const { isFirst, inFlightCop } = await firstPayoutOf(db, owner, new Date(clock.now().getTime() - DAY_MS))
  if (!isFirst) return reviewFrom[asset]
  const price = asset === 'COP' ? null : await pricing.priceInCop(asset)
  const ofFirst = unitsWorth(asset, firstReviewFromCop - inFlightCop, price)
  return ofFirst !== null && ofFirst < reviewFrom[asset] ? ofFirst : reviewFrom[asset]
}

const receiverOf = async (db: Connection, address: Address): Promise<string | null> =>
  (await findOwners(db, [address])).get(address.toLowerCase()) ?? null

export async function presentCost(
  context: CryptoContext,
  owner: string,
  asset: AssetCode,
  recipient?: string,
): Promise<CryptoWithdrawalCost> {
  const { settings, db, blockchain } = context
  const address = recipient === undefined ? null : readDestination(context, owner, recipient)
  const { fee, feeCop, receiverId } = await costOf(context, asset, address)
  const text = (amount: bigint) => formatUnits(amount, ASSETS[asset].scale)
  return {
    asset,
    fee: text(fee),
    fee_cop: formatUnits(feeCop, ASSETS.COP.scale),
    minimum: text(settings.withdrawals.minimums[asset]),
    review_from: text(await reviewedFrom(context, owner, asset)),
    confirmations_needed: blockchain.confirmationsNeeded,
    internal: receiverId !== null,
    paused: await isPaused(db, context),
  }
}
