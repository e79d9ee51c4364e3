/**
 * The id of an operation comes from what it is for, so that the same swap, mint, burn, sweep or withdrawal is done once whoever asks for it, and the signer
 * can tell an invented one.
 */
import type { AssetCode } from '@tunjo/contract/money'
import { idOf } from '../../platform/ids.ts'

export type OperationPurpose =
  | 'trading.swap'
  | 'blockchain.mint'
  | 'blockchain.mint-again'
  | 'blockchain.burn'
  | 'blockchain.burn-taken-back'
  | 'blockchain.publish'
  | 'crypto.sweep'
  | 'crypto.withdrawal'
  | 'treasury.sweep'

export const operationIdOf = (purpose: OperationPurpose, ref: string): string => idOf(purpose, ref)

/** Posting by which the platform carries what the chain did otherwise than a settled operation. */
export const compensationIdOf = (operationId: string, asset: AssetCode): string => idOf('blockchain.reorganised', operationId, asset)

/** What is held in the ledger while the swap of a trade is under way. */
export const holdIdOfTrade = (tradeId: string): string => idOf('trading.hold', tradeId)
