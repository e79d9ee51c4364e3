/**
 * Thefts with only the product's database role: no key of a process, no session, no officer (SEC-76,
 * docs/decisions/0075-destinations-of-money-are-sealed.md). Each forges, with the real grants of that role, data that decides where money
 * goes. The money must not move to another place, and the forgery must be reported.
 */
import type { CryptoWithdrawal } from '@tunjo/contract/crypto-withdrawals'
import { sql } from 'kysely'
import { type Address, getAddress, type Hex } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { jsonRpc } from '../../dev/embedded/chain/json-rpc.ts'
import { startTestChain, type TestChain } from '../../dev/embedded/chain/testing.ts'
import { createTestDatabase, type TestDatabase } from '../../dev/testing/database.ts'
import { sendSigned } from '../src/chain/send-signed.ts'
import { ERC20_ABI } from '../src/chain/uniswap.ts'
import { forgedTransfer, forgeEnd } from '../src/domains/money/blockchain/forging.testing.ts'
import { operationIdOf } from '../src/domains/money/blockchain/index.ts'
import { testSigner } from '../src/domains/money/blockchain/testing.ts'
import { createTestCrypto, type TestCrypto } from '../src/domains/money/crypto/testing.ts'
import { customerAccount } from '../src/domains/money/ledger/index.ts'
import { checkBooks } from '../src/domains/money/ledger/testing/check-books.ts'
import { type PaymentsTest, startPaymentsTest } from '../src/domains/money/payments/testing.ts'
import { createTestTrading, type TestTrading } from '../src/domains/money/trading/testing.ts'
import { type Database, openDatabase } from '../src/platform/database/database.ts'
import { newId } from '../src/platform/database/ids.ts'
import type { Log } from '../src/platform/observability/log.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })
const WAIT = { timeout: 40_000, interval: 50 }
const HOUR_MS = 3_600_000

const eventsIn = (log: Log) => {
  const spy = vi.spyOn(log, 'error')
  return () =>
    spy.mock.calls.flatMap(([facts]: unknown[]) =>
      facts && typeof facts === 'object' && 'securityEvent' in facts ? [facts.securityEvent] : [],
    )
}
const isProductRole = async (db: Database) =>
  (
    await sql<{
      owns: boolean
    }>`SELECT pg_has_role(tableowner, 'MEMBER') AS owns FROM pg_tables WHERE schemaname = 'ledger' LIMIT 1`.execute(db)
  ).rows[0]?.owns === false

describe('SEC-76 pesos', () => {
  let test: PaymentsTest
  let securityEvents: () => unknown[]
  beforeAll(async () => {
    test = await startPaymentsTest()
    expect(await isProductRole(test.platform.db)).toBe(true)
  })
  afterAll(() => test.stop())
  beforeEach(() => {
    securityEvents = eventsIn(test.platform.log)
  })
  const runJobs = async () => {
    test.platform.clock.advance(HOUR_MS)
    for (let round = 0; round < 5; round++) await test.platform.jobs.drain()
  }

  it('finding E2a: a statement, its line and its job that were inserted credit no pesos', async () => {
    const thief = await test.customer()
    const { reference } = (await test.call(thief.id, 'POST', '/payment/deposit/transfer')).body
    const { db } = test.platform
    const [statement, line] = [newId(), newId()]
    await sql`INSERT INTO payments.statement (id, file_hash, account, from_day, to_day, opening, closing, lines, uploaded_by, uploaded_at, imported_at, import_number, added)
      VALUES (${statement}, ${'a'.repeat(64)}, '1', '2026-11-02', '2026-11-02', 0, 50000000000, '[]', ${newId()}, now(), now(), 1, 1)`.execute(
      db,
    )
    await sql`INSERT INTO payments.statement_line (id, key, statement_id, row_number, bank_id, booked_on, amount, reference, description, payer, state, created_at)
      VALUES (${line}, ${line}, ${statement}, 1, ${line}, '2026-11-02', 50000000000, ${reference}, '',
        '{"name":"ANA MARIA ROJAS","document":"","bank":"","account":""}', 'PENDING', now())`.execute(db)
    await sql`INSERT INTO platform.job (id, name, key, payload, run_at)
      VALUES (${newId()}, 'payments.reconcile-statement', ${statement}, ${JSON.stringify({ statementId: statement })}, now())`.execute(db)
    await runJobs()
    expect(await test.balance(thief.id)).toMatchObject({ posted: 0n })
    expect(securityEvents()).toContain('payment_unproved')
    expect(await test.unprovedRows()).toContainEqual({ kind: 'statement_line', id: line })
  })

  it('finding E2e: a held withdrawal whose account number was changed is paid to no account', async () => {
    const victim = await test.customer({ pesos: 100_000n })
    const body = { account: victim.account, amount: '30000' }
    const id: string = (await test.call(victim.id, 'POST', '/payment/withdraw', body, newId())).body.transactionId
    const changed = await sql`UPDATE payments.withdrawal SET account_number = '99999999' WHERE id = ${id} AND state = 'HELD'`.execute(
      test.platform.db,
    )
    expect(changed.numAffectedRows).toBe(1n)
    await runJobs()
    expect(test.sandbox.controls.store.payouts.all()).toEqual([])
    expect(await test.balance(victim.id)).toMatchObject({ posted: 10_000_000n, held: 3_000_000n })
    expect(securityEvents()).toContain('payment_unproved')
    expect(await test.unprovedRows()).toContainEqual({ kind: 'withdrawal', id })
  })
})

