import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { temporaryFolder } from '../../../dev/testing/temporary-folder.ts'
import { readWallets } from './mnemonic.ts'

const folder = temporaryFolder('mnemonic')
afterAll(() => rmSync(folder, { recursive: true }))

it('wallets have the addresses of BIP-39 and BIP-44, like any other wallet program', () => {
  const path = join(folder, 'mnemonic')
  // The mnemonic of Foundry's own demo accounts, whose addresses are public.
  writeFileSync(path, 'test test test test test test test test test test test junk\n')
  const wallets = Object.values(readWallets(path)).map(({ address }) => address)
  expect(wallets).toEqual([
    '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
    '0x90F79bf6EB2c4f870365E785982E1f101E93b906',
    '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65',
  ])
})
