import { once } from 'node:events'
import { sql } from 'kysely'
import { encodeFunctionData, type Hex, keccak256, maxUint256 } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { COPT } from '../../../../solidity/artifacts.generated.ts'
import { startTestChain, type TestChain } from '../../chain/embedded/testing.ts'
import { ERC20_ABI, SWAP_ROUTER_ABI } from '../../chain/uniswap.ts'
import { inTransaction } from '../../platform/database.ts'
import { jsonRpc } from '../../platform/embedded/json-rpc.ts'
import { newId } from '../../platform/ids.ts'
import { runTypeScript } from '../../testing/child-process.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { explorerTransaction } from './explorer.ts'
import { createSigner, localKeys } from './signer.ts'
import { createTestBlockchain, type TestBlockchain } from './testing.ts'
import type { TransactionIntent } from './types.ts'

let chain: TestChain
let database: TestDatabase
let running: TestBlockchain | null = null
const SETTLED = { timeout: 15_000, interval: 50 }

beforeAll(async () => {
  chain = await startTestChain({ blockTimeMs: 100, stateIntervalMs: 3_600_000 })
})
afterAll(() => chain.destroy())
beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(async () => {
  await running?.stop()
  running = null
  await database.drop()
})

function start(): TestBlockchain {
  running = createTestBlockchain(database.connection, chain.env)
  running.start()
  return running
}

async function decide(intent: TransactionIntent): Promise<string> {
  const module = running ?? createTestBlockchain(database.connection, chain.env)
  await inTransaction(database.db, (tx) => module.blockchain.submitWithin(tx, intent))
  if (!running) await module.stop()
  return intent.operationId
}

const burn = (amount: bigint): TransactionIntent => ({
  operationId: newId(),
  wallet: 'hot',
  kind: 'burn',
  ref: newId(),
  to: chain.deployment.tokens.COPT,
  data: encodeFunctionData({ abi: COPT.abi, functionName: 'burn', args: [amount] }),
  gas: 150_000n,
})

function swap(recipient: Hex, amountOutMinimum = 1n): TransactionIntent {
  const { tokens, swapRouter } = chain.deployment
  const path = `${tokens.USDT}0001f4${tokens.BTC.slice(2)}` as Hex
  const params = { path, recipient, deadline: maxUint256, amountIn: 1_000_000n, amountOutMinimum }
  const data = encodeFunctionData({ abi: SWAP_ROUTER_ABI, functionName: 'exactInput', args: [params] })
  return { operationId: newId(), wallet: 'hot', kind: 'swap', ref: newId(), to: swapRouter, data, gas: 600_000n }
}

const supply = () => chain.client.readContract({ address: chain.deployment.tokens.COPT, abi: ERC20_ABI, functionName: 'totalSupply' })
const hotNonce = () => chain.client.getTransactionCount({ address: chain.deployment.hotWallet })

interface Row {
  operation_id: string
  nonce: bigint
  state: string
  hash: Hex
  signed: Hex
  agreed: boolean
}
async function rows(): Promise<Row[]> {
  return (
    await sql<Row>`SELECT operation_id, nonce, state, hash, signed, agreed FROM blockchain.chain_transaction ORDER BY nonce`.execute(
      database.db,
    )
  ).rows
}

