import { readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { encodeFunctionData, type Hex, keccak256, maxUint256, toHex } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chainClient } from '../../../server/src/chain/client.ts'
import { HOT_WALLET_FLOAT } from '../../../server/src/chain/contracts/deployment-plan.ts'
import { SEED_POOLS } from '../../../server/src/chain/contracts/pools.ts'
import { SEED_PRICES } from '../../../server/src/chain/contracts/seed-prices.ts'
import { TOKENS, tokenBySymbol } from '../../../server/src/chain/tokens.ts'
import { ERC20_ABI, POOL_ABI, SWAP_ROUTER_ABI } from '../../../server/src/chain/uniswap.ts'
import { COPT, DepositForwarderFactory } from '../../../solidity/artifacts.generated.ts'
import { startAnvil } from './anvil.ts'
import { deployChain } from './deploy.ts'
import { jsonRpc } from './json-rpc.ts'
import { silentLog, startTestChain, type TestChain } from './testing.ts'
import { mnemonicPath } from './wallets.ts'

describe('embedded chain', () => {
  let chain: TestChain
  beforeAll(async () => {
    chain = await startTestChain()
  }, 20_000)
  afterAll(() => chain.destroy())

  it('seeds every pool at the price of the price list', async () => {
    for (const [index, seed] of SEED_POOLS.entries()) {
      const pool = chain.deployment.pools[index]
      if (!pool) throw new Error('missing pool')
      const [sqrtPriceX96] = await chain.client.readContract({ address: pool.address, abi: POOL_ABI, functionName: 'slot0' })
      const symbols = seed.tokens.toSorted((a, b) => (BigInt(chain.deployment.tokens[a]) < BigInt(chain.deployment.tokens[b]) ? -1 : 1))
      const [first = 'COPT', second = 'COPT'] = symbols
      const price = (Number(sqrtPriceX96) / 2 ** 96) ** 2 * 10 ** (tokenBySymbol(first).decimals - tokenBySymbol(second).decimals)
      const usd = (token: typeof first) => (token === 'COPT' ? 1 / Number(SEED_PRICES.copPerUsd) : Number(SEED_PRICES.usdPerToken[token]))
      expect(price / (usd(first) / usd(second))).toBeCloseTo(1, 6)
    }
  })

  it('gives the hot wallet its float, and its keys come from a mnemonic that only the owner may read', async () => {
    for (const [token, amount] of Object.entries(HOT_WALLET_FLOAT)) {
      const address = chain.deployment.tokens[token as keyof typeof HOT_WALLET_FLOAT]
      const balance = await chain.client.readContract({
        address,
        abi: ERC20_ABI,
        functionName: 'balanceOf',
        args: [chain.deployment.hotWallet],
      })
      expect(balance).toBe(amount)
    }
    expect(statSync(mnemonicPath(chain.dataDir)).mode & 0o777).toBe(0o600)
    expect(readFileSync(mnemonicPath(chain.dataDir), 'utf8')).not.toContain('test test test')
  })

  it('mints COPT only for the minter, and any holder can burn', async () => {
    const { tokens, visitor } = chain.deployment
    const mint = encodeFunctionData({ abi: COPT.abi, functionName: 'mint', args: [visitor, 500n] })
    const burn = encodeFunctionData({ abi: COPT.abi, functionName: 'burn', args: [500n] })
    const supplyBefore = await supply()
    expect((await chain.send('visitor', tokens.COPT, mint)).status).toBe('reverted')
    expect((await chain.send('treasury', tokens.COPT, mint)).status).toBe('success')
    expect(await supply()).toBe(supplyBefore + 500n)
    expect((await chain.send('visitor', tokens.COPT, burn)).status).toBe('success')
    expect(await supply()).toBe(supplyBefore)

    function supply(): Promise<bigint> {
      return chain.client.readContract({ address: tokens.COPT, abi: ERC20_ABI, functionName: 'totalSupply' })
    }
  })

  it('MON-05 a deposit address is known before it is deployed, and one call sweeps it to the hot wallet', async () => {
    const { forwarderFactory, tokens, hotWallet } = chain.deployment
    const salt = keccak256(toHex('customer 1'))
    const address = await chain.client.readContract({
      address: forwarderFactory,
      abi: DepositForwarderFactory.abi,
      functionName: 'addressOf',
      args: [salt],
    })
    expect(await chain.client.getCode({ address })).toBeUndefined()
    const deposit = encodeFunctionData({ abi: ERC20_ABI, functionName: 'transfer', args: [address, 12_345_678n] })
    await chain.send('visitor', tokens.USDT, deposit)
    const before = await balanceOf(hotWallet)
    const sweep = encodeFunctionData({ abi: DepositForwarderFactory.abi, functionName: 'sweep', args: [salt, [tokens.USDT]] })
    expect((await chain.send('visitor', forwarderFactory, sweep)).status).toBe('success')
    expect(await balanceOf(hotWallet)).toBe(before + 12_345_678n)
    expect(await balanceOf(address)).toBe(0n)
    await chain.send('visitor', tokens.USDT, deposit)
    expect((await chain.send('visitor', forwarderFactory, sweep)).status).toBe('success')
    expect(await balanceOf(hotWallet)).toBe(before + 2n * 12_345_678n)

    function balanceOf(owner: Hex): Promise<bigint> {
      return chain.client.readContract({ address: tokens.USDT, abi: ERC20_ABI, functionName: 'balanceOf', args: [owner] })
    }
  })

  it('the maker restores a pool that a trade moved, and leaves the others unchanged', async () => {
    const { tokens, swapRouter, visitor } = chain.deployment
    const [pool] = chain.deployment.pools.filter(
      ({ fee, token0, token1 }) => fee === 500 && [token0, token1].includes(tokens.BTC) && [token0, token1].includes(tokens.USDT),
    )
    const price = async () => (await chain.client.readContract({ address: pool?.address ?? '0x', abi: POOL_ABI, functionName: 'slot0' }))[0]
    const before = await price()
    await chain.send(
      'visitor',
      tokens.USDT,
      encodeFunctionData({ abi: ERC20_ABI, functionName: 'approve', args: [swapRouter, maxUint256] }),
    )
    const path = `${tokens.USDT}0001f4${tokens.BTC.slice(2)}` as const
    const swap = { path, recipient: visitor, deadline: maxUint256, amountIn: 300_000_000_000n, amountOutMinimum: 0n }
    await chain.send('visitor', swapRouter, encodeFunctionData({ abi: SWAP_ROUTER_ABI, functionName: 'exactInput', args: [swap] }))
    expect(Math.abs(Number((await price()) - before) / Number(before))).toBeGreaterThan(0.02)
    await chain.maker.correct()
    expect(await price()).toBe(before)
    expect(await chain.client.getTransactionCount({ address: chain.wallets.maker.address })).toBe(7)
    await chain.maker.correct()
    expect(await chain.client.getTransactionCount({ address: chain.wallets.maker.address })).toBe(7)
  })

  it('an interrupted deployment resumes and ends at the same addresses', async () => {
    const other = await startTestChain()
    try {
      await other.stop()
      for (const name of ['state.json', 'state.previous.json', 'deployment.json'])
        rmSync(join(other.dataDir, 'chain', name), { force: true })
      const empty = await startAnvil({ dataDir: other.dataDir, log: silentLog, blockTimeMs: 3_600_000 })
      const rpc = jsonRpc(empty.rpcUrl)
      const client = chainClient(empty.rpcUrl)
      let blocks = 0
      const options = { client, dataDir: other.dataDir, wallets: other.wallets, prices: SEED_PRICES, save: () => empty.save() }
      const cut = async () => {
        if (++blocks === 2) throw new Error('cut')
        await rpc('evm_mine')
      }
      await expect(deployChain({ ...options, mine: cut })).rejects.toThrow('cut')
      const resumed = await deployChain({ ...options, mine: async () => void (await rpc('evm_mine')) })
      expect(resumed).toEqual(other.deployment)
      await empty.stop()
    } finally {
      await other.destroy()
    }
  }, 20_000)
})

it('the token list keeps its positions: COPT 0, BTC 30, USDT 31', () => {
  expect(TOKENS.map((token) => token.id)).toEqual(TOKENS.map((_, index) => index))
  expect([0, 30, 31].map((id) => TOKENS[id]?.symbol)).toEqual(['COPT', 'BTC', 'USDT'])
  expect(new Set(TOKENS.map((token) => token.symbol)).size).toBe(32)
})
