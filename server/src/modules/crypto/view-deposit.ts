/** A deposit as its owner sees it. */
import type { CryptoTransaction } from '@tunjo/contract/crypto'
import { ASSETS, formatUnits } from '@tunjo/contract/money'
import { getAddress } from 'viem'
import type { DepositRow } from './deposits/deposit-store.ts'
import { endReason } from './deposits/reasons.es.ts'

export interface Depth {
  /** Last block that the scanner read; null before the first. */
  readonly lastBlock: bigint | null
  readonly confirmationsNeeded: number
}

export function viewDeposit(row: DepositRow, depth: Depth): CryptoTransaction {
  return {
    id: row.id,
    created_at: row.createdAt.toISOString(),
    asset: row.asset,
    amount: formatUnits(row.amount, ASSETS[row.asset].scale),
    to_address: getAddress(row.address),
    state: row.state,
    user_id: row.accountId,
    fee: '0',
    kind: 'DEPOSIT',
    transaction_hash: row.transactionHash,
    confirmations: confirmationsOf(row, depth),
    confirmations_needed: depth.confirmationsNeeded,
    reason: row.reason ?? endReason(row.state),
  }
}

/** None while the chain does not have it. */
function confirmationsOf({ state, blockNumber }: DepositRow, { lastBlock, confirmationsNeeded }: Depth): number {
  if (state === 'ORPHANED' || state === 'DISPUTED' || state === 'REVERSED' || lastBlock === null) return 0
  return Math.min(confirmationsNeeded, Math.max(0, Number(lastBlock - blockNumber) + 1))
}
