/** Postings of token deposits: their accounts, and the arrival that is posted when a block brings one. */
import type { AssetCode } from '@tunjo/contract/money'
import type { Transaction } from '../../../../platform/database/database.ts'
import { type Account, customerAccount, type Ledger, type Post, systemAccount } from '../../ledger/index.ts'
import { type ChainPostingState, chainPosting, chainPostingState } from '../chain-postings.ts'

/** Tokens at the deposit addresses, as on the chain: its negative side is exactly their balance. */
export const depositAddresses = (asset: AssetCode): Account => systemAccount('deposit_addresses', asset)

/**
 * Tokens that arrived and are in no customer's balance: waiting, held, or below the minimum. Negative by the credits that the chain lost.
 */
export const uncredited = (asset: AssetCode): Account => systemAccount('deposits_uncredited', asset)

/** Movement of a deposit on the chain. */
export interface Arrival {
  readonly id: string
  readonly accountId: string
  readonly asset: AssetCode
  readonly amount: bigint
}

/** Null when it is in the books: by a separate arrival, or by a credit from before there were arrivals. */
export async function missingArrival(ledger: Pick<Ledger, 'provedTransfer'>, tx: Transaction, arrived: Arrival): Promise<Post | null> {
  const { id, asset, amount } = arrived
  const { times, posting } = await chainPostingState(ledger, tx, 'arrival', id)
  if (posting || (times === 0 && (await chainPostingState(ledger, tx, 'credit', id)).posting)) return null
  return chainPosting('arrival', id, times, { debit: depositAddresses(asset), credit: uncredited(asset), amount })
}

export const isCredit = ({ code }: Post): boolean => code === 'crypto.deposit'

export const creditPosting = ({ id, accountId, asset, amount }: Arrival, { times }: Pick<ChainPostingState, 'times'>): Post =>
  chainPosting('credit', id, times, { debit: uncredited(asset), credit: customerAccount(accountId, asset), amount })
