/** HTTP routes of found transactions, for officers. */

import { foundTransactions as contract, type FoundTransaction } from '@tunjo/contract/found-transactions'
import { ASSETS, formatUnits } from '@tunjo/contract/money'
import { formatEther, getAddress } from 'viem'
import type * as z from 'zod'
import { pageOf } from '../../../../platform/database/list-query.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import { implement, type Route } from '../../../../platform/http/route.ts'
import { excerpt } from '../../../../platform/phrases/visible-text.ts'
import { APPROVAL_WORDS } from '../approval-words.ts'
import type { CryptoContext } from '../context.ts'
import { findWithdrawal } from '../withdrawals/withdrawal-store.ts'
import { describeFound, FOUND_APPROVAL } from './found-approval.ts'
import { bookableAs, type ReadTransaction, readTransaction, readTransactions } from './found-reads.ts'
import { movesOf } from './moved.ts'
import { checkBalance, describeSettlement, netOfBooking, SETTLEMENT_APPROVAL } from './settlement-approval.ts'
import { type FoundSettlement, foundSettlements } from './settlement-store.ts'

export function foundRoutes(context: CryptoContext): Route[] {
  const { approvals, db } = context
  return implement(
    contract,
    {
      async foundTransactions({ query: { pageIndex, size } }) {
        const read = await readTransactions(context, db)
        const settlements = await foundSettlements(context, db, read.map(({ found }) => found.hash)) // biome-ignore format: one call
        const all = read.map((one) => shown(one, settlements.get(one.found.hash) ?? null))
        const ranked = all.toSorted((one, other) => rankOf(one) - rankOf(other))
        return pageOf(ranked.slice(pageIndex * size, (pageIndex + 1) * size), all.length, size)
      },
      async bookFound({ caller, operation, params: { hash }, body: { target, withdrawalId, reason } }) {
        const accountId = withdrawalId
          ? ((await findWithdrawal(db, withdrawalId)) ?? refuse('crypto.withdrawal_not_found')).accountId
          : null
        return approvals.perform(FOUND_APPROVAL, { params: { hash, target, withdrawalId, accountId }, caller, operation, reason })
      },
      async settleFound({ caller, operation, params: { hash }, body: { reason, ...asked } }) {
        const params = { hash, ...asked }
        if ((await foundSettlements(context, db, [hash])).has(hash)) refuse('crypto.found_not_settleable')
        await checkBalance(context, params)
        return approvals.perform(SETTLEMENT_APPROVAL, { params, caller, operation, reason })
      },
    },
    {
      async bookFound({ params: { hash }, body: { target, withdrawalId, reason }, locale }) {
        const read = (await readTransaction(context, db, hash)) ?? refuse('crypto.found_not_bookable')
        const { title, details } = describeFound(read, { target, withdrawalId }, locale)
        return { title, details: [...details, { label: APPROVAL_WORDS[locale].reason, value: excerpt(reason) }] }
      },
      async settleFound({ params: { hash }, body: { reason, ...asked }, locale }) {
        const { title, details } = await describeSettlement(context, { hash, ...asked }, locale)
        return { title, details: [...details, { label: APPROVAL_WORDS[locale].reason, value: excerpt(reason) }] }
      },
    },
  )
}

type Shown = z.output<typeof FoundTransaction>

/** Transactions that wait for a booking come first, then those in suspense. */
const rankOf = ({ waits, isSettleable }: Shown): number => (waits !== 'booked' ? 0 : isSettleable ? 1 : 2)

function shown(read: ReadTransaction, settlement: FoundSettlement | null): Shown {
  const { found, waits, receipt, moved, transfer, candidates, booking } = read
  const { hash, wallet, nonce, foundAt } = found
  return {
    hash,
    wallet,
    nonce,
    foundAt: foundAt.toISOString(),
    waits,
    blockNumber: receipt?.blockNumber ?? null,
    blockHash: receipt?.blockHash ?? null,
    fee: receipt ? formatEther(BigInt(receipt.feeWei)) : null,
    moved: (moved ? movesOf(moved) : []).map(({ asset, place, amount }) => ({
      asset,
      place,
      amount: formatUnits(amount, ASSETS[asset].scale),
    })),
    receiver: transfer && getAddress(transfer.receiver),
    candidates: candidates.map(({ row: { id, accountId, state, createdAt }, isNamed }) => ({
      id,
      accountId,
      state,
      creationDate: createdAt.toISOString(),
      isNamed,
    })),
    bookable: bookableAs(read),
    booked: booking && {
      target: booking.withdrawalId === null ? 'suspense' : 'withdrawal',
      withdrawalId: booking.withdrawalId,
      at: booking.at.toISOString(),
    },
    isSettleable: booking !== null && settlement === null && netOfBooking(booking).length > 0,
    settled: settlement && {
      target: settlement.accountId === null ? 'platform' : 'customer',
      accountId: settlement.accountId,
      at: settlement.at.toISOString(),
    },
  }
}
