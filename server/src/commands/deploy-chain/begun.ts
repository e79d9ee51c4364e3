/** Inputs with which a deployment began, beside its file until that is written: a call that continues it sends the rest of the same plan. */
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs'
import { type Address, isAddressEqual } from 'viem'
import type { SeedPrices } from '../../chain/contracts/seed-prices.ts'
import { CommandRefused } from '../../platform/process/command-refused.ts'

export interface Begun {
  readonly chainId: number
  readonly treasury: Address
  readonly hot: Address
  readonly prices: SeedPrices
  /** Decimal text, in ether. */
  readonly wrappedEther: string
}

const begunFile = (file: string): string => `${file}.begun`

/** @throws CommandRefused when another deployment was begun for this file */
export function beginOrContinue(file: string, given: Begun, say: (line: string) => void): Begun {
  const path = begunFile(file)
  if (!existsSync(path)) {
    write(path, given)
    return given
  }
  const begun = JSON.parse(readFileSync(path, 'utf8')) as Begun
  const isSame = begun.chainId === given.chainId && isAddressEqual(begun.treasury, given.treasury) && isAddressEqual(begun.hot, given.hot)
  if (!isSame)
    throw new CommandRefused(`${path} is about a deployment with other keys or on another chain: name another CHAIN_DEPLOYMENT_FILE.`)
  say('Continues the deployment that was begun, with its prices.')
  return begun
}

export function endBegun(file: string): void {
  rmSync(begunFile(file), { force: true })
}

/** Written completely under a temporary name first. */
function write(path: string, begun: Begun): void {
  const descriptor = openSync(`${path}.writing`, 'w')
  writeSync(descriptor, `${JSON.stringify(begun, null, 2)}\n`)
  fsyncSync(descriptor)
  closeSync(descriptor)
  renameSync(`${path}.writing`, path)
}
