/** On-chain token withdrawals: saved addresses, cost, request and tracking. */
import { queryOptions } from '@tanstack/react-query'
import { client } from '@tunjo/contract/client'
import { cryptoAddresses, ERC20_NETWORK } from '@tunjo/contract/crypto-addresses'
import { type CryptoWithdrawal, cryptoWithdrawals } from '@tunjo/contract/crypto-withdrawals'
import type { AssetCode } from '@tunjo/contract/money'
import { isOnItsWay } from './crypto.ts'
import { authorize } from './step-up.ts'
import { idempotent, send } from './transport.ts'

const addresses = client(cryptoAddresses, send, authorize)
const calls = client(cryptoWithdrawals, send, authorize)
/** Polling interval while confirmations are counted: no event reports each block. */
const COUNTING_MS = 2_000
const COST_EVERY_MS = 20_000

export const savedAddressesQuery = (userId: string) =>
  queryOptions({
    queryKey: ['crypto', 'whitelist', userId],
    queryFn: ({ signal }) => addresses.whitelist({ params: { userId } }, { signal }),
  })

export interface NewAddress {
  readonly address: string
  readonly alias: string
  readonly acceptsLookalike: boolean
}
export const saveAddress = (userId: string, body: NewAddress) =>
  addresses.saveAddress({ params: { userId }, body: { ...body, network: ERC20_NETWORK } })
export const deleteAddress = (userId: string, id: string) => addresses.deleteAddress({ params: { userId, id } })

export const costQuery = (asset: AssetCode, recipient: string | undefined) =>
  queryOptions({
    queryKey: ['crypto', 'cost', asset, recipient],
    queryFn: ({ signal }) => calls.cost({ query: recipient === undefined ? { asset } : { asset, recipient } }, { signal }),
    refetchInterval: COST_EVERY_MS,
  })

export interface Transfer {
  readonly amount: bigint
  readonly recipient: string
  readonly fee: bigint
  /** The typed fee, where it is large. */
  readonly confirmed_fee: bigint | undefined
}
export function sendTokens(asset: AssetCode, body: Transfer, key: string): Promise<CryptoWithdrawal> {
  if (asset === 'COP') return calls.transferCOPT({ body }, idempotent(key))
  return asset === 'BTC' ? calls.transferBTC({ body }, idempotent(key)) : calls.transferUSDT({ body }, idempotent(key))
}

export const withdrawalQuery = (id: string) =>
  queryOptions({
    queryKey: ['crypto', 'withdrawal', id],
    queryFn: ({ signal }) => calls.withdrawal({ params: { id } }, { signal }),
    refetchInterval: ({ state }) => (state.data && isOnItsWay(state.data.state) ? COUNTING_MS : false),
  })
export const cancelTokenWithdrawal = (id: string) => calls.cancelWithdrawal({ params: { id } })
