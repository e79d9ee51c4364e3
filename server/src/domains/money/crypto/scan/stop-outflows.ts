/**
 * Tokens that leave a deposit address to a destination other than the hot wallet: an attacker redirected the sweeps. They belong to
 * customers, so their asset is frozen when the block is read; the comparison of the balances at the addresses keeps the freeze (R5).
 */
import type { AssetCode } from '@tunjo/contract/money'
import type { Address, Hash } from 'viem'
import type { Transaction } from '../../../../platform/database/database.ts'
import type { CryptoContext } from '../context.ts'

export interface Outflow {
  readonly accountId: string
  readonly asset: AssetCode
  readonly amount: bigint
  readonly to: Address
  readonly transactionHash: Hash
}

export async function stopOutflows({ ledger, log }: CryptoContext, tx: Transaction, outflows: readonly Outflow[]): Promise<void> {
  for (const { accountId, asset, amount, to, transactionHash } of outflows) {
    const facts = { securityEvent: 'deposit_address_emptied', accountId, asset, amount: String(amount), to, transactionHash }
    log.error(facts, 'tokens left a deposit address to an address other than the hot wallet: the asset is frozen')
    await ledger.freeze(tx, { asset, reason: 'chain.deposits' })
  }
}
