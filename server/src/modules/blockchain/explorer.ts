// What anybody may see of a transaction of the chain. Names come from our list only: a contract can call itself anything.
import type { ExplorerTransaction, TokenTransfer } from '@tunjo/contract/blockchain'
import { formatUnits } from '@tunjo/contract/money'
import { BaseError, getAddress, type Hex, parseEventLogs, TransactionNotFoundError } from 'viem'
import type { ChainClient } from '../../chain/client.ts'
import type { ChainDeployment } from '../../chain/deploy.ts'
import { receiptOrNull } from '../../chain/receipt.ts'
import { isChainToken, TOKENS } from '../../chain/tokens.ts'
import { ERC20_ABI } from '../../chain/uniswap.ts'
import { refuse } from '../../platform/refusal.ts'

const ETHER_DECIMALS = 18

export async function explorerTransaction(
  { client, deployment }: { client: ChainClient; deployment: ChainDeployment },
  hash: Hex,
): Promise<ExplorerTransaction> {
  try {
    const [transaction, receipt, head] = await Promise.all([
      client.getTransaction({ hash }),
      receiptOrNull(client, hash),
      client.getBlockNumber(),
    ])
    const block = receipt && (await client.getBlock({ blockNumber: receipt.blockNumber }))
    return {
      hash: transaction.hash,
      status: receipt?.status ?? 'pending',
      block_number: receipt ? Number(receipt.blockNumber) : null,
      block_time: block ? new Date(Number(block.timestamp) * 1000).toISOString() : null,
      confirmations: receipt ? Number(head - receipt.blockNumber) + 1 : 0,
      from: getAddress(transaction.from),
      to: transaction.to && getAddress(transaction.to),
      nonce: transaction.nonce,
      network_fee_eth: receipt ? formatUnits(receipt.gasUsed * receipt.effectiveGasPrice, ETHER_DECIMALS) : null,
      transfers: receipt ? transfersOf(receipt.logs, deployment) : [],
    }
  } catch (error) {
    if (error instanceof TransactionNotFoundError) refuse('blockchain.transaction_not_found')
    if (error instanceof BaseError) refuse('blockchain.unavailable')
    throw error
  }
}

function transfersOf(logs: Parameters<typeof parseEventLogs>[0]['logs'], deployment: ChainDeployment): TokenTransfer[] {
  const known = new Map(
    TOKENS.flatMap((token) => (isChainToken(token.symbol) ? [[deployment.tokens[token.symbol].toLowerCase(), token]] : [])),
  )
  return parseEventLogs({ abi: ERC20_ABI, eventName: 'Transfer', logs }).map(({ address, logIndex, args }) => {
    const token = known.get(address.toLowerCase())
    return {
      logIndex,
      symbol: token?.symbol ?? null,
      contract: getAddress(address),
      from: args.from,
      to: args.to,
      amount: token ? formatUnits(args.value, token.decimals) : String(args.value),
    }
  })
}
