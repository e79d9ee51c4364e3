/** How token deposits are posted: which account, which id. */
import type { AssetCode } from '@tunjo/contract/money'
import { idOf } from '../../../platform/ids.ts'
import { type Account, systemAccount } from '../../ledger/index.ts'

/**
 * Tokens at the deposit addresses, until they are swept: its negative side is what was credited and lies there; its positive side what was
 * swept and belongs to nobody yet.
 */
export const depositAddresses = (asset: AssetCode): Account => systemAccount('deposit_addresses', asset)

/** `credits`: how often it was credited before. More than never only after it was taken back. */
export const creditIdOf = (depositId: string, credits: number): string => idOf('crypto.credit', depositId, String(credits))
