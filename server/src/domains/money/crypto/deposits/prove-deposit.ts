/**
 * Verification that the chain has a deposit, by a current answer of the node: the row is only a hint, and the owner of its address is
 * derived from the account.
 */
import { isAddressEqual } from 'viem'
import type { ChainDeployment } from '../../../../chain/deployment.ts'
import type { MinedTransfer } from '../../blockchain/index.ts'
import { depositAddressOf } from '../addresses/deposit-address.ts'
import type { CryptoContext } from '../context.ts'
import { classify } from '../scan/classify.ts'
import { type DepositRow, depositIdOf } from './deposit-store.ts'

/** `not_final`: its block has too few confirmations, or is no longer part of the chain, which the scanner will notice. */
export type Proof = 'proved' | 'not_final' | 'forged'

export async function proveDeposit(
  { blockchain, settings }: Pick<CryptoContext, 'blockchain' | 'settings'>,
  seen: DepositRow,
): Promise<Proof> {
  const { blocks, deployment } = blockchain
  // The same transfer under another id, chain or encoding would be another deposit.
  if (seen.chainId !== deployment.chainId || depositIdOf(seen) !== seen.id) return 'forged'
  const [head, final, block, mined] = await Promise.all([
    blocks.headNumber(),
    blockchain.finalBlock(),
    blocks.head(seen.blockNumber),
    blocks.minedTransaction(seen.transactionHash),
  ])
  const isDeep = block !== null && block.number <= final && head - block.number + 1n >= BigInt(settings.confirmationsNeeded)
  if (block?.hash !== seen.blockHash || !isDeep) return 'not_final'
  if (mined?.blockHash !== seen.blockHash) return 'forged'
  return isDepositIn(mined.transfers, seen, deployment) ? 'proved' : 'forged'
}

export function isDepositIn(transfers: readonly MinedTransfer[], seen: DepositRow, deployment: ChainDeployment): boolean {
  const transfer = transfers.find(({ position }) => position === seen.logPosition)
  return (
    transfer !== undefined &&
    classify(transfer, deployment).asset === seen.asset &&
    transfer.value === seen.amount &&
    isAddressEqual(transfer.from, seen.fromAddress) &&
    isAddressEqual(transfer.to, depositAddressOf(deployment.forwarderFactory, seen.accountId))
  )
}
