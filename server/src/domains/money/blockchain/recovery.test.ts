/** Nonces, gas and restored backups: an operation is done once, with any loss in the database and any price of the network. */
import { EventEmitter, once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type Hex, parseEther, parseGwei } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { jsonRpc } from '../../../../../dev/embedded/chain/json-rpc.ts'
import { startTestChain, type TestChain } from '../../../../../dev/embedded/chain/testing.ts'
import { afterKill } from '../../../../../dev/testing/after-kill.ts'
import { runTypeScript } from '../../../../../dev/testing/child-process.ts'
import { createTestDatabase, type TestDatabase } from '../../../../../dev/testing/database.ts'
import { startRpcProxy } from '../../../../../dev/testing/rpc-proxy.ts'
import { sendSigned } from '../../../chain/send-signed.ts'
import { ERC20_ABI } from '../../../chain/uniswap.ts'
import { inTransaction } from '../../../platform/database/database.ts'
import type { Environment } from '../../../platform/process/settings.ts'
import { openTestBooks, type TestBooks } from './evidence.testing.ts'
import { type TestIntents, testIntents } from './intents.testing.ts'
import { lockWallet } from './signing/book-store.ts'
import { createTestBlockchain, type TestBlockchain, testSigner } from './testing.ts'
import type { TransactionIntent } from './types.ts'

let chain: TestChain
let database: TestDatabase
let books: TestBooks
let intents: TestIntents
let running: TestBlockchain | null = null
const SETTLED = { timeout: 25_000, interval: 50 }
vi.setConfig({ testTimeout: 90_000 })

beforeAll(async () => {
  chain = await startTestChain({ blockTimeMs: 100, stateIntervalMs: 3_600_000 })
})
afterAll(() => chain.destroy())
beforeEach(async () => {
  database = await createTestDatabase()
  books = openTestBooks(database.db)
  intents = testIntents(database, chain, books)
})
afterEach(async () => {
  await books.close()
  await running?.stop()
  running = null
  await database.drop()
})

function start(signerEnv: Environment = {}): TestBlockchain {
  running = createTestBlockchain(database.connection, chain.env, signerEnv)
  running.start()
  return running
}
async function stop(): Promise<void> {
  await running?.stop()
  running = null
}

const supply = () => chain.client.readContract({ address: chain.deployment.tokens.COPT, abi: ERC20_ABI, functionName: 'totalSupply' })
const hotNonce = () => chain.client.getTransactionCount({ address: chain.deployment.hotWallet })
const stateOf = async ({ operationId }: TransactionIntent) =>
  (
    await sql<{ state: string }>`SELECT coalesce(chain_transaction.state, intent.state) AS state FROM blockchain.intent
    LEFT JOIN blockchain.chain_transaction USING (operation_id) WHERE operation_id = ${operationId}`.execute(database.db)
  ).rows[0]?.state
const attempts = async () =>
  (
    await sql<{ operation_id: string | null; nonce: bigint; hash: Hex; max_fee_wei: bigint }>`SELECT operation_id, nonce, hash, max_fee_wei
    FROM blockchain.attempt ORDER BY nonce, signed_at`.execute(database.db)
  ).rows

const TABLES = ['intent', 'chain_transaction', 'attempt', 'wallet', 'state_history']
async function backup(): Promise<() => Promise<void>> {
  for (const table of TABLES) await sql.raw(`CREATE TABLE public.backup_${table} AS TABLE blockchain.${table}`).execute(database.owner)
  return async () => {
    for (const table of TABLES)
      await sql
        .raw(`DELETE FROM blockchain.${table}; INSERT INTO blockchain.${table} SELECT * FROM public.backup_${table}`)
        .execute(database.owner)
  }
}

/** Sends transactions from the hot wallet without going through the signer, at the wallet's next nonces. */
async function spendNonces(count: number): Promise<void> {
  const { hot } = chain.wallets
  const first = await hotNonce()
  for (let index = 0; index < count; index++) {
    const fees = { maxFeePerGas: parseGwei('100'), maxPriorityFeePerGas: parseGwei('1'), gas: 21_000n }
    const to = chain.deployment.hotWallet
    await sendSigned(
      chain.client,
      await hot.signTransaction({ type: 'eip1559', chainId: chain.deployment.chainId, nonce: first + index, to, ...fees }),
    )
  }
  await expect.poll(hotNonce, SETTLED).toBe(first + count)
}

