/** Keys from one mnemonic in a file. Demo only: production has its keys in a keystore (modules/blockchain/signing). */
import { readFileSync } from 'node:fs'
import { type HDAccount, mnemonicToAccount } from 'viem/accounts'

export const WALLETS = ['treasury', 'hot', 'visitor', 'maker', 'cold'] as const
/** treasury: deploys, mints COPT, owns the pools' liquidity. hot: pays customers and swaps. visitor: somebody outside, for demonstrations.
 * maker: keeps the pools at the market price, as arbitrage does on the public chain. cold: stands for keys that are kept apart. */
export type WalletName = (typeof WALLETS)[number]
export type Wallets = Record<WalletName, HDAccount>

export function readWallets(path: string): Wallets {
  const mnemonic = readFileSync(path, 'utf8').trim()
  return {
    treasury: mnemonicToAccount(mnemonic, { addressIndex: 0 }),
    hot: mnemonicToAccount(mnemonic, { addressIndex: 1 }),
    visitor: mnemonicToAccount(mnemonic, { addressIndex: 2 }),
    maker: mnemonicToAccount(mnemonic, { addressIndex: 3 }),
    cold: mnemonicToAccount(mnemonic, { addressIndex: 4 }),
  }
}