describe('SEC-76 tokens', () => {
  let chain: TestChain
  let database: TestDatabase
  beforeAll(async () => {
    chain = await startTestChain({ blockTimeMs: 100, stateIntervalMs: 3_600_000 })
  })
  afterAll(() => chain.destroy())
  beforeEach(async () => {
    database = await createTestDatabase()
    expect(await isProductRole(database.db)).toBe(true)
  })
  afterEach(() => database.drop())

  /** The operation is signed and final on the chain, but no process has received its end. */
  async function mine(operationId: string): Promise<void> {
    const signer = testSigner(database.signerConnection, chain)
    expect(await signer.sign(operationId)).toBe('stored')
    await signer.close()
    const found = await sql<{ signed: Hex; hash: Hex }>`SELECT signed, hash FROM blockchain.chain_transaction
      WHERE operation_id = ${operationId}`.execute(database.db)
    if (!found.rows[0]) throw new Error('it was not signed')
    await sendSigned(chain.client, found.rows[0].signed)
    await jsonRpc(chain.rpcUrl)('anvil_mine', ['0x4'])
    await chain.client.waitForTransactionReceipt({ hash: found.rows[0].hash, pollingInterval: 20 })
  }
  const tokensOf = (token: 'BTC' | 'USDT', address: Address) =>
    chain.client.readContract({ address: chain.deployment.tokens[token], abi: ERC20_ABI, functionName: 'balanceOf', args: [address] })

  describe('of a trade', () => {
    let trading: TestTrading
    let securityEvents: () => unknown[]
    beforeEach(async () => {
      trading = await createTestTrading(database.connection, chain.env)
      securityEvents = eventsIn(trading.platform.log)
    })
    afterEach(async () => {
      await checkBooks(trading.ledger)
      await trading.stop()
    })
    const balance = (accountId: string, asset: 'BTC' | 'USDT') => trading.ledger.balance(customerAccount(accountId, asset))
    async function minedTrade(customer: string): Promise<string> {
      await trading.fund(customer, 'USDT', 100_000_000n)
      const { id } = await trading.trade(customer, { tradeType: 'input', tokenIn: 31, tokenOut: 30, amountIn: '100' })
      await mine(operationIdOf('trading.swap', id))
      return id
    }

    it('finding E2b: a receipt that says ten bitcoin credits what the chain says', async () => {
      const { tokens, hotWallet, visitor } = chain.deployment
      const before = await tokensOf('BTC', hotWallet)
      const thief = newId()
      const id = await minedTrade(thief)
      const logs = [
        forgedTransfer(tokens.USDT, hotWallet, visitor, 100_000_000n),
        forgedTransfer(tokens.BTC, visitor, hotWallet, 1_000_000_000n),
      ]
      await forgeEnd(database.db, operationIdOf('trading.swap', id), { kind: 'swap', ref: id, state: 'confirmed', logs })
      trading.start()
      await expect.poll(() => trading.tradeById(thief, id).then(({ state }) => state), WAIT).toBe('settled')
      const bought = (await tokensOf('BTC', hotWallet)) - before
      const { posted } = await balance(thief, 'BTC')
      expect(posted > 0n && posted <= bought).toBe(true)
      expect(securityEvents()).toContain('chain_result_forged')
    })

    it('finding E2d: a trade whose owner was changed pays neither the attacker nor another account', async () => {
      const [victim, thief] = [newId(), newId()]
      const id = await minedTrade(victim)
      await sql`UPDATE trading.trade SET account_id = ${thief} WHERE id = ${id}`.execute(database.db)
      trading.start()
      await expect.poll(securityEvents, WAIT).toContain('trade_unproved')
      expect(await balance(thief, 'BTC')).toMatchObject({ posted: 0n })
      expect(await balance(victim, 'BTC')).toMatchObject({ posted: 0n })
      expect(await balance(victim, 'USDT')).toMatchObject({ posted: 100_000_000n, held: 100_000_000n })
      expect(await trading.unprovedTrades()).toMatchObject([{ id }])
    })
  })

  it('finding E2c: a paid token withdrawal that was marked as reverted is not refunded', async () => {
    const wallet = getAddress('0x52908400098527886e0f7030069857d2e4169ee7')
    const test: TestCrypto = createTestCrypto(database.connection, chain.env)
    const securityEvents = eventsIn(test.platform.log)
    try {
      const thief = newId()
      await test.fund(thief, 'USDT', 100_000_000n)
      await test.call('saveAddress', thief, {
        params: { userId: thief },
        body: { address: wallet, alias: 'Ledger', acceptsLookalike: false },
      })
      const operation = { id: newId(), hash: 'hash', isKeyless: false }
      const body = { amount: 25_000_000n, recipient: wallet, fee: undefined }
      const { id } = await test.call<CryptoWithdrawal>('transferUSDT', thief, { operation, body })
      await test.crypto.send()
      const signerRole = openDatabase(database.signerConnection)
      await sql`INSERT INTO blockchain.seen_address (id, account_id, address, seen_at)
        SELECT id, account_id, address, now() FROM crypto.saved_address_to_note`.execute(signerRole.db)
      await signerRole.close()
      await mine(operationIdOf('crypto.withdrawal', id))
      await forgeEnd(database.db, operationIdOf('crypto.withdrawal', id), { kind: 'transfer', ref: id, state: 'reverted' })
      test.start()
      const state = async () => (await test.call<CryptoWithdrawal>('withdrawal', thief, { params: { id } })).state
      await expect.poll(state, WAIT).toBe('CONFIRMED')
      expect(await tokensOf('USDT', wallet)).toBe(25_000_000n)
      expect(await test.ledger.balance(customerAccount(thief, 'USDT'))).toMatchObject({ posted: 74_500_000n, held: 0n })
      expect(securityEvents()).toContain('chain_result_forged')
      await checkBooks(test.ledger)
    } finally {
      await test.stop()
    }
  })
})
