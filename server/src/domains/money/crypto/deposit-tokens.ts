/** Contracts whose tokens are credited: those of our own list, by address. A contract's own metadata does not count. */
import type { AssetCode } from '@tunjo/contract/money'
import type { Address } from 'viem'
import type { ChainDeployment } from '../../../chain/deployment.ts'
import { isChainToken, TOKENS } from '../../../chain/tokens.ts'

export interface AcceptedToken {
  readonly asset: AssetCode
  readonly symbol: string
  readonly name: string
  readonly contract: Address
}

export function depositTokens({ tokens }: Pick<ChainDeployment, 'tokens'>): AcceptedToken[] {
  return TOKENS.flatMap(({ symbol, name, ledgerAsset }) =>
    ledgerAsset !== null && isChainToken(symbol) ? [{ asset: ledgerAsset, symbol, name, contract: tokens[symbol] }] : [],
  )
}

export const assetOfContract = (deployment: Pick<ChainDeployment, 'tokens'>, contract: Address): AssetCode | null =>
  depositTokens(deployment).find((token) => token.contract.toLowerCase() === contract.toLowerCase())?.asset ?? null
