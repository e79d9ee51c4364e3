/**
 * Operation ids, derived from the purpose. The same swap, mint, burn, sweep or withdrawal is done once for any number of requests, and the
 * signer recognises an invented one.
 */
import type { AssetCode } from '@tunjo/contract/money'
import { idOf } from '../../../platform/database/ids.ts'

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

/** Posting by which the platform carries the difference between the chain and a settled operation. */
export const compensationIdOf = (operationId: string, asset: AssetCode): string => idOf('blockchain.reorganised', operationId, asset)

/** Hold in the ledger while the swap of a trade is in flight. */
export const holdIdOfTrade = (tradeId: string): string => idOf('trading.hold', tradeId)