describe('house wallets', () => {
  it('an operation is signed, sent and final once, with its confirmations counted', async () => {
    const { blockchain } = start()
    const before = await supply()
    const operationId = await decide(burn(1_000n))
    await expect.poll(async () => (await blockchain.operation(operationId))?.state, SETTLED).toBe('confirmed')
    const operation = await blockchain.operation(operationId)
    expect(operation).toMatchObject({ confirmations: 2, confirmationsNeeded: 2, receipt: { status: 'success' } })
    expect(await supply()).toBe(before - 1_000n)
    const states = await sql<{ state: string }>`SELECT payload ->> 'state' AS state FROM platform.event
      WHERE type = 'blockchain.operation_updated' ORDER BY at, id`.execute(database.db)
    expect(states.rows.map((row) => row.state).filter((state) => state !== 'mined')).toEqual(['sent', 'confirmed'])
  })

  it('a call that reverts on chain ends as reverted', async () => {
    const { blockchain } = start()
    const operationId = await decide(burn(10n ** 20n))
    await expect.poll(async () => (await blockchain.operation(operationId))?.state, SETTLED).toBe('reverted')
  })

  it('twenty operations at once take consecutive nonces and all end', async () => {
    start()
    const before = { supply: await supply(), nonce: await hotNonce() }
    await Promise.all(Array.from({ length: 20 }, () => decide(burn(1n))))
    await expect.poll(async () => (await rows()).filter((row) => row.state === 'confirmed').length, SETTLED).toBe(20)
    expect((await rows()).map((row) => Number(row.nonce) - before.nonce)).toEqual(Array.from({ length: 20 }, (_, index) => index))
    expect(before.supply - (await supply())).toBe(20n)
  })

  it('the same id is one operation, and with another content it is refused', async () => {
    start()
    const intent = burn(5n)
    const before = await supply()
    await decide(intent)
    await decide(intent)
    await expect(decide({ ...intent, data: burn(6n).data })).rejects.toThrow('another content')
    await expect.poll(async () => (await rows())[0]?.state, SETTLED).toBe('confirmed')
    expect(await rows()).toHaveLength(1)
    expect(await supply()).toBe(before - 5n)
  })

  it('MON-10 pesos in mint COPT into the hot wallet, pesos out burn it, and pesos sent back mint it again, once each', async () => {
    const { platform } = start()
    const before = await supply()
    const deposit = { accountId: newId(), depositId: newId(), amount: '5000000' }
    for (let copies = 0; copies < 2; copies++)
      await inTransaction(database.db, (tx) => platform.outbox.emit(tx, 'payments.deposit_credited', deposit))
    await expect.poll(supply, SETTLED).toBe(before + 5_000_000n)
    const withdrawal = { accountId: newId(), withdrawalId: newId(), amount: '2000000', account: 'Nómina (••5678)' }
    for (let copies = 0; copies < 2; copies++)
      await inTransaction(database.db, (tx) => platform.outbox.emit(tx, 'payments.withdrawal_settled', withdrawal))
    await expect.poll(supply, SETTLED).toBe(before + 3_000_000n)
    for (let copies = 0; copies < 2; copies++)
      await inTransaction(database.db, (tx) => platform.outbox.emit(tx, 'payments.withdrawal_reversed', withdrawal))
    await expect.poll(supply, SETTLED).toBe(before + 5_000_000n)
    await expect.poll(async () => (await rows()).map((row) => row.state), SETTLED).toEqual(['confirmed', 'confirmed', 'confirmed'])
  })
})

describe('signer', () => {
  it('refuses an operation that nobody decided', async () => {
    const { platform } = start()
    const { client, deployment } = chain
    const settings = {
      rpcUrl: '',
      deploymentFile: '',
      mnemonicFile: chain.env.CHAIN_MNEMONIC_FILE,
      confirmationsNeeded: 2,
      maximumFeeWei: 1n,
    }
    const signer = createSigner({ ...platform, client, deployment, settings }, localKeys(settings.mnemonicFile))
    await expect(signer.sign(newId())).rejects.toThrow('nobody decided')
    expect(await rows()).toEqual([])
  })

  it('refuses an intent that was changed after it was made', async () => {
    const operationId = await decide(burn(1n))
    await sql`UPDATE blockchain.intent SET request = jsonb_set(request, '{data}', to_jsonb(${burn(2n).data}::text))
      WHERE operation_id = ${operationId}`.execute(database.owner)
    const { blockchain } = start()
    await expect.poll(async () => (await blockchain.operation(operationId))?.state, SETTLED).toBe('refused')
    expect(await rows()).toEqual([])
  })

  it('refuses a swap that nobody signed for long, so that its money goes back, but mints and burns whenever it can', async () => {
    const old = await decide(swap(chain.deployment.hotWallet))
    const burned = await decide(burn(1n))
    await sql`UPDATE blockchain.intent SET decided_at = now() - interval '11 minutes'`.execute(database.owner)
    const { blockchain } = start()
    await expect.poll(async () => (await blockchain.operation(old))?.state, SETTLED).toBe('refused')
    await expect.poll(async () => (await blockchain.operation(burned))?.state, SETTLED).toBe('confirmed')
    expect(await rows()).toHaveLength(1)
  })

  it('of many signers at once, around the moment when a swap is too old, all refuse or all sign', async () => {
    const idle = createTestBlockchain(database.connection, chain.env)
    const { platform } = idle
    const { client, deployment } = chain
    const settings = { rpcUrl: '', deploymentFile: '', mnemonicFile: '', confirmationsNeeded: 2, maximumFeeWei: 1n }
    const signer = (now: Date) =>
      createSigner({ ...platform, clock: { now: () => now }, client, deployment, settings }, localKeys(chain.env.CHAIN_MNEMONIC_FILE))
    const [soon, late] = [signer(new Date()), signer(new Date(Date.now() + 3_600_000))]
    for (let round = 0; round < 12; round++) {
      const operationId = await decide(swap(chain.deployment.hotWallet))
      const said = await Promise.all([soon, late, soon, late].map((one) => one.sign(operationId)))
      expect(new Set(said).size).toBe(1)
      const isSigned = (await rows()).some((row) => row.operation_id === operationId && row.signed !== null)
      expect(isSigned).toBe(said[0] === 'stored')
    }
    await idle.stop()
  })

  it('refuses a swap that pays somebody else, one without a minimum, and other contracts', async () => {
    const { blockchain } = start()
    const wrong = [swap(chain.deployment.visitor), swap(chain.deployment.hotWallet, 0n), { ...burn(1n), to: chain.deployment.tokens.USDT }]
    for (const intent of [...wrong, { ...burn(1n), kind: 'mint' as const }]) {
      const operationId = await decide(intent)
      await expect.poll(async () => (await blockchain.operation(operationId))?.state, SETTLED).toBe('refused')
    }
    expect(await rows()).toEqual([])
    const good = await decide(swap(chain.deployment.hotWallet))
    await expect.poll(async () => (await blockchain.operation(good))?.state, SETTLED).toBe('confirmed')
  })
})

