/**
 * R13: results of token withdrawals that an attacker with the product's database role forged: nothing is paid twice for them, and nothing
 * is released.
 */
import type { CryptoWithdrawal } from '@tunjo/contract/crypto-withdrawals'
import { sql } from 'kysely'
import { type Address, encodeFunctionData, getAddress, type Hex } from 'viem'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { jsonRpc } from '../../../../../dev/embedded/chain/json-rpc.ts'
import { startTestChain, type TestChain } from '../../../../../dev/embedded/chain/testing.ts'
import { createTestDatabase, type TestDatabase } from '../../../../../dev/testing/database.ts'
import { type RpcProxy, startRpcProxy } from '../../../../../dev/testing/rpc-proxy.ts'
import { sendSigned } from '../../../chain/send-signed.ts'
import { ERC20_ABI } from '../../../chain/uniswap.ts'
import { openDatabase } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/ids.ts'
import { announceEnd, forgedTransfer, forgeEnd } from '../blockchain/forging.testing.ts'
import { operationIdOf } from '../blockchain/index.ts'
import { testSigner } from '../blockchain/testing.ts'
import { customerAccount } from '../ledger/index.ts'
import { checkBooks } from '../ledger/testing/check-books.ts'
import { forgePosting, removePosting } from '../ledger/testing/forge-posting.ts'
import { createTestCrypto, type TestCrypto } from './testing.ts'

const WAIT = { timeout: 40_000, interval: 50 }
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })
const WALLET = getAddress('0x52908400098527886e0f7030069857d2e4169ee7')
const AMOUNT = 25_000_000n
const FEE = 500_000n

let chain: TestChain
let database: TestDatabase
let test: TestCrypto
let customer: string
let notified: ReturnType<typeof vi.spyOn>

beforeEach(async () => {
  chain = await startTestChain({ blockTimeMs: 100, stateIntervalMs: 3_600_000 })
  database = await createTestDatabase()
  customer = newId()
  open()
  await test.fund(customer, 'USDT', 100_000_000n)
  await test.call('saveAddress', customer, {
    params: { userId: customer },
    body: { address: WALLET, alias: 'Ledger', acceptsLookalike: false },
  })
})
afterEach(async () => {
  try {
    await checkBooks(test.ledger)
  } finally {
    await test.stop()
    await database.drop()
    await chain.destroy()
  }
})

function open(env: TestChain['env'] & Record<string, string> = chain.env): void {
  test = createTestCrypto(database.connection, env)
  notified = vi.spyOn(test.platform.log, 'error')
}
const operationOf = (id: string) => operationIdOf('crypto.withdrawal', id)
const stateOf = async (id: string) => (await test.call<CryptoWithdrawal>('withdrawal', customer, { params: { id } })).state
const balance = () => test.ledger.balance(customerAccount(customer, 'USDT'))
const received = (address: Address = WALLET) =>
  chain.client.readContract({ address: chain.deployment.tokens.USDT, abi: ERC20_ABI, functionName: 'balanceOf', args: [address] })
const wasNotified = (event: string) => notified.mock.calls.some(([facts]: unknown[]) => JSON.stringify(facts)?.includes(event))
const released = async () =>
  (await sql`SELECT 1 FROM ledger.transfer WHERE kind = 'release'`.execute(database.db)).rows.length +
  (await sql`SELECT 1 FROM platform.event WHERE type = 'crypto.withdrawal_returned'`.execute(database.db)).rows.length

async function ask(): Promise<string> {
  const operation = { id: newId(), hash: 'hash', isKeyless: false }
  const body = { amount: AMOUNT, recipient: WALLET, fee: undefined }
  return (await test.call<CryptoWithdrawal>('transferUSDT', customer, { operation, body })).id
}
/** Handed to the signer, which stored its bytes; they are not broadcast. */
async function signedWithdrawal(): Promise<string> {
  const id = await ask()
  await test.crypto.send()
  const role = openDatabase(database.signerConnection)
  await sql`INSERT INTO blockchain.seen_address (id, account_id, address, seen_at)
    SELECT id, account_id, address, now() FROM crypto.saved_address_to_note`.execute(role.db)
  await role.close()
  const signer = testSigner(database.signerConnection, chain)
  expect(await signer.sign(operationOf(id))).toBe('stored')
  await signer.close()
  return id
}
async function transactionOf(id: string): Promise<{ signed: Hex; hash: Hex }> {
  const found = await sql<{ signed: Hex; hash: Hex }>`SELECT signed, hash FROM blockchain.chain_transaction
    WHERE operation_id = ${operationOf(id)}`.execute(database.db)
  if (!found.rows[0]) throw new Error('it was not signed')
  return found.rows[0]
}
const bytesOf = async (id: string) => (await transactionOf(id)).signed
const hashOf = async (id: string) => (await transactionOf(id)).hash

