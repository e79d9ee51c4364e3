import { once } from 'node:events'
import { sql } from 'kysely'
import { encodeFunctionData, type Hex, keccak256 } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startTestChain, type TestChain } from '../../../../../dev/embedded/chain/testing.ts'
import { afterKill } from '../../../../../dev/testing/after-kill.ts'
import { runTypeScript } from '../../../../../dev/testing/child-process.ts'
import { createTestDatabase, type TestDatabase } from '../../../../../dev/testing/database.ts'
import { COPT } from '../../../../../solidity/artifacts.generated.ts'
import { ERC20_ABI } from '../../../chain/uniswap.ts'
import { databaseErrorCode, inTransaction, openDatabase } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/ids.ts'
import { createLog } from '../../../platform/observability/log.ts'
import type { Environment } from '../../../platform/process/settings.ts'
import { systemClock } from '../../../platform/time/clock.ts'
import { createLedger } from '../ledger/index.ts'
import { openTestBooks, type TestBooks } from './evidence.testing.ts'
import { explorerTransaction } from './explorer.ts'
import { burnCall, type TestIntents, testIntents } from './intents.testing.ts'
import { holdIdOfTrade, operationIdOf } from './operation-ids.ts'
import { createTestBlockchain, SECRETS, type TestBlockchain, testSigner } from './testing.ts'
import type { TransactionIntent } from './types.ts'

let chain: TestChain
let database: TestDatabase
let books: TestBooks
let intents: TestIntents
let running: TestBlockchain | null = null
const SETTLED = { timeout: 25_000, interval: 50 }
vi.setConfig({ testTimeout: 60_000 })

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

async function decide(intent: TransactionIntent): Promise<string> {
  const module = running ?? createTestBlockchain(database.connection, chain.env)
  await inTransaction(database.db, (tx) => module.blockchain.submitWithin(tx, intent))
  if (!running) await module.stop()
  return intent.operationId
}

const burn: TestIntents['burn'] = (amount) => intents.burn(amount)
const mint: TestIntents['mint'] = (amount, change) => intents.mint(amount, change)
const swap: TestIntents['swap'] = (change) => intents.swap(change)

