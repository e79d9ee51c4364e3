/** ERC20 movements in the logs of a receipt, of any contract: the caller knows which contracts count. */
import { type Address, decodeEventLog, type Hex, size, toEventSelector } from 'viem'
import { ERC20_ABI } from './uniswap.ts'

export interface LogData {
  readonly logIndex: number
  readonly address: Address
  readonly topics: readonly Hex[]
  readonly data: Hex
}
export interface TokenMovement {
  readonly address: Address
  readonly logIndex: number
  readonly args: { readonly from: Address; readonly to: Address; readonly value: bigint }
}

const WORD_BYTES = 32
const TRANSFER = toEventSelector('Transfer(address,address,uint256)')

export function tokenTransfers(logs: readonly LogData[]): TokenMovement[] {
  return logs.flatMap(({ address, logIndex, topics, data }) => {
    const [selector, ...indexed] = topics
    // An ERC721 has the same selector with three indexed values, and a fake contract may log anything.
    if (selector !== TRANSFER || indexed.length !== 2 || size(data) !== WORD_BYTES) return []
    const { args } = decodeEventLog({ abi: ERC20_ABI, eventName: 'Transfer', topics: [selector, ...indexed], data })
    return [{ address, logIndex, args }]
  })
}
