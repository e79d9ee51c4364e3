/** Public view of a transaction. Token names come from our list only: a contract can choose any name. */
import type { ExplorerTransaction, TokenTransfer } from '@tunjo/contract/blockchain'
import { formatUnits } from '@tunjo/contract/money'
import { type Address, BaseError, getAddress, type Hex, isAddressEqual, TransactionNotFoundError } from 'viem'
import type { ChainClient } from '../../../chain/client.ts'
import type { ChainDeployment } from '../../../chain/deployment.ts'
import { receiptOrNull } from '../../../chain/receipt.ts'
import { tokenTransfers } from '../../../chain/token-transfers.ts'
import { isChainToken, TOKENS } from '../../../chain/tokens.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { refuse } from '../../../platform/http/refusal.ts'
import { findByHash, findIntent } from './store.ts'
import type { ReceiptLog } from './types.ts'

const ETHER_DECIMALS = 18

interface ExplorerContext {
  db: Connection
  client: ChainClient
  deployment: ChainDeployment
}

export async function explorerTransaction(context: ExplorerContext, hash: Hex): Promise<ExplorerTransaction> {
  const { client, deployment } = context
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
      fee_paid_by_house: isOfPlatform(transaction.from, deployment),
      transfers: receipt ? transfersOf(receipt.logs, deployment) : [],
    }
  } catch (error) {
    if (error instanceof TransactionNotFoundError)
      return (await ownTransaction(context, hash)) ?? refuse('blockchain.transaction_not_found')
    if (error instanceof BaseError) refuse('blockchain.unavailable')
    throw error
  }
}

/** A transaction of the platform that the node does not know: not sent yet, or older than the history of the embedded node. */
async function ownTransaction({ db, deployment }: ExplorerContext, hash: Hex): Promise<ExplorerTransaction | null> {
  const row = await findByHash(db, hash)
  const intent = row && (await findIntent(db, row.operationId))
  if (!intent) return null
  const { receipt } = row
  return {
    hash,
    status: receipt?.status ?? 'pending',
    block_number: receipt?.blockNumber ?? null,
    block_time: null,
    confirmations: row.confirmations,
    from: row.wallet === 'hot' ? deployment.hotWallet : deployment.treasury,
    to: intent.request.to,
    nonce: Number(row.nonce ?? 0),
    network_fee_eth: receipt && formatUnits(BigInt(receipt.feeWei), ETHER_DECIMALS),
    fee_paid_by_house: true,
    transfers: receipt ? transfersOf(receipt.logs, deployment) : [],
  }
}

const isOfPlatform = (from: Address, { hotWallet, treasury }: ChainDeployment): boolean =>
  [hotWallet, treasury].some((wallet) => isAddressEqual(wallet, from))

function transfersOf(logs: readonly ReceiptLog[], deployment: ChainDeployment): TokenTransfer[] {
  const known = new Map(
    TOKENS.flatMap((token) => (isChainToken(token.symbol) ? [[deployment.tokens[token.symbol].toLowerCase(), token]] : [])),
  )
  return tokenTransfers(logs).map(({ address, logIndex, args }) => {
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
