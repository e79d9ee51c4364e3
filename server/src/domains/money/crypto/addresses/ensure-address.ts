/** Deposit address of a customer, recorded when it is first requested, so that the scanner knows its owner (MON-05). */

import type { CryptoDepositAddress } from '@tunjo/contract/crypto'
import { ASSETS, formatUnits } from '@tunjo/contract/money'
import { inTransaction } from '../../../../platform/database/database.ts'
import type { CryptoContext } from '../context.ts'
import { depositTokens } from '../deposit-tokens.ts'
import { insertAddress } from './address-store.ts'
import { depositAddressOf } from './deposit-address.ts'

export async function ensureAddress(context: CryptoContext, accountId: string): Promise<CryptoDepositAddress> {
  const { db, clock, limits, blockchain, settings } = context
  const { chainId, forwarderFactory } = blockchain.deployment
  const address = depositAddressOf(forwarderFactory, accountId)
  await inTransaction(db, async (tx) => {
    await limits.mayTrade(tx, accountId)
    await insertAddress(tx, accountId, address, clock.now())
  })
  return {
    address,
    network: { name: settings.networkName, chainId },
    confirmationsNeeded: settings.confirmationsNeeded,
    tokens: depositTokens(blockchain.deployment).map(({ asset, symbol, name, contract }) => {
      return { asset, symbol, name, contract, minimum: formatUnits(settings.minimums[asset], ASSETS[asset].scale) }
    }),
  }
}