describe('after a crash', () => {
  it.each(['blockchain.reserved', 'blockchain.signed', 'blockchain.stored', 'blockchain.broadcast'])(
    'killed at %s, the operation is done once by the next process, with one signature',
    async (faultName) => {
      const before = { supply: await supply(), nonce: await hotNonce() }
      const operationId = await decide(burn(7n))
      process.env.FAULT_AT = faultName
      const child = runTypeScript(new URL('./crash-child.testing.ts', import.meta.url), [
        JSON.stringify({ connection: database.connection, env: chain.env }),
      ])
      delete process.env.FAULT_AT
      if (child.child.exitCode === null && child.child.signalCode === null) await once(child.child, 'exit')
      expect(child.child.signalCode).toBe('SIGKILL')
      const left = await rows()
      await sql`UPDATE platform.job SET lease_until = now() WHERE done_at IS NULL`.execute(database.db)

      const { blockchain } = start()
      await expect.poll(async () => (await blockchain.operation(operationId))?.state, SETTLED).toBe('confirmed')
      expect(await supply()).toBe(before.supply - 7n)
      expect(await hotNonce()).toBe(before.nonce + 1)
      const [row] = await rows()
      expect(row?.hash).toBe(row && keccak256(row.signed))
      if (left[0]?.signed) expect(row?.signed).toBe(left[0].signed)
    },
  )

  it('EX-06 a chain that comes back behind the ledger is given the stored bytes again, in order, until both agree', async () => {
    const { blockchain } = start()
    await chain.anvil.save()
    const before = { supply: await supply(), nonce: await hotNonce() }
    const operations = []
    for (let n = 1n; n <= 5n; n++) operations.push(await decide(burn(n)))
    operations.push(await decide(swap(chain.deployment.hotWallet)))
    await expect.poll(async () => (await rows()).every((row) => row.state === 'confirmed') && (await rows()).length, SETTLED).toBe(6)
    const settled = await rows()

    const killedAt = new Date()
    process.kill(chain.anvil.pid(), 'SIGKILL')
    await expect.poll(() => hotNonce().catch(() => null), SETTLED).toBe(before.nonce + 6)
    const sentAgain = await sql`SELECT 1 FROM blockchain.chain_transaction WHERE sent_at > ${killedAt}`.execute(database.db)
    expect(sentAgain.rows).toHaveLength(6)
    await expect.poll(rows, SETTLED).toEqual(settled)
    expect(before.supply - (await supply())).toBe(15n)
    for (const row of settled) expect((await chain.client.getTransactionReceipt({ hash: row.hash })).status).toBe('success')
    expect((await blockchain.operation(operations[5] ?? ''))?.state).toBe('confirmed')
    const finals = await sql`SELECT 1 FROM platform.event WHERE payload ->> 'state' = 'confirmed'`.execute(database.db)
    expect(finals.rows).toHaveLength(6)
  })
})

it('EX-08 the explorer shows a transaction with its token movements, by our own names, also when the node forgot it', async () => {
  const snapshot = await jsonRpc(chain.rpcUrl)('evm_snapshot')
  const { blockchain } = start()
  const context = { client: chain.client, deployment: chain.deployment, db: database.db }
  const operationId = await decide(swap(chain.deployment.hotWallet))
  await expect.poll(async () => (await blockchain.operation(operationId))?.state, SETTLED).toBe('confirmed')
  const hash = (await rows())[0]?.hash ?? '0x'
  const shown = await explorerTransaction(context, hash)
  expect(shown).toMatchObject({ hash, status: 'success', from: chain.deployment.hotWallet, to: chain.deployment.swapRouter })
  expect(shown.confirmations).toBeGreaterThanOrEqual(2)
  expect(shown.transfers.map(({ symbol }) => symbol).toSorted()).toEqual(['BTC', 'USDT'])
  expect(shown.transfers.find(({ symbol }) => symbol === 'USDT')?.amount).toBe('1')

  await running?.stop()
  running = null
  await jsonRpc(chain.rpcUrl)('evm_revert', [snapshot])
  expect(await explorerTransaction(context, hash)).toEqual({ ...shown, block_time: null, confirmations: expect.any(Number) })
  await expect(explorerTransaction(context, `0x${'0'.repeat(64)}`)).rejects.toMatchObject({
    refusal: { code: 'blockchain.transaction_not_found' },
  })
})
