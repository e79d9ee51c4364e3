/** Port: whether an address may be paid, and may pay. Whoever keeps the lists answers it; who moves tokens only asks. */
import type { AssetCode } from '@tunjo/contract/money'
import type { Address, Hash } from 'viem'
import type { Connection, Transaction } from '../../platform/database.ts'

/** `no_list`: no list with addresses is loaded, which is no answer about the address. */
export type AddressSanction = 'clear' | 'listed' | 'no_list'

/** Who asks, and for what. */
export interface AddressUse {
  readonly accountId: string
  readonly place: 'saved_address' | 'withdrawal'
}
export interface AddressSender {
  readonly accountId: string
  readonly address: Address
  /** Whether a hit is to be recorded. What waits is asked for again and again, and a small deposit alone has no customer looked at. */
  readonly isFirst: boolean
}
/** Tokens that came from an address of a list of sanctions. */
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
  /** `address` in lower case. Throws when it cannot say: then nothing is saved or sent. */
  isSanctioned(connection: Connection, address: Address, use: AddressUse): Promise<AddressSanction>
  /** Throws when it cannot say: then nothing is credited. */
  isSenderBarred(tx: Transaction, sender: AddressSender): Promise<boolean>
  /** What the lists of sanctions say of who sent tokens; the house's own list is not among them. Throws when it cannot say. */
  senderSanction(tx: Transaction, address: Address): Promise<AddressSanction>
  /** In this transaction the person is stopped and officers are told. */
  noteSanctionedSender(tx: Transaction, deposit: SanctionedDeposit): Promise<void>
}
