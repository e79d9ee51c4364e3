/** Balances of the platform's wallets at one block and the platform's operations in the chain up to it: the chain's side of the books. */
import { ASSET_CODES, ASSETS, type AssetCode, perAsset } from '@tunjo/contract/money'
import { type Address, isAddressEqual, zeroAddress } from 'viem'
import { type LogData, tokenTransfers } from '../../../chain/token-transfers.ts'
import { ERC20_ABI } from '../../../chain/uniswap.ts'
import type { ChainContext } from './context.ts'
import { operationReceipt } from './operation-receipt.ts'
import { findTransactions, type TransactionRow } from './store.ts'
import type { ChainEffect, Custody } from './types.ts'

export const TOKEN_OF = perAsset((asset) => ASSETS[asset].token)

export async function readCustody({ client, deployment }: ChainContext): Promise<Custody> {
  const { tokens, hotWallet, coldWallet, treasury } = deployment
  const blockNumber = await client.getBlockNumber()
  const balanceOf = (token: Address, owner: Address) =>
    client.readContract({ address: token, abi: ERC20_ABI, functionName: 'balanceOf', args: [owner], blockNumber })
  const balancesOf = async (owner: Address) => {
    const [COP, BTC, USDT] = await Promise.all(ASSET_CODES.map((asset) => balanceOf(tokens[TOKEN_OF[asset]], owner)))
    if (COP === undefined || BTC === undefined || USDT === undefined) throw new Error('the node answered less than it was asked')
    return { COP, BTC, USDT }
  }
  const [hot, cold, supply, atTreasury] = await Promise.all([
    balancesOf(hotWallet),
    coldWallet ? balancesOf(coldWallet) : perAsset(() => 0n),
    client.readContract({ address: tokens.COPT, abi: ERC20_ABI, functionName: 'totalSupply', blockNumber }),
    balanceOf(tokens.COPT, treasury),
  ])
  return { blockNumber, hot, cold, coptOutside: supply - atTreasury }
}

const RECEIPTS_AT_ONCE = 50

/** Effect of each operation that is in the chain up to the block. It is read from the node, since our own rows follow it with a delay. */
export async function effectsUntil(
  context: ChainContext,
  operationIds: readonly string[],
  blockNumber: bigint,
): Promise<ReadonlyMap<string, ChainEffect>> {
  const effects = new Map<string, ChainEffect>()
  if (operationIds.length === 0) return effects
  const rows = await findTransactions(context.db, operationIds)
  for (let at = 0; at < rows.length; at += RECEIPTS_AT_ONCE) {
    const some = rows.slice(at, at + RECEIPTS_AT_ONCE)
    const receipts = await Promise.all(some.map((row) => operationReceipt(context, row)))
    for (const [index, row] of some.entries()) {
      const receipt = receipts[index]
      if (!receipt || receipt.blockNumber > blockNumber) continue
      effects.set(row.operationId, {
        ...movedBy(context, receipt.logs),
        isFinal: isForGood(context, row, blockNumber - receipt.blockNumber),
      })
    }
  }
  return effects
}

/** True when the operation is settled and so deep that it is not checked for a reorganisation any more. */
const isForGood = ({ settings }: ChainContext, { state, agreed }: TransactionRow, depth: bigint): boolean =>
  (state === 'confirmed' || state === 'reverted') && agreed && depth >= BigInt(settings.recheckBlocks)

export function movedBy({ deployment }: Pick<ChainContext, 'deployment'>, logs: readonly LogData[]): Omit<ChainEffect, 'isFinal'> {
  const { tokens, hotWallet, coldWallet, treasury } = deployment
  const hot: Record<AssetCode, bigint> = perAsset(() => 0n)
  const cold: Record<AssetCode, bigint> = perAsset(() => 0n)
  let coptOutside = 0n
  const isInside = (address: Address) => isAddressEqual(address, treasury) || isAddressEqual(address, zeroAddress)
  for (const { address, args } of tokenTransfers(logs)) {
    const asset = ASSET_CODES.find((code) => isAddressEqual(tokens[TOKEN_OF[code]], address))
    if (!asset) continue
    if (isAddressEqual(args.to, hotWallet)) hot[asset] += args.value
    if (isAddressEqual(args.from, hotWallet)) hot[asset] -= args.value
    if (coldWallet && isAddressEqual(args.to, coldWallet)) cold[asset] += args.value
    if (coldWallet && isAddressEqual(args.from, coldWallet)) cold[asset] -= args.value
    if (asset === 'COP') coptOutside += (isInside(args.from) ? args.value : 0n) - (isInside(args.to) ? args.value : 0n)
  }
  return { hot, cold, coptOutside }
}
