/** HTTP routes of found transactions, for officers. */
import { foundTransactions as contract, type FoundTransaction } from '@tunjo/contract/found-transactions'
import { ASSETS, formatUnits } from '@tunjo/contract/money'
import { formatEther, getAddress } from 'viem'
import type * as z from 'zod'
import { implement, type Route } from '../../../platform/http/route.ts'
import { refuse } from '../../../platform/refusal.ts'
import { excerpt } from '../../../platform/visible-text.ts'
import type { CryptoContext } from '../context.ts'
import { findWithdrawal } from '../withdrawals/withdrawal-store.ts'
import { describeFound, FOUND_APPROVAL } from './book-found.ts'
import { movesOf } from './moved.ts'
import { bookableAs, type ReadTransaction, readTransaction, readTransactions } from './read-found.ts'

const LISTED_MAX = 100

export function foundRoutes(context: CryptoContext): Route[] {
  const { approvals, db } = context
  return implement(
    contract,
    {
      async foundTransactions() {
        const read = await readTransactions(context, db)
        const waiting = read.filter(({ waits }) => waits !== 'booked')
        const booked = read.filter(({ waits }) => waits === 'booked')
        return [...waiting, ...booked].slice(0, LISTED_MAX).map(shown)
      },
      async bookFound({ caller, operation, params: { hash }, body: { target, withdrawalId, reason } }) {
        const accountId = withdrawalId
          ? ((await findWithdrawal(db, withdrawalId)) ?? refuse('crypto.withdrawal_not_found')).accountId
          : null
        return approvals.perform(FOUND_APPROVAL, { params: { hash, target, withdrawalId, accountId }, caller, operation, reason })
      },
    },
    {
      async bookFound({ params: { hash }, body: { target, withdrawalId, reason } }) {
        const read = (await readTransaction(context, db, hash)) ?? refuse('crypto.found_not_bookable')
        const { title, details } = describeFound(read, { target, withdrawalId })
        return { title, details: [...details, { label: 'Motivo', value: excerpt(reason) }] }
      },
    },
  )
}

function shown(read: ReadTransaction): z.output<typeof FoundTransaction> {
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
  }
}
