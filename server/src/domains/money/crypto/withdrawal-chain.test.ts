/** R15, R18: token withdrawals during reorganisations, and when another transaction uses the nonce of their transfer. */

import type { CryptoWithdrawal } from '@tunjo/contract/crypto-withdrawals'
import type { AssetCode } from '@tunjo/contract/money'
import { sql } from 'kysely'
import { type Address, encodeFunctionData, getAddress, parseGwei } from 'viem'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startTestChain, type TestChain } from '../../../../../dev/embedded/chain/testing.ts'
import { createTestDatabase, type TestDatabase } from '../../../../../dev/testing/database.ts'
import { DemoToken } from '../../../../../solidity/artifacts.generated.ts'
import { sendSigned } from '../../../chain/send-signed.ts'
import { ERC20_ABI } from '../../../chain/uniswap.ts'
import { inTransaction, openDatabase } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/ids.ts'
import { operationIdOf } from '../blockchain/index.ts'
import { testSigner } from '../blockchain/testing.ts'
import { customerAccount, systemAccount } from '../ledger/index.ts'
import { checkBooks } from '../ledger/testing/check-books.ts'
import { createTestCrypto, type TestCrypto } from './testing.ts'

const WAIT = { timeout: 40_000, interval: 50 }
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })
const WALLET = getAddress('0x52908400098527886e0f7030069857d2e4169ee7')
const CALLS = { COP: 'transferCOPT', USDT: 'transferUSDT' } as const
const UNLIMITED = Object.fromEntries(
  [
    'SIGNER_OPERATION_MAX',
    'SIGNER_DAY_MAX',
    'SIGNER_APPROVAL_FROM',
    'CRYPTO_WITHDRAWAL_REVIEW_FROM',
    'CRYPTO_WITHDRAWAL_FIRST_REVIEW_FROM',
    'CRYPTO_WITHDRAWAL_ACCOUNT_DAY_MAX',
    'CRYPTO_WITHDRAWAL_PLATFORM_DAY_MAX',
  ].map((name) => [`${name}_COP`, '1000000000000']),
)

let chain: TestChain
let database: TestDatabase
let test: TestCrypto
let customer: string