describe('R13 a forged result of a token withdrawal', () => {
  it.each(['reverted', 'superseded'] as const)('"%s" releases nothing while the tokens can leave: paid once', async (state) => {
    const before = await received()
    const id = await signedWithdrawal()
    await forgeEnd(database.db, operationOf(id), { kind: 'transfer', ref: id, state })
    test.start()
    await expect.poll(() => stateOf(id), WAIT).toBe('CONFIRMED')
    expect(await received()).toBe(before + AMOUNT)
    expect(await balance()).toMatchObject({ posted: 100_000_000n - AMOUNT - FEE, held: 0n })
    expect(await released()).toBe(0)
    expect(wasNotified('chain_result_forged')).toBe(true)
    expect(await test.blockchain.figures.read()).toMatchObject({ forged: 1 })
  })

  it('"reverted" after it was mined releases nothing', async () => {
    const before = await received()
    const id = await signedWithdrawal()
    await sendSigned(chain.client, await bytesOf(id))
    await jsonRpc(chain.rpcUrl)('anvil_mine', ['0x4'])
    await forgeEnd(database.db, operationOf(id), { kind: 'transfer', ref: id, state: 'reverted' })
    test.start()
    await expect.poll(() => stateOf(id), WAIT).toBe('CONFIRMED')
    expect(await received()).toBe(before + AMOUNT)
    expect(await balance()).toMatchObject({ posted: 100_000_000n - AMOUNT - FEE, held: 0n })
    expect(await released()).toBe(0)
  })

  it('"confirmed" settles no reverted transfer: the customer gets it back', async () => {
    const { hotWallet, tokens } = chain.deployment
    const id = await signedWithdrawal()
    // The token stops working: the transfer reverts.
    const code = await chain.client.getCode({ address: tokens.USDT })
    await jsonRpc(chain.rpcUrl)('anvil_setCode', [tokens.USDT, '0x60006000fd'])
    await sendSigned(chain.client, await bytesOf(id))
    await jsonRpc(chain.rpcUrl)('anvil_mine', ['0x4'])
    await jsonRpc(chain.rpcUrl)('anvil_setCode', [tokens.USDT, code])
    const logs = [forgedTransfer(tokens.USDT, hotWallet, WALLET, AMOUNT)]
    await forgeEnd(database.db, operationOf(id), { kind: 'transfer', ref: id, state: 'confirmed', logs })
    test.start()
    await expect.poll(() => stateOf(id), WAIT).toBe('FAILED')
    expect(await balance()).toMatchObject({ posted: 100_000_000n, held: 0n })
    expect(wasNotified('chain_result_forged')).toBe(true)
  })

  it('"refused", as an event or an intent, releases nothing that is signed, and unsigned withdrawals are never signed', async () => {
    const before = await received()
    const id = await signedWithdrawal()
    await announceEnd(database.db, operationOf(id), { kind: 'transfer', ref: id, state: 'refused' })
    const invented = await ask()
    const args = [WALLET, AMOUNT] as const
    const data = encodeFunctionData({ abi: ERC20_ABI, functionName: 'transfer', args })
    const request = { chainId: chain.deployment.chainId, to: chain.deployment.tokens.USDT, data, gas: '120000' }
    await sql`INSERT INTO blockchain.intent (operation_id, wallet, kind, ref, request, state, refused, decided_at)
      VALUES (${operationOf(invented)}, 'hot', 'transfer', ${invented}, ${JSON.stringify(request)}, 'refused', 'x', now())`.execute(
      database.db,
    )
    test.start()
    await expect.poll(() => stateOf(id), WAIT).toBe('CONFIRMED')
    await expect.poll(() => stateOf(invented), WAIT).toBe('FAILED')
    expect(await received()).toBe(before + AMOUNT)
    expect(await balance()).toMatchObject({ posted: 100_000_000n - AMOUNT - FEE, held: 0n })
    expect((await sql`SELECT 1 FROM blockchain.attempt`.execute(database.db)).rows).toHaveLength(1)
    expect(wasNotified('signer_refused')).toBe(true)
  })

  it.each(['a withdrawal that does not exist', 'no id'])('D12 for %s is reported once, and its event ends', async (named) => {
    const ref = named === 'no id' ? 'x' : newId()
    await announceEnd(database.db, operationOf(ref), { kind: 'transfer', ref, state: 'refused' })
    test.start()
    const id = await ask()
    await expect.poll(() => wasNotified('chain_event_forged'), WAIT).toBe(true)
    expect((await sql`SELECT 1 FROM platform.event_retry`.execute(database.db)).rows).toEqual([])
    expect(notified.mock.calls.filter(([facts]: unknown[]) => JSON.stringify(facts)?.includes('chain_event_forged'))).toHaveLength(1)
    expect(['CANCELLED', 'FAILED']).not.toContain(await stateOf(id))
  })

  it('D12 for a withdrawal that was inserted with a posting as if it had a hold is reported once, and its event ends', async () => {
    const [asked, ref] = [await ask(), newId()]
    await sql`INSERT INTO crypto.withdrawal SELECT (jsonb_populate_record(w, jsonb_build_object('id', ${ref}::text, 'state', 'SENT'))).*
      FROM crypto.withdrawal w WHERE id = ${asked}`.execute(database.db)
    await forgePosting(database.db, ref)
    await announceEnd(database.db, operationOf(ref), { kind: 'transfer', ref, state: 'refused' })
    test.start()
    await expect.poll(() => wasNotified('chain_event_forged'), WAIT).toBe(true)
    expect((await sql`SELECT 1 FROM platform.event_retry`.execute(database.db)).rows).toEqual([])
    expect(await released()).toBe(0)
    await removePosting(database.owner, ref)
  })

  it('the signer’s results can be written by the signer alone', async () => {
    const statement = sql`INSERT INTO blockchain.given_up (operation_id, reason, at) VALUES (${newId()}, 'x', now())`
    await expect(statement.execute(database.db)).rejects.toMatchObject({ code: '42501' })
    await expect(sql`DELETE FROM blockchain.given_up`.execute(database.db)).rejects.toMatchObject({ code: '42501' })
    await expect(sql`UPDATE blockchain.chain_transaction SET ended_before_seals = true`.execute(database.db)).rejects.toMatchObject({
      code: '42501',
    })
  })
})

