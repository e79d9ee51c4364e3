import { formatEther, parseGwei } from 'viem'
import { expect, it, vi } from 'vitest'
import type { ChainClient } from '../../../chain/client.ts'
import type { ChainDeployment } from '../../../chain/deployment.ts'
import { createChainReads } from './chain-reads.ts'
import { feesNow } from './signing/fees.ts'

const CEILING_WEI = parseGwei('100')
const RESERVE_WEI = 1_000n

it('G4 an empty gas wallet raises one alarm, for calls that need more or less gas, and another one when it is empty again', async () => {
  const chain = { balance: 0n, baseFeePerGas: parseGwei('10') }
  const client = { getBalance: async () => chain.balance, getBlock: async () => chain } as unknown as ChainClient
  const deployment = { hotWallet: '0x11C7bEde6eF41403C979397842Ad755A79F90AB3' } as unknown as ChainDeployment
  const log = { error: vi.fn(), info: vi.fn(), warn: vi.fn() }
  const settings = { gasReserveWei: RESERVE_WEI, maximumFeeWei: CEILING_WEI, maximumFeeFile: null }
  const { canPayGas } = createChainReads({ client, deployment, settings, log } as Parameters<typeof createChainReads>[0])
  const costOf = (gas: bigint) => RESERVE_WEI + gas * feesNow(chain.baseFeePerGas, CEILING_WEI).maxFeePerGas

  chain.balance = costOf(50_000n)
  const asked: boolean[] = []
  for (let times = 0; times < 3; times++) for (const gas of [100_000n, 20_000n]) asked.push(await canPayGas(gas))
  expect(asked).toEqual([false, true, false, true, false, true])
  expect([log.error.mock.calls, log.info.mock.calls]).toEqual([
    [[expect.objectContaining({ securityEvent: 'no_gas', address: deployment.hotWallet }), expect.any(String)]],
    [],
  ])
  // The network became cheaper: the wallet can pay every requested operation.
  chain.baseFeePerGas = parseGwei('1')
  expect(await canPayGas(20_000n)).toBe(true)
  expect(log.info).toHaveBeenCalledTimes(1)
  chain.balance = 0n
  expect(await canPayGas(20_000n)).toBe(false)
  expect(log.error).toHaveBeenCalledTimes(2)
})

it('G4 a gas wallet with ether for fewer than a hundred operations raises one warning before it is empty, which ends when it is filled', async () => {
  const chain = { balance: 0n, baseFeePerGas: parseGwei('10') }
  const client = { getBalance: async () => chain.balance, getBlock: async () => chain } as unknown as ChainClient
  const deployment = { hotWallet: '0x11C7bEde6eF41403C979397842Ad755A79F90AB3' } as unknown as ChainDeployment
  const log = { error: vi.fn(), info: vi.fn(), warn: vi.fn() }
  const settings = { gasReserveWei: RESERVE_WEI, maximumFeeWei: CEILING_WEI, maximumFeeFile: null }
  const { canPayGas } = createChainReads({ client, deployment, settings, log } as Parameters<typeof createChainReads>[0])
  const lowWei = RESERVE_WEI + 100n * 300_000n * feesNow(chain.baseFeePerGas, CEILING_WEI).maxFeePerGas

  chain.balance = lowWei
  expect(await canPayGas(120_000n)).toBe(true)
  expect(log.warn).not.toHaveBeenCalled()
  chain.balance = lowWei - 1n
  for (let times = 0; times < 3; times++) expect(await canPayGas(120_000n)).toBe(true)
  const facts = { address: deployment.hotWallet, balance: formatEther(lowWei - 1n), operations: 100, needed: formatEther(lowWei) }
  expect(log.warn.mock.calls).toEqual([[{ securityEvent: 'low_gas', ...facts, missing: '0.000000000000000001' }, expect.any(String)]])
  // Around the threshold the alarm neither ends nor starts again.
  chain.balance = lowWei
  await canPayGas(120_000n)
  expect(log.info).not.toHaveBeenCalled()
  chain.balance = 2n * lowWei
  await canPayGas(120_000n)
  expect(log.info).toHaveBeenCalledTimes(1)
  chain.balance = lowWei - 1n
  await canPayGas(120_000n)
  expect([log.warn.mock.calls.length, log.error.mock.calls.length]).toEqual([2, 0])
})
