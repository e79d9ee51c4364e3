import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { getAddress } from 'viem'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../dev/testing/temporary-folder.ts'
import { SettingsInvalid } from '../platform/process/settings.ts'
import { type ChainDeployment, readDeployment } from './deployment.ts'

const FILE = join(temporaryFolder('deployment'), 'deployment.json')
const address = (n: number) => getAddress(`0x${(0xabcdef00 + n).toString(16).padStart(40, 'a')}`)
const token0 = address(20)
const GOOD: ChainDeployment = {
  chainId: 31_337,
  tokens: { COPT: address(1), USDC: address(2), WETH: address(3), PAXG: address(4), BTC: address(5), USDT: address(6) },
  uniswapFactory: address(7),
  positionManager: address(8),
  swapRouter: address(9),
  quoter: address(10),
  multicall: address(11),
  forwarderFactory: address(12),
  treasury: address(13),
  hotWallet: address(14),
  visitor: address(15),
  pools: [{ address: address(16), token0, token1: address(21), fee: 500 }],
}
const read = (content: unknown) => {
  writeFileSync(FILE, typeof content === 'string' ? content : JSON.stringify(content))
  return readDeployment(FILE)
}
/** Replaces one letter, as a copying mistake does. */
const misspelt = (text: string) => text.replace(/[a-f]/, (letter) => (letter === 'a' ? 'b' : 'a'))

describe('the deployment file', () => {
  it('is read as it is, with or without a cold wallet', () => {
    expect(read(GOOD)).toEqual(GOOD)
    expect(read({ ...GOOD, coldWallet: address(17) })).toEqual({ ...GOOD, coldWallet: address(17) })
    expect(read({ ...GOOD, hotWallet: address(14).toLowerCase() }).hotWallet).toBe(address(14).toLowerCase())
  })

  it.each([
    ['hotWallet', { ...GOOD, hotWallet: misspelt(address(14)) }],
    ['coldWallet', { ...GOOD, coldWallet: '0x12' }],
    ['tokens.COPT', { ...GOOD, tokens: { ...GOOD.tokens, COPT: undefined } }],
    ['tokens.BTC', { ...GOOD, tokens: { ...GOOD.tokens, BTC: null } }],
    ['pools.0.fee', { ...GOOD, pools: [{ ...GOOD.pools[0], fee: 123 }] }],
    ['pools.0.token1', { ...GOOD, pools: [{ ...GOOD.pools[0], token1: misspelt(address(21)) }] }],
    ['chainId', { ...GOOD, chainId: '31337' }],
    ['its content', []],
    ['is no JSON', '{'],
  ])('with a wrong %s stops the start with an error that names it and the file', (field, content) => {
    expect(() => read(content)).toThrow(SettingsInvalid)
    expect(() => read(content)).toThrow(new RegExp(`${FILE}.*${field}`.replaceAll('/', '\\/')))
  })
})
