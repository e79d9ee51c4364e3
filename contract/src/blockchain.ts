/** Tokens and public on-chain data (API-01, EX-06). */
import * as z from 'zod'
import { endpoint } from './endpoint.ts'

const hash = z.string().regex(/^0x[0-9a-fA-F]{64}$/)
const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/)

/** The position in the list is the permanent id: 0 COPT, 30 BTC, 31 USDT (the USD reference). */
export const ChainAsset = z.object({
  id: z.number().int(),
  symbol: z.string(),
  name: z.string(),
  decimals: z.number().int(),
  /** Path on the product's own origin. */
  image: z.string(),
  /** Null: the token is not deployed on this chain. */
  address: address.nullable(),
  /** Offered to customers. */
  listed: z.boolean(),
})
export type ChainAsset = z.output<typeof ChainAsset>

export const TokenTransfer = z.object({
  logIndex: z.number().int(),
  /** Null for a contract outside the token list: its name is never shown, since any deployer can choose one. */
  symbol: z.string().nullable(),
  contract: address,
  from: address,
  to: address,
  /** Decimal text for known tokens, base units for others. */
  amount: z.string(),
})

export type TokenTransfer = z.output<typeof TokenTransfer>

export const ExplorerTransaction = z.object({
  hash,
  status: z.enum(['pending', 'success', 'reverted']),
  block_number: z.number().int().nullable(),
  block_time: z.iso.datetime().nullable(),
  confirmations: z.number().int(),
  from: address,
  /** Null: the transaction created a contract. */
  to: address.nullable(),
  nonce: z.number().int(),
  /** ETH, decimal text; null while pending. */
  network_fee_eth: z.string().nullable(),
  /** The sender, who pays the network fee, is a wallet of the company. For a swap, the customer paid the company the quoted fee. */
  fee_paid_by_house: z.boolean(),
  transfers: z.array(TokenTransfer),
})
export type ExplorerTransaction = z.output<typeof ExplorerTransaction>

export const blockchain = {
  assets: endpoint({
    method: 'GET',
    path: '/blockchain/assets',
    role: 'PUBLIC',
    summary: 'All tokens by their stable position: 0 COPT, 30 BTC, 31 USDT',
    response: z.array(ChainAsset),
    errors: [],
  }),
  explorerTransaction: endpoint({
    method: 'GET',
    path: '/blockchain/explorer/tx/:hash',
    role: 'PUBLIC',
    summary: 'Public data of one transaction of the chain: state, block, confirmations, token movements',
    params: z.object({ hash }),
    response: ExplorerTransaction,
    errors: ['blockchain.transaction_not_found', 'blockchain.unavailable'],
  }),
}