describe('R13 a node that returns false data, is behind or does not answer', () => {
  let proxy: RpcProxy
  beforeEach(async () => {
    proxy = await startRpcProxy(chain.rpcUrl)
  })
  afterEach(() => proxy.close())
  const reopen = async (env: Record<string, string>) => {
    await test.stop()
    open({ ...chain.env, ...env })
  }
  const ended = async (id: string) => (await stateOf(id)) === 'CONFIRMED' || (await stateOf(id)) === 'FAILED'
  const soon = () => new Promise((resolve) => setTimeout(resolve, 2_500))

  it('a receipt in a block that is not part of the chain settles nothing; the real one settles it once', async () => {
    const id = await signedWithdrawal()
    const hash = await hashOf(id)
    const { hotWallet, tokens } = chain.deployment
    const nonce = await chain.client.getTransactionCount({ address: hotWallet })
    const before = await received()
    const log = forgedTransfer(tokens.USDT, hotWallet, WALLET, AMOUNT)
    const place = { blockNumber: '0x1', blockHash: `0x${'12'.repeat(32)}`, transactionHash: hash, transactionIndex: '0x0' }
    const receipt = {
      ...place,
      ...{ from: hotWallet, to: tokens.USDT, status: '0x1', type: '0x2', gasUsed: '0x5208', cumulativeGasUsed: '0x5208' },
      ...{ effectiveGasPrice: '0x1', logsBloom: `0x${'00'.repeat(256)}`, contractAddress: null },
      logs: [{ ...log, ...place, logIndex: '0x0', removed: false }],
    }
    await reopen({ CHAIN_RPC_URL: proxy.url })
    proxy.lie = (method, [first]) => {
      if (method === 'eth_sendRawTransaction') return hash
      if (method === 'eth_getTransactionReceipt' && first === hash) return receipt
      if (method === 'eth_getTransactionCount') return `0x${(nonce + 1).toString(16)}`
    }
    await jsonRpc(chain.rpcUrl)('anvil_mine', ['0x10'])
    test.start()
    await soon()
    expect(await ended(id)).toBe(false)
    expect(await balance()).toMatchObject({ posted: 100_000_000n, held: AMOUNT + FEE })
    proxy.lie = () => undefined
    await expect.poll(() => stateOf(id), WAIT).toBe('CONFIRMED')
    expect(await received()).toBe(before + AMOUNT)
    expect(await balance()).toMatchObject({ posted: 100_000_000n - AMOUNT - FEE, held: 0n })
  })

  it.each(['behind', 'away', 'of another story'] as const)('a second node that is %s: nothing is posted until both agree', async (how) => {
    const id = await signedWithdrawal()
    const hash = await hashOf(id)
    await reopen({ CHAIN_SECOND_RPC_URL: proxy.url })
    if (how === 'away') proxy.isAway = true
    if (how === 'behind') proxy.lie = (method) => (method === 'eth_getTransactionReceipt' ? null : undefined)
    const real: { receipt: Record<string, unknown> | null } = { receipt: null }
    if (how === 'of another story')
      proxy.lie = (method, [first]) =>
        method === 'eth_getTransactionReceipt' && first === hash ? real.receipt && { ...real.receipt, status: '0x0', logs: [] } : undefined
    test.start()
    await chain.client.waitForTransactionReceipt({ hash, pollingInterval: 20 })
    real.receipt = await jsonRpc(chain.rpcUrl)('eth_getTransactionReceipt', [hash])
    await jsonRpc(chain.rpcUrl)('anvil_mine', ['0x4'])
    await soon()
    expect(await ended(id)).toBe(false)
    expect(await balance()).toMatchObject({ posted: 100_000_000n, held: AMOUNT + FEE })
    if (how === 'of another story') expect(wasNotified('chain_nodes_differ')).toBe(true)
    proxy.isAway = false
    proxy.lie = () => undefined
    await expect.poll(() => stateOf(id), WAIT).toBe('CONFIRMED')
    expect(await balance()).toMatchObject({ posted: 100_000_000n - AMOUNT - FEE, held: 0n })
  })
})
