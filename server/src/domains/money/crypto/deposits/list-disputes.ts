/** List of credits that the chain lost, for officers: the missing part, what it waits for, and the possible decisions. */
import type { DisputedTokenDeposit } from '@tunjo/contract/crypto-officers'
import { ASSETS, formatUnits } from '@tunjo/contract/money'
import type * as z from 'zod'
import { inTransaction, type Transaction } from '../../../../platform/database/database.ts'
import { Refused } from '../../../../platform/http/refusal.ts'
import type { CryptoContext } from '../context.ts'
import { type DepositRow, listDisputes as listRows } from './deposit-store.ts'
import { type Dispute, decidableOf, disputeOf, isLossConfirmed } from './dispute.ts'
import { findDisputeDecision } from './dispute-decision-store.ts'

type Shown = z.output<typeof DisputedTokenDeposit>

export const listDisputes = (
  context: CryptoContext,
  place: { readonly offset: number; readonly size: number },
): Promise<{ rows: Shown[]; total: number }> =>
  inTransaction(context.db, async (tx) => {
    const { rows, total } = await listRows(tx, place)
    const shown: Shown[] = []
    for (const row of rows) shown.push(await shownDispute(context, tx, row))
    return { rows: shown, total }
  })

async function shownDispute(context: CryptoContext, tx: Transaction, row: DepositRow): Promise<Shown> {
  const { id, accountId, asset, amount, transactionHash, blockNumber, lostDepth, updatedAt } = row
  const dispute = await provedDispute(context, tx, row)
  const isDecided = dispute !== null && (await findDisputeDecision(context, tx, row, dispute)) !== null
  const decidable = dispute === null || isDecided ? null : decidableOf(context, row, dispute)
  const text = (units: bigint) => formatUnits(units, ASSETS[asset].scale)
  return {
    id,
    accountId,
    asset,
    amount: text(amount),
    missing: text(dispute?.missing ?? 0n),
    transactionHash,
    blockNumber: String(blockNumber),
    depth: lostDepth === null ? null : String(lostDepth),
    since: updatedAt.toISOString(),
    waits: waitsFor(context, row, { dispute, isDecided, decidable }),
    decidable,
  }
}

/** Null also for one that the ledger does not prove: it cannot be decided. */
async function provedDispute(context: CryptoContext, tx: Transaction, row: DepositRow): Promise<Dispute | null> {
  try {
    return await disputeOf(context, tx, row)
  } catch (error) {
    if (error instanceof Refused) return null
    throw error
  }
}

interface Found {
  readonly dispute: Dispute | null
  readonly isDecided: boolean
  readonly decidable: Shown['decidable']
}

function waitsFor({ clock }: CryptoContext, row: DepositRow, { dispute, isDecided, decidable }: Found): Shown['waits'] {
  if (isDecided) return 'decided'
  if (dispute === null || !isLossConfirmed(row, clock.now())) return 'chain'
  if (dispute.missing > 0n) return dispute.heldElsewhere > 0n ? 'held' : 'spent'
  return decidable === null ? 'covered' : 'officers'
}
