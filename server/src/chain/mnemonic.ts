/** Keys from one mnemonic in a file. Demo only: in production the keys are in a keystore (domains/money/blockchain/signing). */
import { pbkdf2Sync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type HDAccount, HDKey, hdKeyToAccount } from 'viem/accounts'

export const WALLETS = ['treasury', 'hot', 'visitor', 'maker', 'cold'] as const
/**
 * treasury: deploys, mints COPT, owns the pools' liquidity. hot: pays customers and swaps. visitor: an outside person, for demonstrations.
 * maker: keeps the pools at the market price, as arbitrage does on the public chain. cold: represents keys that are stored separately.
 */
export type WalletName = (typeof WALLETS)[number]
export type Wallets = Record<WalletName, HDAccount>

export function readWallets(path: string): Wallets {
  const mnemonic = readFileSync(path, 'utf8').trim()
  const root = HDKey.fromMasterSeed(seedOf(mnemonic))
  const account = (addressIndex: number) => hdKeyToAccount(root, { addressIndex })
  return { treasury: account(0), hot: account(1), visitor: account(2), maker: account(3), cold: account(4) }
}

/** Seed by BIP-39 without a passphrase. Node's PBKDF2 takes milliseconds; viem's takes a tenth of a second for each wallet. */
const seedOf = (mnemonic: string): Buffer => pbkdf2Sync(mnemonic.normalize('NFKD'), 'mnemonic', 2048, 64, 'sha512')