function openLedger() {
  const ledger = createLedger({
    db: database.db,
    clock: systemClock,
    log: createLog({ level: 'silent', pretty: false }),
    secrets: SECRETS,
    env: {},
  })
  return { ledger, close: () => ledger.close() }
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

describe('platform wallets', () => {
  it('an operation is signed, sent and final once, with its confirmations counted', async () => {
    const { blockchain } = start()
    const before = await supply()
    const operationId = await decide(await burn(1_000n))
    await expect.poll(async () => (await blockchain.operation(operationId))?.state, SETTLED).toBe('confirmed')
    const operation = await blockchain.operation(operationId)
    expect(operation).toMatchObject({ confirmations: 2, confirmationsNeeded: 2, receipt: { status: 'success' } })
    expect(await supply()).toBe(before - 1_000n)
    const states = await sql<{ state: string }>`SELECT payload ->> 'state' AS state FROM platform.event
      WHERE type = 'blockchain.operation_updated' ORDER BY at, id`.execute(database.db)
    expect(states.rows.map((row) => row.state).filter((state) => state !== 'mined')).toEqual(['sent', 'confirmed'])
  })

  it('a call that reverts on chain ends as reverted', async () => {
    const { blockchain } = start({ SIGNER_OPERATION_MAX_COP: '1000000000000000000', SIGNER_DAY_MAX_COP: '1000000000000000000' })
    const operationId = await decide(await burn(10n ** 20n))
    await expect.poll(async () => (await blockchain.operation(operationId))?.state, SETTLED).toBe('reverted')
  })

  it('twenty concurrent operations take consecutive nonces and all end', async () => {
    start()
    const before = { supply: await supply(), nonce: await hotNonce() }
    const burns = await Promise.all(Array.from({ length: 20 }, () => burn(1n)))
    await Promise.all(burns.map(decide))
    await expect.poll(async () => (await rows()).filter((row) => row.state === 'confirmed').length, SETTLED).toBe(20)
    expect((await rows()).map((row) => Number(row.nonce) - before.nonce)).toEqual(Array.from({ length: 20 }, (_, index) => index))
    expect(before.supply - (await supply())).toBe(20n)
  })

  it('the same id is one operation, and with another content it is refused', async () => {
    start()
    const intent = await burn(5n)
    const before = await supply()
    await decide(intent)
    await decide(intent)
    await expect(decide({ ...intent, data: burnCall(6n) })).rejects.toThrow('another content')
    await expect.poll(async () => (await rows())[0]?.state, SETTLED).toBe('confirmed')
    expect(await rows()).toHaveLength(1)
    expect(await supply()).toBe(before - 5n)
  })

  it('MON-10 pesos in mint COPT into the hot wallet, pesos out burn it, and pesos sent back mint it again, once each', async () => {
    const { platform } = start()
    const before = await supply()
    const deposit = { accountId: newId(), depositId: await books.payIn(5_000_000n), amount: '5000000' }
    for (let copies = 0; copies < 2; copies++)
      await inTransaction(database.db, (tx) => platform.outbox.emit(tx, 'payments.deposit_credited', deposit))
    await expect.poll(supply, SETTLED).toBe(before + 5_000_000n)
    const withdrawalId = await books.payOut(2_000_000n)
    const withdrawal = { accountId: newId(), withdrawalId, amount: '2000000', account: 'Nómina (••5678)' }
    for (let copies = 0; copies < 2; copies++)
      await inTransaction(database.db, (tx) => platform.outbox.emit(tx, 'payments.withdrawal_settled', withdrawal))
    await expect.poll(supply, SETTLED).toBe(before + 3_000_000n)
    await books.sendBack(withdrawalId)
    for (let copies = 0; copies < 2; copies++)
      await inTransaction(database.db, (tx) => platform.outbox.emit(tx, 'payments.withdrawal_reversed', withdrawal))
    await expect.poll(supply, SETTLED).toBe(before + 5_000_000n)
    await expect.poll(async () => (await rows()).map((row) => row.state), SETTLED).toEqual(['confirmed', 'confirmed', 'confirmed'])
  })

  it('E6 the credit of a payment that was taken back is burned once when two officers ended it, and not before the books have its reversal', async () => {
    const { platform } = start()
    const before = await supply()
    const deposit = { accountId: newId(), depositId: await books.payIn(3_000_000n), amount: '3000000' }
    const forged = { ...deposit, depositId: await books.payIn(1_000_000n), amount: '1000000' }
    await inTransaction(database.db, (tx) => platform.outbox.emit(tx, 'payments.deposit_credited', deposit))
    await expect.poll(supply, SETTLED).toBe(before + 3_000_000n)
    await books.takeBack(deposit.depositId, 3_000_000n)
    for (const ended of [forged, deposit, deposit])
      await inTransaction(database.db, (tx) => platform.outbox.emit(tx, 'payments.deposit_taken_back', ended))
    await expect.poll(supply, SETTLED).toBe(before)
    await expect.poll(async () => (await rows()).map((row) => row.state), SETTLED).toEqual(['confirmed', 'confirmed'])
  })
})

describe('signer', () => {
  it('refuses an operation that was never decided', async () => {
    const signer = testSigner(database.signerConnection, chain)
    await expect(signer.sign(newId())).rejects.toThrow(/^no decision for operation .*: nothing is signed$/)
    expect(await rows()).toEqual([])
    await signer.close()
  })

  it('refuses an intent that was changed after it was made', async () => {
    const operationId = await decide(await burn(1n))
    await sql`UPDATE blockchain.intent SET request = jsonb_set(request, '{data}', to_jsonb(${burnCall(2n)}::text))
      WHERE operation_id = ${operationId}`.execute(database.owner)
    const { blockchain } = start()
    await expect.poll(async () => (await blockchain.operation(operationId))?.state, SETTLED).toBe('refused')
    expect(await rows()).toEqual([])
  })

  it('refuses a swap that stayed unsigned too long, so that its money is returned, but signs mints and burns at any age', async () => {
    const old = await decide(await swap())
    const burned = await decide(await burn(1n))
    await sql`UPDATE blockchain.intent SET decided_at = now() - interval '11 minutes'`.execute(database.owner)
    const { blockchain } = start()
    await expect.poll(async () => (await blockchain.operation(old))?.state, SETTLED).toBe('refused')
    await expect.poll(async () => (await blockchain.operation(burned))?.state, SETTLED).toBe('confirmed')
    expect(await rows()).toHaveLength(1)
  })

  it.each(['USDT', 'BTC'] as const)(
    'R5 signs no swap while %s, on one of its sides, is frozen: it waits, is returned when it is too old, and mints continue',
    async (asset) => {
      const { ledger, close } = openLedger()
      const [operationId, again] = [await decide(await swap()), await decide(await swap())]
      await inTransaction(database.db, (tx) => ledger.freeze(tx, { asset, reason: 'chain.hot' }))
      const signer = testSigner(database.signerConnection, chain)
      expect(await signer.sign(operationId)).toBe('waits')
      const late = testSigner(database.signerConnection, chain, { now: () => new Date(Date.now() + 11 * 60_000) })
      const minted = await decide(await mint(7n))
      expect(await signer.sign(minted)).toBe('stored')
      expect(await late.sign(operationId)).toBe('refused')
      expect(await signer.sign(again)).toBe('waits')
      await inTransaction(database.db, (tx) => ledger.lift(tx, asset))
      expect(await signer.sign(again)).toBe('stored')
      await Promise.all([signer.close(), late.close(), close()])
    },
  )

  it('many concurrent signers, around the moment when a swap is too old, all refuse or all sign', async () => {
    const soon = testSigner(database.signerConnection, chain)
    const late = testSigner(database.signerConnection, chain, { now: () => new Date(Date.now() + 3_600_000) })
    for (let round = 0; round < 12; round++) {
      const operationId = await decide(await swap())
      const said = await Promise.all([soon, late, soon, late].map((one) => one.sign(operationId)))
      expect(new Set(said).size).toBe(1)
      const isSigned = (await rows()).some((row) => row.operation_id === operationId && row.signed !== null)
      expect(isSigned).toBe(said[0] === 'stored')
    }
    await soon.close()
    await late.close()
  })

  it('R13 signs nothing for an attacker who can write every table of the product: foreign pools, other amounts, no bound, no trade', async () => {
    const { blockchain } = start()
    const { tokens, visitor } = chain.deployment
    const foreignPool = `${tokens.USDT}002710${tokens.BTC.slice(2)}` as Hex
    const foreignToken = `${tokens.USDT}0001f4${visitor.slice(2)}0001f4${tokens.BTC.slice(2)}` as Hex
    const otherPair = `${tokens.USDT}0001f4${tokens.USDC.slice(2)}` as Hex
    const [valid, noTrade] = [await swap(), newId()]
    const wrong: [string, TransactionIntent][] = [
      ['the swap pays another account', await swap({ recipient: visitor })],
      ['unknown pool', await swap({ path: foreignPool })],
      ['unknown pool', await swap({ path: foreignToken })],
      ['not between the trade’s assets', await swap({ path: otherPair })],
      ['not between the trade’s assets', await swap({ path: `${tokens.BTC}0001f4${tokens.USDT.slice(2)}` })],
      ['far from the price', await swap({ minimumOut: 1n })],
      ['does not buy what the trade says', await swap({ amountOutMinimum: 1n })],
      ['does not sell what is held', await swap({ amountIn: 2_000_000_000n })],
      ['does not sell what is held', await swap({ sold: 1_000_000_000n, held: 1_000_000n })],
      ['not the swap router', { ...(await swap()), to: visitor }],
      ['wrong wallet', { ...(await swap()), wallet: 'treasury' }],
      ['not that of its trade', { ...valid, operationId: newId() }],
      ['more gas', { ...(await swap()), gas: 30_000_000n }],
      ['the call cannot be read', { ...(await swap()), data: '0x' }],
      ['no trade asked', { ...valid, ref: noTrade, operationId: operationIdOf('trading.swap', noTrade) }],
    ]
    for (const [reason, intent] of wrong) {
      await decide(intent)
      await expect.poll(async () => (await blockchain.operation(intent.operationId))?.state, SETTLED).toBe('refused')
      const [row] = (
        await sql<{ refused: string }>`SELECT refused FROM blockchain.intent WHERE operation_id = ${intent.operationId}`.execute(
          database.db,
        )
      ).rows
      expect(row?.refused).toContain(reason)
    }
    expect(await rows()).toEqual([])
    const good = await decide(await swap())
    await expect.poll(async () => (await blockchain.operation(good))?.state, SETTLED).toBe('confirmed')
  })

  it('MON-10 mints only what came in and burns only what went out, once for each, to the unit', async () => {
    const { blockchain } = start()
    const before = await supply()
    const [paid, unpaid] = [await mint(5_000n), newId()]
    const wrong: [string, TransactionIntent][] = [
      ['not that of its movement', { ...paid, operationId: newId() }],
      ['no pesos came in', { ...paid, ref: unpaid, operationId: operationIdOf('blockchain.mint', unpaid) }],
      ['not that of the pesos', await mint(5_000n, { asked: 5_001n })],
      ['not a mint for the hot wallet', await mint(5_000n, { to: chain.deployment.visitor })],
      ['not the COPT contract', { ...(await mint(5_000n)), to: chain.deployment.tokens.USDT }],
      ['not that of the pesos', { ...(await burn(10n)), data: burnCall(11n) }],
      ['not that of its movement', { ...(await burn(10n)), kind: 'mint', wallet: 'treasury' }],
    ]
    for (const [reason, intent] of wrong) {
      await decide(intent)
      await expect.poll(async () => (await blockchain.operation(intent.operationId))?.state, SETTLED).toBe('refused')
      const [row] = (
        await sql<{ refused: string }>`SELECT refused FROM blockchain.intent WHERE operation_id = ${intent.operationId}`.execute(
          database.db,
        )
      ).rows
      expect(row?.refused).toContain(reason)
    }
    expect(await rows()).toEqual([])
    await decide(paid)
    await expect.poll(async () => (await blockchain.operation(paid.operationId))?.state, SETTLED).toBe('confirmed')
    expect(await supply()).toBe(before + 5_000n)
  })

  it('E9 MON-10 mints for an arrival that was under review once it is decided for the customer, and not before', async () => {
    const { blockchain } = start()
    const before = await supply()
    const [waiting, returned, credited] = [
      await books.payInForReview(300n),
      await books.payInForReview(400n),
      await books.payInForReview(500n),
    ]
    await books.decideReview(returned, 400n, 'returned')
    await books.decideReview(credited, 500n, 'credited')
    const refOf = async (ref: string, amount: bigint) => ({
      ...(await mint(amount)),
      ref,
      operationId: operationIdOf('blockchain.mint', ref),
    })
    for (const intent of [await refOf(waiting, 300n), await refOf(returned, 400n)]) {
      await decide(intent)
      await expect.poll(async () => (await blockchain.operation(intent.operationId))?.state, SETTLED).toBe('refused')
    }
    const good = await refOf(credited, 500n)
    await decide(good)
    await expect.poll(async () => (await blockchain.operation(good.operationId))?.state, SETTLED).toBe('confirmed')
    expect(await supply()).toBe(before + 500n)
  })

  it('R13 signs nothing for postings that an attacker wrote with the product’s database role', async () => {
    const { blockchain } = start()
    const real = await books.payIn(700n)
    const forged = newId()
    const columns = (
      await sql<{ name: string }>`SELECT column_name AS name FROM information_schema.columns
      WHERE table_schema = 'ledger' AND table_name = 'transfer'`.execute(database.owner)
    ).rows.map(({ name }) => name)
    const copy = (changes: Record<string, string>) =>
      sql
        .raw(`INSERT INTO ledger.transfer (${columns.join(', ')}) SELECT ${columns.map((name) => changes[name] ?? name).join(', ')}
        FROM ledger.transfer WHERE ref = '${real}'`)
        .execute(database.db)
    const invented = { id: 'gen_random_uuid()', ref: `'${forged}'`, amount: '900000000' }
    // After the newest versions, and at positions that the other side of the accounts already uses.
    await copy({ ...invented, debit_version: 'debit_version + 1000', credit_version: 'credit_version + 1000' })
    const data = encodeFunctionData({ abi: COPT.abi, functionName: 'mint', args: [chain.deployment.hotWallet, 900_000_000n] })
    const operation = { operationId: operationIdOf('blockchain.mint', forged), wallet: 'treasury', kind: 'mint', ref: forged } as const
    await decide({ ...operation, to: chain.deployment.tokens.COPT, data, gas: 150_000n })
    await expect.poll(async () => (await blockchain.operation(operation.operationId))?.state, SETTLED).toBe('refused')

    const intent = await swap({ sold: 1_000_000n })
    await sql`UPDATE ledger.hold SET left_amount = 100000000 WHERE id = ${holdIdOfTrade(intent.ref)}`.execute(database.db)
    await sql`UPDATE trading.trade SET maximum_in = 100000000 WHERE id = ${intent.ref}`.execute(database.db)
    await decide(intent)
    await expect.poll(async () => (await blockchain.operation(intent.operationId))?.state, SETTLED).toBe('refused')
    const reasons = await sql<{ refused: string }>`SELECT DISTINCT refused FROM blockchain.intent`.execute(database.db)
    expect(reasons.rows).toEqual([{ refused: 'the ledger does not prove what it stands on' }])
    expect(await rows()).toEqual([])
  })

  it('R13 refuses a swap over the limit of an operation or a day, also with many concurrent ones, and defers a mint over it', async () => {
    const { blockchain } = start({ SIGNER_DAY_MAX_USDT: '3', SIGNER_OPERATION_MAX_USDT: '2', SIGNER_OPERATION_MAX_COP: '10' })
    const big = await decide(await swap({ sold: 2_000_001n }))
    await expect.poll(async () => (await blockchain.operation(big))?.state, SETTLED).toBe('refused')
    const intents = await Promise.all(Array.from({ length: 8 }, () => swap()))
    await Promise.all(intents.map(decide))
    const ended = async () =>
      (await Promise.all(intents.map(({ operationId }) => blockchain.operation(operationId)))).map((one) => one?.state)
    await expect.poll(async () => (await ended()).toSorted(), SETTLED).toEqual([...Array(3).fill('confirmed'), ...Array(5).fill('refused')])
    const waiting = await decide(await mint(1_001n))
    const small = await decide(await mint(1_000n))
    await expect.poll(async () => (await blockchain.operation(small))?.state, SETTLED).toBe('confirmed')
    expect((await blockchain.operation(waiting))?.state).toBe('decided')
  })

  it('R13 the product’s role cannot write the signer’s book, and the signer can write nothing else', async () => {
    const operationId = await decide(await burn(1n))
    const { blockchain } = start()
    await expect.poll(async () => (await blockchain.operation(operationId))?.state, SETTLED).toBe('confirmed')
    const signer = openDatabase(database.signerConnection, { maxConnections: 1 })
    const codeOf = (statement: string, db = database.db) =>
      sql
        .raw(statement)
        .execute(db)
        .then(() => 'done', databaseErrorCode)
    for (const statement of [
      "UPDATE blockchain.chain_transaction SET signed = '0x'",
      'UPDATE blockchain.chain_transaction SET amount = 1',
      'UPDATE blockchain.chain_transaction SET created_at = now()',
      'DELETE FROM blockchain.chain_transaction',
      'INSERT INTO blockchain.chain_transaction SELECT * FROM blockchain.chain_transaction LIMIT 0',
      'UPDATE blockchain.wallet SET next_nonce = 0',
      "UPDATE blockchain.intent SET request = '{}'",
      "UPDATE blockchain.intent SET state = 'decided'",
    ])
      expect(await codeOf(statement), statement).toBe('42501')
    for (const statement of [
      'SELECT 1 FROM identity.account',
      'SELECT 1 FROM platform.setting',
      'UPDATE ledger.account SET posted = 0',
      'INSERT INTO ledger.transfer SELECT * FROM ledger.transfer LIMIT 0',
      'UPDATE trading.trade SET maximum_in = 1',
      "UPDATE blockchain.intent SET request = '{}'",
      'INSERT INTO blockchain.intent SELECT * FROM blockchain.intent LIMIT 0',
    ])
      expect(await codeOf(statement, signer.db), statement).toBe('42501')
    await signer.close()
  })
})

describe('after a crash', () => {
  it.each(['blockchain.reserved', 'blockchain.signed', 'blockchain.stored', 'blockchain.broadcast'])(
    'killed at %s, the operation is done once by the next process, with one signature',
    async (faultName) => {
      const before = { supply: await supply(), nonce: await hotNonce() }
      const operationId = await decide(await burn(7n))
      process.env.FAULT_AT = faultName
      const child = runTypeScript(new URL('./crash-child.testing.ts', import.meta.url), [
        JSON.stringify({ connection: database.connection, env: chain.env }),
      ])
      delete process.env.FAULT_AT
      if (child.child.exitCode === null && child.child.signalCode === null) await once(child.child, 'exit')
      expect(child.child.signalCode).toBe('SIGKILL')
      const left = await rows()
      await afterKill(database.db)

      const { blockchain } = start()
      await expect.poll(async () => (await blockchain.operation(operationId))?.state, SETTLED).toBe('confirmed')
      expect(await supply()).toBe(before.supply - 7n)
      expect(await hotNonce()).toBe(before.nonce + 1)
      const [row] = await rows()
      expect(row?.hash).toBe(row && keccak256(row.signed))
      if (left[0]?.signed) expect(row?.signed).toBe(left[0].signed)
    },
  )

  it('EX-06 a chain that returns behind the ledger gets the stored bytes again, in order, until both agree', async () => {
    const { blockchain } = start()
    await chain.anvil.save()
    const before = { supply: await supply(), nonce: await hotNonce() }
    const operations = []
    for (let n = 1n; n <= 5n; n++) operations.push(await decide(await burn(n)))
    operations.push(await decide(await swap()))
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

it('EX-08 the explorer shows a transaction with its token movements, by our token list’s names, also when the node no longer has it', async () => {
  const snapshot = await chain.snapshot()
  const { blockchain } = start()
  const context = { client: chain.client, deployment: chain.deployment, db: database.db }
  const operationId = await decide(await swap())
  await expect.poll(async () => (await blockchain.operation(operationId))?.state, SETTLED).toBe('confirmed')
  const hash = (await rows())[0]?.hash ?? '0x'
  const shown = await explorerTransaction(context, hash)
  expect(shown).toMatchObject({
    hash,
    status: 'success',
    from: chain.deployment.hotWallet,
    to: chain.deployment.swapRouter,
    fee_paid_by_house: true,
  })
  expect(shown.confirmations).toBeGreaterThanOrEqual(2)
  expect(shown.transfers.map(({ symbol }) => symbol).toSorted()).toEqual(['BTC', 'USDT'])
  expect(shown.transfers.find(({ symbol }) => symbol === 'USDT')?.amount).toBe('1')

  const stranger = await chain.send('visitor', chain.deployment.visitor, '0x')
  expect(await explorerTransaction(context, stranger.hash)).toMatchObject({ fee_paid_by_house: false })

  await running?.stop()
  running = null
  await chain.revert(snapshot)
  expect(await explorerTransaction(context, hash)).toEqual({ ...shown, block_time: null, confirmations: expect.any(Number) })
  await expect(explorerTransaction(context, `0x${'0'.repeat(64)}`)).rejects.toMatchObject({
    refusal: { code: 'blockchain.transaction_not_found' },
  })
})