beforeEach(async () => {
  chain = await startTestChain({ blockTimeMs: 100, stateIntervalMs: 3_600_000 })
  database = await createTestDatabase()
  test = createTestCrypto(database.connection, chain.env)
  customer = newId()
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

const fund = (asset: AssetCode, amount: bigint) => test.fund(customer, asset, amount)
const save = () =>
  test.call('saveAddress', customer, {
    params: { userId: customer },
    body: { address: WALLET, alias: 'Ledger', acceptsLookalike: false },
  })
async function ask(asset: keyof typeof CALLS, amount: bigint): Promise<string> {
  const operation = { id: newId(), hash: 'hash', isKeyless: false }
  const body = { amount, recipient: WALLET, fee: undefined }
  return (await test.call<CryptoWithdrawal>(CALLS[asset], customer, { operation, body })).id
}
const stateOf = async (id: string) => (await test.call<CryptoWithdrawal>('withdrawal', customer, { params: { id } })).state
const received = (token: Address) =>
  chain.client.readContract({ address: token, abi: ERC20_ABI, functionName: 'balanceOf', args: [WALLET] })
const rowOf = async (id: string) =>
  (
    await sql<{ state: string; block: bigint | null; agreed: boolean; disagreement: string | null; nonce: bigint | null }>`SELECT state,
      block_number AS block, agreed, disagreement, nonce
    FROM blockchain.chain_transaction WHERE operation_id = ${operationIdOf('crypto.withdrawal', id)}`.execute(database.db)
  ).rows[0]
const settledEvents = async () =>
  (await sql`SELECT 1 FROM platform.event WHERE type = 'crypto.withdrawal_settled'`.execute(database.db)).rows.length
/** Record the address as the signer does when it starts. */
async function recordAddress(): Promise<void> {
  const signer = openDatabase(database.signerConnection)
  await sql`INSERT INTO blockchain.seen_address (id, account_id, address, seen_at)
    SELECT id, account_id, address, now() FROM crypto.saved_address_to_note`.execute(signer.db)
  await signer.close()
}

describe('R15 a chain with reorganisations', () => {
  // Two confirmations are enough here.
  it.each([1, 2, 3, 4, 5])('%i deep: the transfer is sent again, paid once and settled once', async (depth) => {
    await fund('USDT', 100_000_000n)
    await save()
    const { USDT } = chain.deployment.tokens
    const before = await received(USDT)
    test.start()
    const id = await ask('USDT', 25_000_000n)
    let block = 0
    await expect
      .poll(async () => {
        block = Number((await rowOf(id))?.block ?? 0)
        return block === 0 ? 0 : Number(await chain.client.getBlockNumber({ cacheTime: 0 })) - block + 1
      }, WAIT)
      .toBeGreaterThanOrEqual(depth)
    await chain.reorganiseFrom(block)
    await expect.poll(() => rowOf(id), WAIT).toMatchObject({ state: 'confirmed', agreed: true })
    await expect.poll(() => stateOf(id), WAIT).toBe('CONFIRMED')
    await expect.poll(() => received(USDT), WAIT).toBe(before + 25_000_000n)
    expect(await settledEvents()).toBe(1)
    expect(await test.ledger.freezes()).toEqual([])
    expect(await test.ledger.balance(customerAccount(customer, 'USDT'))).toMatchObject({ posted: 74_500_000n, held: 0n })
  })

  it('and does not repeat a settled one: its asset is frozen, the retained tokens belong to the platform, and nothing is refunded twice', async () => {
    const { hotWallet, tokens } = chain.deployment
    await test.stop()
    test = createTestCrypto(database.connection, chain.env, UNLIMITED)
    const has = await chain.client.readContract({ address: tokens.COPT, abi: ERC20_ABI, functionName: 'balanceOf', args: [hotWallet] })
    const amount = has + 25_000_00n
    await fund('COP', 2n * amount)
    await save()
    // Only in the dropped history does the hot wallet have enough.
    const snapshot = await chain.snapshot()
    const args = [hotWallet, amount] as const
    await chain.send('treasury', tokens.COPT, encodeFunctionData({ abi: DemoToken.abi, functionName: 'mint', args }))
    test.start()
    const id = await ask('COP', amount)
    await expect.poll(() => stateOf(id), WAIT).toBe('CONFIRMED')
    const settled = await test.ledger.balance(customerAccount(customer, 'COP'))
    const float = (await test.ledger.balance(systemAccount('float', 'COP'))).posted
    await test.stop()
    await chain.revert(snapshot)
    test = createTestCrypto(database.connection, chain.env)
    test.start()
    await expect.poll(async () => (await rowOf(id))?.disagreement, WAIT).toContain('repeated otherwise')
    await expect.poll(async () => (await test.ledger.freezes()).map(({ asset }) => asset), WAIT).toEqual(['COP'])
    expect((await test.ledger.balance(systemAccount('float', 'COP'))).posted - float).toBe(amount)
    expect(await test.ledger.balance(customerAccount(customer, 'COP'))).toMatchObject({ posted: settled.posted, held: 0n })
    expect([await stateOf(id), await settledEvents()]).toEqual(['CONFIRMED', 1])
    const returned = await sql`SELECT 1 FROM platform.event WHERE type = 'crypto.withdrawal_returned'`.execute(database.db)
    expect(returned.rows).toEqual([])
  })
})

it('G3 a settled transfer whose nonce another transaction used in the new history is detected, and becomes a claim of its customer', async () => {
  await fund('USDT', 100_000_000n)
  await save()
  const { hotWallet, chainId } = chain.deployment
  const snapshot = await chain.snapshot()
  test.start()
  const id = await ask('USDT', 25_000_000n)
  await expect.poll(() => stateOf(id), WAIT).toBe('CONFIRMED')
  const nonce = Number((await rowOf(id))?.nonce)
  await test.stop()
  await chain.revert(snapshot)
  const fees = { maxFeePerGas: parseGwei('100'), maxPriorityFeePerGas: parseGwei('1'), gas: 21_000n }
  const foreign = { type: 'eip1559', chainId, nonce, to: hotWallet, ...fees } as const
  await sendSigned(chain.client, await chain.wallets.hot.signTransaction(foreign))
  await expect.poll(() => chain.client.getTransactionCount({ address: hotWallet }), WAIT).toBe(nonce + 1)
  test = createTestCrypto(database.connection, chain.env)
  test.start()
  await expect.poll(async () => (await rowOf(id))?.agreed, WAIT).toBe(false)
  await sql`UPDATE blockchain.chain_transaction SET disagreed_at = disagreed_at - interval '2 minutes' WHERE NOT agreed`.execute(
    database.db,
  )
  await expect.poll(async () => (await rowOf(id))?.disagreement, WAIT).toContain('never repeated')
  await expect
    .poll(async () => {
      await sql`UPDATE crypto.withdrawal SET undelivered_since = undelivered_since - interval '5 minutes'`.execute(database.db)
      await test.crypto.followUndelivered()
      return stateOf(id)
    }, WAIT)
    .toBe('UNDELIVERED')
  expect((await test.ledger.balance(systemAccount('withdrawals_undelivered', 'USDT'))).posted).toBe(25_500_000n)
  expect(await test.ledger.balance(customerAccount(customer, 'USDT'))).toMatchObject({ posted: 74_500_000n, held: 0n })
  // A row that claims that it was never settled makes the signer pay nothing: only held money may leave.
  await test.stop()
  test = createTestCrypto(database.connection, chain.env)
  await inTransaction(database.db, (tx) => test.ledger.lift(tx, 'USDT'))
  const operationId = operationIdOf('crypto.withdrawal', id)
  await sql`UPDATE blockchain.chain_transaction SET state = 'sent', nonce = NULL WHERE operation_id = ${operationId}`.execute(
    database.owner,
  )
  const signer = testSigner(database.signerConnection, chain)
  await signer.keepMoving('hot')
  await signer.close()
  const attempts = sql`SELECT 1 FROM blockchain.attempt WHERE operation_id = ${operationId}`
  expect((await attempts.execute(database.db)).rows).toHaveLength(1)
})

it('R18 a transfer whose nonce another transaction used is signed again, with another nonce, and pays once', async () => {
  await fund('USDT', 100_000_000n)
  await save()
  const { hotWallet, chainId, tokens } = chain.deployment
  const before = await received(tokens.USDT)
  const id = await ask('USDT', 25_000_000n)
  await test.crypto.send()
  await recordAddress()
  const signer = testSigner(database.signerConnection, chain)
  expect(await signer.sign(operationIdOf('crypto.withdrawal', id))).toBe('stored')
  await signer.close()
  const first = (await rowOf(id))?.nonce
  const fees = { maxFeePerGas: parseGwei('100'), maxPriorityFeePerGas: parseGwei('1'), gas: 21_000n }
  const foreign = { type: 'eip1559', chainId, nonce: Number(first), to: hotWallet, ...fees } as const
  await sendSigned(chain.client, await chain.wallets.hot.signTransaction(foreign))
  await expect.poll(() => chain.client.getTransactionCount({ address: hotWallet }), WAIT).toBe(Number(first) + 1)
  test.start()
  await expect.poll(() => stateOf(id), WAIT).toBe('CONFIRMED')
  expect((await rowOf(id))?.nonce).toBe((first ?? 0n) + 1n)
  expect(await received(tokens.USDT)).toBe(before + 25_000_000n)
  expect(await settledEvents()).toBe(1)
  expect(await test.ledger.balance(customerAccount(customer, 'USDT'))).toMatchObject({ posted: 74_500_000n, held: 0n })
  expect(await test.blockchain.figures.read()).toMatchObject({ unknown: 1, renewing: 0, unsent: 0 })
})