describe('a restored database', () => {
  async function eraseDay(): Promise<{ wanted: TransactionIntent[]; before: { supply: bigint; nonce: number } }> {
    const first = await intents.burn(11n)
    start()
    await intents.decide(first)
    await expect.poll(() => stateOf(first), SETTLED).toBe('confirmed')
    await stop()
    const before = { supply: await supply(), nonce: await hotNonce() }
    const signed = await intents.decide(await intents.burn(100n))
    const signer = testSigner(database.signerConnection, chain)
    await signer.sign(signed.operationId)
    await signer.close()
    const wanted = [signed]
    for (const intent of [await intents.swap(), await intents.burn(200n), await intents.swap(), await intents.mint(1n)])
      wanted.push(await intents.decide(intent))
    const restore = await backup()
    start()
    for (const intent of wanted) await expect.poll(() => stateOf(intent), SETTLED).toBe('confirmed')
    await stop()
    await restore()
    return { wanted, before }
  }
  const isDoneOnce = async ({ wanted, before }: Awaited<ReturnType<typeof eraseDay>>) => {
    for (const intent of wanted) await expect.poll(() => stateOf(intent), SETTLED).toBe('confirmed')
    const late = await intents.decide(await intents.burn(1_000n))
    await expect.poll(() => stateOf(late), SETTLED).toBe('confirmed')
    expect(await supply()).toBe(before.supply - 100n - 200n + 1n - 1_000n)
    expect(await hotNonce()).toBe(before.nonce + 5)
    expect((await attempts()).filter(({ operation_id }) => operation_id === null)).toEqual([])
  }

  it('R18 a backup of yesterday repeats nothing: chain effects return to their operations, and new operations continue', async () => {
    const erased = await eraseDay()
    start()
    await isDoneOnce(erased)
  })

  it('R17 after a kill while it reads the chain, the next process reaches the same end', async () => {
    const erased = await eraseDay()
    process.env.FAULT_AT = 'blockchain.recovering'
    const { child } = runTypeScript(new URL('./crash-child.testing.ts', import.meta.url), [
      JSON.stringify({ connection: database.connection, env: chain.env }),
    ])
    delete process.env.FAULT_AT
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    expect(child.signalCode).toBe('SIGKILL')
    await afterKill(database.db)
    start()
    await isDoneOnce(erased)
  })
})

it('R18 bytes whose nonces another transaction used: a burn is signed again and done once, a swap is abandoned, and the unknown is reported', async () => {
  const before = await supply()
  const signed = [await intents.burn(7n), await intents.swap(), await intents.burn(8n)]
  const signer = testSigner(database.signerConnection, chain)
  for (const intent of signed) {
    await intents.decide(intent)
    await signer.sign(intent.operationId)
  }
  await signer.close()
  await spendNonces(3)
  const { blockchain } = start()
  await expect.poll(async () => Promise.all(signed.map(stateOf)), SETTLED).toEqual(['confirmed', 'superseded', 'confirmed'])
  expect(await supply()).toBe(before - 15n)
  expect((await attempts()).filter(({ operation_id }) => operation_id === null)).toHaveLength(3)
  expect(await blockchain.figures.read()).toMatchObject({ unknown: 3, renewing: 0, unsent: 0 })
  const hash = (await blockchain.operation(signed[0]?.operationId ?? ''))?.hash
  expect((await chain.client.getTransactionReceipt({ hash: hash ?? '0x' })).status).toBe('success')
})

