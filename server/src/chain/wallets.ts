/**
 * Keys of the embedded chain: one mnemonic per data folder, never a well-known one, readable by its owner only. Demo only:
 * a production chain takes its keys from the signer's key store.
 */
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { english, generateMnemonic, type HDAccount, mnemonicToAccount } from 'viem/accounts'

export const WALLETS = ['treasury', 'hot', 'visitor', 'maker'] as const
/** treasury: deploys, mints COPT, owns the pools' liquidity. hot: pays customers and swaps. visitor: somebody outside, for demonstrations.
 * maker: keeps the pools at the market price, as arbitrage does on the public chain. */
export type WalletName = (typeof WALLETS)[number]
export type Wallets = Record<WalletName, HDAccount>

export function mnemonicPath(dataDir: string): string {
  return join(dataDir, 'chain', 'mnemonic')
}

export function openWallets(dataDir: string): Wallets {
  const path = mnemonicPath(dataDir)
  if (!existsSync(path)) writeNew(join(dataDir, 'chain'), path, generateMnemonic(english))
  return readWallets(path)
}

export function readWallets(path: string): Wallets {
  const mnemonic = readFileSync(path, 'utf8').trim()
  return {
    treasury: mnemonicToAccount(mnemonic, { addressIndex: 0 }),
    hot: mnemonicToAccount(mnemonic, { addressIndex: 1 }),
    visitor: mnemonicToAccount(mnemonic, { addressIndex: 2 }),
    maker: mnemonicToAccount(mnemonic, { addressIndex: 3 }),
  }
}

function writeNew(directory: string, path: string, mnemonic: string): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  // Complete before it has its name: a kill must not leave an empty mnemonic beside a chain that its keys own.
  const temporary = `${path}.writing`
  const file = openSync(temporary, 'w', 0o600)
  writeSync(file, `${mnemonic}\n`)
  fsyncSync(file)
  closeSync(file)
  renameSync(temporary, path)
}
