/** Representation of a token movement for its owner. */
import { CRYPTO_DEPOSIT_STATES, type CryptoDepositState, type CryptoState, type CryptoTransaction } from '@tunjo/contract/crypto'
import { ASSETS, formatUnits } from '@tunjo/contract/money'
import { getAddress } from 'viem'
import { mayMove } from '../../../platform/state-machine/index.ts'
import type { Operation } from '../blockchain/index.ts'
import { endReason } from './deposits/reasons.ts'
import type { MovementRow } from './withdrawals/movement-store.ts'
import { CRYPTO_WITHDRAWAL_MACHINE } from './withdrawals/states.ts'

export interface Depth {
  /** Last block that the scanner read; null before the first. */
  readonly lastBlock: bigint | null
  readonly confirmationsNeeded: number
}
interface OfTheChain {
  readonly depth: Depth
  /** Operation of a withdrawal. */
  readonly operation: Operation | null
  /** Required confirmations of a withdrawal. */
  readonly confirmationsOut: number
}

export function viewMovement(row: MovementRow, { depth, operation, confirmationsOut }: OfTheChain): CryptoTransaction {
  const { id, accountId, kind, asset, amount, fee, address, alias, state, reason, isInternal } = row
  const { scale } = ASSETS[asset]
  const isOut = kind === 'WITHDRAWAL'
  return {
    id,
    created_at: row.createdAt.toISOString(),
    asset,
    amount: formatUnits(amount, scale),
    to_address: getAddress(address),
    state,
    user_id: accountId,
    fee: formatUnits(fee, scale),
    kind,
    alias,
    internal: isInternal,
    transaction_hash: isOut ? (operation?.hash ?? null) : row.transactionHash,
    confirmations: isOut ? (operation?.confirmations ?? 0) : confirmationsOf(row, depth),
    confirmations_needed: isInternal ? 0 : isOut ? confirmationsOut : depth.confirmationsNeeded,
    cancellable: isOut && mayMove(CRYPTO_WITHDRAWAL_MACHINE, state, 'CANCELLED'),
    reason: reason ?? (isDepositState(state) ? endReason(state) : null),
  }
}

const isDepositState = (state: CryptoState): state is CryptoDepositState => CRYPTO_DEPOSIT_STATES.some((one) => one === state)

/** None while it is not on the chain. */
function confirmationsOf({ state, blockNumber }: MovementRow, { lastBlock, confirmationsNeeded }: Depth): number {
  if (state === 'ORPHANED' || state === 'DISPUTED' || state === 'REVERSED' || lastBlock === null || blockNumber === null) return 0
  return Math.min(confirmationsNeeded, Math.max(0, Number(lastBlock - blockNumber) + 1))
}
