/** Port: whether an address may be paid, and may pay. The module that keeps the lists answers it; the modules that move tokens only ask. */
import type { AssetCode } from '@tunjo/contract/money'
import type { Address, Hash } from 'viem'
import type { Connection, Transaction } from '../../../platform/database/database.ts'

/** `no_list`: no list with addresses is loaded, which is no answer about the address. */
export type AddressSanction = 'clear' | 'listed' | 'no_list'

/** Customer and purpose of a screening. */
export interface AddressUse {
  readonly accountId: string
  readonly place: 'saved_address' | 'withdrawal'
}
export interface AddressSender {
  readonly accountId: string
  readonly address: Address
  /** Whether to record a hit. Waiting movements are screened repeatedly, and a small deposit alone starts no review of a customer. */
  readonly isFirst: boolean
}
/** Tokens that came from an address of a sanctions list. */
export interface SanctionedDeposit {
  readonly accountId: string
  readonly depositId: string
  readonly asset: AssetCode
  /** Base units. */
  readonly amount: bigint
  readonly address: Address
  readonly transactionHash: Hash
}
export interface AddressScreening {
  /** `address` in lower case. Throws when it cannot decide: then nothing is saved or sent. */
  isSanctioned(connection: Connection, address: Address, use: AddressUse): Promise<AddressSanction>
  /** Throws when it cannot decide: then nothing is credited. */
  isSenderBarred(tx: Transaction, sender: AddressSender): Promise<boolean>
  /** Result of the sanctions lists for a sender, without the platform's own blocklist. Throws when it cannot decide. */
  senderSanction(tx: Transaction, address: Address): Promise<AddressSanction>
  /** Block the customer and notify officers, in this transaction. */
  recordSanctionedSender(tx: Transaction, deposit: SanctionedDeposit): Promise<void>
}
