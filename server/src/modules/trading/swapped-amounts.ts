/** Real result of a swap, read from the token movements of its receipt. Pure. */
import type { Hex } from 'viem'
import { tokenTransfers } from '../../chain/token-transfers.ts'
import type { ReceiptLog } from '../blockchain/index.ts'

export interface SwappedAmounts {
  /** Base units that left the hot wallet, and those that reached it. */
  readonly amountIn: bigint
  readonly amountOut: bigint
}

export function swappedAmounts(
  logs: readonly ReceiptLog[],
  { hotWallet, tokenIn, tokenOut }: { hotWallet: Hex; tokenIn: Hex; tokenOut: Hex },
): SwappedAmounts {
  const transfers = tokenTransfers(logs)
  const net = (token: Hex) =>
    transfers
      .filter(({ address }) => isSame(address, token))
      .reduce(
        (sum, { args }) => sum + (isSame(args.to, hotWallet) ? args.value : 0n) - (isSame(args.from, hotWallet) ? args.value : 0n),
        0n,
      )
  const [amountIn, amountOut] = [-net(tokenIn), net(tokenOut)]
  if (amountIn <= 0n || amountOut <= 0n) throw new Error('the receipt of a swap shows no swap')
  return { amountIn, amountOut }
}

function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}