it('R18 bytes whose nonce was used by a block that the chain takes back are not signed again: they get their nonce back, and pay once', async () => {
  const before = await supply()
  const burn = await intents.decide(await intents.burn(9n))
  const signer = testSigner(database.signerConnection, chain)
  await signer.sign(burn.operationId)
  await signer.close()
  const [first] = await attempts()
  // Deeper than this test needs.
  const deep = { CHAIN_CONFIRMATIONS: '100' }
  const rpc = jsonRpc(chain.rpcUrl)
  await spendNonces(1)
  const used = Number(await chain.client.getBlockNumber({ cacheTime: 0 }))
  running = createTestBlockchain(database.connection, { ...chain.env, ...deep })
  running.start()
  const nonceNow = async () =>
    (
      await sql<{ nonce: bigint | null }>`SELECT nonce FROM blockchain.chain_transaction WHERE operation_id = ${burn.operationId}`.execute(
        database.db,
      )
    ).rows[0]?.nonce
  await expect.poll(nonceNow, SETTLED).toBe(null)
  await new Promise((resolve) => setTimeout(resolve, 3_000))
  expect(await attempts()).toHaveLength(2)
  await chain.reorganiseFrom(used)
  await expect.poll(nonceNow, SETTLED).toBe(first?.nonce)
  const mine = setInterval(() => void rpc('anvil_mine', ['0x20']).catch(() => null), 300)
  try {
    await expect.poll(() => stateOf(burn), SETTLED).toBe('confirmed')
  } finally {
    clearInterval(mine)
  }
  expect(await supply()).toBe(before - 9n)
  expect((await attempts()).filter(({ operation_id }) => operation_id === burn.operationId)).toEqual([first])
})

