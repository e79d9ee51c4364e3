/** Keys of the embedded chain: one random mnemonic per data folder, readable by its owner only. */
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { english, generateMnemonic } from 'viem/accounts'
import { readWallets, type Wallets } from '../../../server/src/chain/mnemonic.ts'

export function mnemonicPath(dataDir: string): string {
  return join(dataDir, 'chain', 'mnemonic')
}

export function openWallets(dataDir: string): Wallets {
  const path = mnemonicPath(dataDir)
  if (!existsSync(path)) writeNew(join(dataDir, 'chain'), path, generateMnemonic(english))
  return readWallets(path)
}

function writeNew(directory: string, path: string, mnemonic: string): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  // Written completely under a temporary name first: a kill must not leave an empty mnemonic for a chain that its keys own.
  const temporary = `${path}.writing`
  const file = openSync(temporary, 'w', 0o600)
  writeSync(file, `${mnemonic}\n`)
  fsyncSync(file)
  closeSync(file)
  renameSync(temporary, path)
}