it('R18 a node that shows a transaction of our wallet that our key never signed causes no new signature', async () => {
  const before = await supply()
  const burn = await intents.decide(await intents.burn(4n))
  const signer = testSigner(database.signerConnection, chain)
  await signer.sign(burn.operationId)
  await signer.close()
  const proxy = await startRpcProxy(chain.rpcUrl)
  const rpc = jsonRpc(chain.rpcUrl)
  const { hotWallet, visitor, chainId } = chain.deployment
  const nonce = await hotNonce()
  const hash: Hex = `0x${'ab'.repeat(32)}`
  const number = await chain.client.getBlockNumber({ cacheTime: 0 })
  await rpc('anvil_mine', ['0x8'])
  const place = { blockNumber: `0x${(number + 1n).toString(16)}`, transactionIndex: '0x0' }
  const invented = {
    ...{ hash, from: hotWallet, to: visitor, nonce: `0x${nonce.toString(16)}`, input: '0x', value: '0x0', gas: '0x5208', type: '0x2' },
    ...{ chainId: `0x${chainId.toString(16)}`, accessList: [], gasPrice: '0x1', maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x1' },
    ...{ r: `0x${'11'.repeat(32)}`, s: `0x${'22'.repeat(32)}`, v: '0x0', yParity: '0x0', ...place },
  }
  proxy.lie = async (method, [first, isWhole]) => {
    if (method === 'eth_sendRawTransaction') return hash
    if (method === 'eth_getTransactionCount') return `0x${(nonce + 1).toString(16)}`
    const asked = method === 'eth_getBlockByNumber' || (method === 'eth_getTransactionReceipt' && first === hash)
    const block = asked ? await rpc<{ hash: Hex; number: Hex }>('eth_getBlockByNumber', [place.blockNumber, false]) : null
    if (method === 'eth_getTransactionReceipt' && first === hash)
      return {
        ...{ ...place, transactionHash: hash, blockHash: block?.hash, from: hotWallet, to: visitor, status: '0x1', type: '0x2', logs: [] },
        ...{
          gasUsed: '0x1',
          cumulativeGasUsed: '0x1',
          effectiveGasPrice: '0x1',
          logsBloom: `0x${'00'.repeat(256)}`,
          contractAddress: null,
        },
      }
    return method === 'eth_getBlockByNumber' && first === place.blockNumber && isWhole
      ? { ...block, transactions: [{ ...invented, blockHash: block?.hash }] }
      : undefined
  }
  running = createTestBlockchain(database.connection, { ...chain.env, CHAIN_RPC_URL: proxy.url })
  const logged = vi.spyOn(running.platform.log, 'error')
  running.start()
  const wasLogged = () => logged.mock.calls.some(([facts]) => JSON.stringify(facts).includes('chain_unproved_transaction'))
  await expect.poll(wasLogged, SETTLED).toBe(true)
  await new Promise((resolve) => setTimeout(resolve, 3_000))
  expect(await attempts()).toHaveLength(1)
  proxy.lie = () => undefined
  await expect.poll(() => stateOf(burn), SETTLED).toBe('confirmed')
  expect(await attempts()).toHaveLength(1)
  expect(await supply()).toBe(before - 4n)
  await stop()
  await proxy.close()
})

/** Signs a burn; from then on, until the returned function is called, the network asks more than was offered. */
async function stuckBurn(amount: bigint) {
  const rpc = jsonRpc(chain.rpcUrl)
  const setBaseFee = (gwei: string) => rpc('anvil_setNextBlockBaseFeePerGas', [`0x${parseGwei(gwei).toString(16)}`])
  await setBaseFee('1')
  await rpc('evm_mine')
  const stuck = await intents.decide(await intents.burn(amount))
  const signer = testSigner(database.signerConnection, chain)
  await signer.sign(stuck.operationId)
  await signer.close()
  const dear = setInterval(() => {
    void setBaseFee('20').catch(() => null)
    void rpc('evm_mine').catch(() => null)
  }, 50)
  await expect.poll(async () => (await chain.client.getBlock()).baseFeePerGas ?? 0n, SETTLED).toBeGreaterThanOrEqual(parseGwei('20'))
  return { stuck, cheapAgain: () => clearInterval(dear) }
}

it('R17 killed while it raises the fee, the next process raises it, and the operation is done once', async () => {
  const before = await supply()
  const { stuck, cheapAgain } = await stuckBurn(5n)
  try {
    process.env.FAULT_AT = 'blockchain.replacing'
    const env = { ...chain.env, SIGNER_REPLACE_AFTER_SECONDS: '1' }
    const { child } = runTypeScript(new URL('./crash-child.testing.ts', import.meta.url), [
      JSON.stringify({ connection: database.connection, env }),
    ])
    delete process.env.FAULT_AT
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    expect(child.signalCode).toBe('SIGKILL')
    expect(await attempts()).toHaveLength(1)
    await afterKill(database.db)
    start({ SIGNER_REPLACE_AFTER_SECONDS: '1' })
    await expect.poll(() => stateOf(stuck), SETTLED).toBe('confirmed')
  } finally {
    cheapAgain()
  }
  expect(await supply()).toBe(before - 5n)
  expect(new Set((await attempts()).map(({ nonce }) => nonce)).size).toBe(1)
})

it('R18 a stuck transaction is replaced at its nonce with a higher fee, and the later ones continue', async () => {
  const { stuck, cheapAgain } = await stuckBurn(5n)
  try {
    start({ SIGNER_REPLACE_AFTER_SECONDS: '1' })
    const behind = [await intents.burn(6n), await intents.swap()]
    for (const intent of behind) await intents.decide(intent)
    for (const intent of [stuck, ...behind]) await expect.poll(() => stateOf(intent), SETTLED).toBe('confirmed')
  } finally {
    cheapAgain()
  }
  const [first, second] = (await attempts()).filter(({ operation_id }) => operation_id === stuck.operationId)
  expect(second?.nonce).toBe(first?.nonce)
  expect((second?.max_fee_wei ?? 0n) * 10n).toBeGreaterThanOrEqual((first?.max_fee_wei ?? 0n) * 11n)
  const mined = await running?.blockchain.operation(stuck.operationId)
  expect(mined?.hash).not.toBe(first?.hash)
  expect((await chain.client.getTransactionReceipt({ hash: mined?.hash ?? '0x' })).status).toBe('success')
})

it('R18 above the ceiling nothing new is signed and no trade begins; an operator raises it by a file without a restart, and all continue', async () => {
  const before = await supply()
  const { stuck, cheapAgain } = await stuckBurn(5n)
  const file = join(chain.dataDir, 'fee-ceiling')
  try {
    const env = { CHAIN_MAXIMUM_FEE_GWEI: '10', CHAIN_MAXIMUM_FEE_FILE: file }
    running = createTestBlockchain(database.connection, { ...chain.env, ...env }, { ...env, SIGNER_REPLACE_AFTER_SECONDS: '1' })
    const logged = vi.spyOn(running.platform.log, 'error')
    running.start()
    const behind = [await intents.burn(6n), await intents.swap()]
    for (const intent of behind) await intents.decide(intent)
    const wasLogged = (what: string) => logged.mock.calls.some(([facts]) => JSON.stringify(facts).includes(what))
    await expect.poll(() => wasLogged('chain_stuck') && wasLogged('the network asks more'), SETTLED).toBe(true)
    for (const written of ['none', '0', '100000']) {
      writeFileSync(file, written)
      expect(await running.blockchain.reads.canPayGas(1n)).toBe(false)
      expect(await running.blockchain.reads.isAboveFeeCeiling()).toBe(true)
    }
    expect(await Promise.all(behind.map(stateOf))).toEqual(['decided', 'decided'])
    expect(new Set((await attempts()).map(({ operation_id }) => operation_id))).toEqual(new Set([stuck.operationId]))
    writeFileSync(file, '60\n')
    for (const intent of [stuck, ...behind]) await expect.poll(() => stateOf(intent), SETTLED).toBe('confirmed')
    expect(await running.blockchain.reads.canPayGas(1n)).toBe(true)
  } finally {
    cheapAgain()
  }
  expect(await supply()).toBe(before - 11n)
})

it('another fee ceiling between two runs changes nothing for operations decided before', async () => {
  const burn = await intents.decide(await intents.burn(3n))
  start({ CHAIN_MAXIMUM_FEE_GWEI: '50' })
  await intents.decide(burn)
  await expect.poll(() => stateOf(burn), SETTLED).toBe('confirmed')
})

it('refuses a node of another chain', async () => {
  const other = join(chain.dataDir, 'other.json')
  writeFileSync(other, JSON.stringify({ ...chain.deployment, chainId: 1 }))
  const env = { ...chain.env, CHAIN_DEPLOYMENT_FILE: other }
  const module = createTestBlockchain(database.connection, env)
  await expect(module.blockchain.checkNode()).rejects.toThrow('chain 570057')
  const burn = await intents.decide(await intents.burn(1n))
  module.start()
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  expect(await stateOf(burn)).toBe('decided')
  await module.stop()
})

it('G6 a signer that stops while it holds the row of a wallet is terminated, and the others sign within seconds', async () => {
  start()
  await expect
    .poll(async () => (await sql`SELECT 1 FROM blockchain.wallet`.execute(database.owner)).rows.length, SETTLED)
    .toBeGreaterThan(0)
  const signals = new EventEmitter()
  const [held, released] = [once(signals, 'held'), once(signals, 'released')]
  let runs = 0
  const stopped = inTransaction(database.owner, async (tx) => {
    if (++runs > 1) return
    await lockWallet(tx, chain.deployment.hotWallet.toLowerCase())
    signals.emit('held')
    await released
  })
  await held
  try {
    const burn = await intents.decide(await intents.burn(1n))
    await expect.poll(() => stateOf(burn), { timeout: 12_000, interval: 50 }).not.toBe('decided')
  } finally {
    signals.emit('released')
    await stopped
  }
  expect(runs).toBe(2)
})

it('knows whether the hot wallet can pay the network', async () => {
  const { blockchain } = start()
  expect(await blockchain.reads.canPayGas(400_000n)).toBe(true)
  const balance = await chain.client.getBalance({ address: chain.deployment.hotWallet })
  const rpc = jsonRpc(chain.rpcUrl)
  await rpc('anvil_setBalance', [chain.deployment.hotWallet, `0x${parseEther('0.01').toString(16)}`])
  expect(await blockchain.reads.canPayGas(400_000n)).toBe(false)
  await rpc('anvil_setBalance', [chain.deployment.hotWallet, `0x${balance.toString(16)}`])
})
