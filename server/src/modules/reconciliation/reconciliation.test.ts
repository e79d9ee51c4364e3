/** The watch over the books, on a real chain and a real ledger, with swaps, mints and burns under way. The provider's word is the test's. */
import { ASSET_CODES, ASSETS, type AssetCode, formatUnits } from '@tunjo/contract/money'
import type { Treasury } from '@tunjo/contract/reconciliation'
import { sql } from 'kysely'
import { encodeFunctionData } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { COPT } from '../../../../solidity/artifacts.generated.ts'
import { startTestChain, type TestChain } from '../../chain/embedded/testing.ts'
import { ERC20_ABI } from '../../chain/uniswap.ts'
import { type Approvals, createApprovals } from '../../platform/approvals/index.ts'
import { inTransaction } from '../../platform/database.ts'
import type { ApprovalOutcome } from '../../platform/http/guards/approval.ts'
import { newId } from '../../platform/ids.ts'
import { Refused } from '../../platform/refusal.ts'
import { auditTrail } from '../../testing/audit.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { customerAccount, type Leg, systemAccount } from '../ledger/index.ts'
import { createTestTrading, type TestTrading } from '../trading/testing.ts'
import { bookCapital, createReconciliation, type Reconciliation } from './index.ts'

const MILLION_PESOS = 100_000_000n
const REASON = 'Lo revisé con el extracto del banco.'
const [MAKER, CHECKER] = [newId(), newId()]
const PERMISSIONS = ['payments.review', 'approvals.decide', 'treasury.read'] as const
let chain: TestChain
let fresh: string
let database: TestDatabase
let trading: TestTrading
let books: Reconciliation
let approvals: Approvals
let customer: string
let told: string[]
let tooMany: boolean
/** What the provider says: pesos paid by deposit, and what waits there. */
const paid = new Map<string, bigint>()
let atBank: { balance: bigint; pending: bigint } | null = null
const funds = { balance: 5_000n, taken: new Map<string, bigint>() }

beforeAll(async () => {
  chain = await startTestChain({ blockTimeMs: 100, stateIntervalMs: 3_600_000 })
})
afterAll(() => chain.destroy())
beforeEach(async () => {
  fresh = await chain.snapshot()
  database = await createTestDatabase()
  trading = await createTestTrading(database.connection, chain.env)
  books = newBooks()
  customer = newId()
  told = []
  funds.balance = 5_000n
  funds.taken.clear()
  tooMany = false
  await books.openBooks()
})
afterEach(async () => {
  await trading.stop()
  await database.drop()
  await chain.revert(fresh)
})

function newBooks(): Reconciliation {
  const { platform, ledger, blockchain, openTrades } = trading
  const staff = { permissionsOf: async () => PERMISSIONS, officersWith: async () => [MAKER], emailOf: async () => 'oficial@tunjo.example' }
  approvals = createApprovals({ ...platform, staff, tell: async () => undefined })
  return createReconciliation(platform, {
    ledger,
    blockchain,
    trading: { openTrades },
    crypto: { openWithdrawals: async () => [] },
    treasury: {
      openSweeps: async () => [],
      arrivalsBookedUntil: async () => null,
      arrivedIn: async () => ({ COP: 0n, BTC: 0n, USDT: 0n }),
    },
    payments: {
      paidForDeposit: async (id) => paid.get(id) ?? 0n,
      fundsAtProvider: async () => (tooMany ? null : funds),
      collectionAtBank: async () => atBank,
    },
    identity: { staff: staff as never, person: async () => null },
    notifications: { notify: async (_tx, { accountId, kind }) => void told.push(`${kind} ${accountId}`) },
    approvals,
  })
}

const pass = async (times = 2) => {
  for (let turn = 0; turn < times; turn++) await books.reconcile()
}
type Found = { check: string; asset: AssetCode; difference: string; freezes: boolean; state: string; id: string; reason: string | null }
const call = <Answer>(name: string, given: object, accountId = MAKER): Promise<Answer> => {
  const route = [...books.routes, ...approvals.routes].find((candidate) => candidate.name === name)
  if (!route) throw new Error(`no route ${name}`)
  const caller = { accountId, sessionId: newId(), authorities: ['ROLE_ADMIN'], permissions: PERMISSIONS }
  return route.handle({ caller, http: { requestId: 'r' }, query: { pageIndex: 0, size: 100 }, ...given } as never) as Promise<Answer>
}
const differences = async () => (await call<{ results: Found[] }>('differences', {})).results
const frozen = async () => (await trading.ledger.freezes()).map(({ asset }) => asset)
const codeOf = (answer: Promise<unknown>) =>
  answer.then(
    () => undefined,
    (error) => (error instanceof Refused ? error.refusal.code : String(error)),
  )
const hold = (asset: AssetCode) =>
  trading.ledger.hold({ id: newId(), account: customerAccount(customer, asset), amount: 1n, code: 'test.hold' })

/** As payments credits one: posted with its event, so that the house mints. */
async function deposit(amount: bigint, says = amount): Promise<void> {
  const id = newId()
  paid.set(id, says)
  const leg: Leg = {
    kind: 'post',
    id: newId(),
    debit: systemAccount('bank', 'COP'),
    credit: customerAccount(customer, 'COP'),
    amount,
    code: 'payments.deposit',
    ref: id,
  }
  await inTransaction(trading.platform.db, async (tx) => {
    await trading.platform.outbox.emit(tx, 'payments.deposit_credited', { accountId: customer, depositId: id, amount: String(amount) })
    await trading.ledger.postWithin(tx, [leg])
  })
}

describe('ADM-15 Wallet', () => {
  it('says what the wallets have on the chain, what covers customers, and the fees that were taken', async () => {
    const [debit, credit] = [systemAccount('bank', 'COP'), customerAccount(customer, 'COP')]
    const given = await trading.ledger.post([{ kind: 'post', id: newId(), debit, credit, amount: MILLION_PESOS, code: 'test.gift' }])
    expect(given.outcome).not.toBe('refused')
    const treasury = await call<Treasury>('treasury', {})
    const { hot } = await trading.blockchain.custody()
    const [operating, cold, vault] = treasury.wallets
    expect(operating).toMatchObject({ name: 'hot', level: 'good' })
    expect(operating?.balances.map(({ asset, amount }) => [asset, amount])).toEqual(
      ASSET_CODES.map((asset) => [asset, formatUnits(hot[asset], ASSETS[asset].scale)]),
    )
    expect(cold).toMatchObject({ name: 'cold', operationsLeft: null, level: null })
    expect(vault?.name).toBe('treasury')
    const supply = Number(treasury.copt.supply)
    expect(Number(treasury.copt.outside) + Number(treasury.copt.atTreasury)).toBe(supply)
    expect(treasury.coverage.find(({ asset }) => asset === 'COP')).toMatchObject({ owed: '1000000', level: 'good' })
    expect(treasury.fees).toEqual(ASSET_CODES.map((asset) => ({ asset, amount: '0' })))
  })
})

describe('ADM-15 the statement of the collection account', () => {
  afterEach(() => {
    atBank = null
  })

  it('agrees with the ledger and what is not posted yet; less at the bank stops pesos, more is only told', async () => {
    const [debit, credit] = [systemAccount('collection', 'COP'), systemAccount('deposits_in_review', 'COP')]
    await trading.ledger.post([{ kind: 'post', id: newId(), debit, credit, amount: 700n, code: 'test.arrival' }])
    atBank = { balance: 1_000n, pending: 300n }
    await pass()
    expect(await differences()).toEqual([])
    expect((await call<Treasury>('treasury', {})).pesos.collection).toBe('7')
    atBank = { balance: 1_001n, pending: 300n }
    await pass()
    expect(await differences()).toMatchObject([{ check: 'bank.statement', difference: '0.01', freezes: false }])
    expect(await frozen()).toEqual([])
    atBank = { balance: 999n, pending: 300n }
    await pass()
    expect(await frozen()).toEqual(['COP'])
  })
})

describe('books that agree', () => {
  it('MON-10 R5 stay silent while a deposit is minted and a trade swaps: looked at over and over until both have ended', async () => {
    trading.start()
    await deposit(10n * MILLION_PESOS)
    await pass()
    const { id } = await trading.trade(customer, { tradeType: 'input', tokenIn: 0, tokenOut: 31, amountIn: '1000000', slippage: '0.005' })
    await expect
      .poll(
        async () => {
          await pass(1)
          expect(await differences()).toEqual([])
          return (await trading.tradeById(customer, id)).state
        },
        { timeout: 30_000, interval: 20 },
      )
      .toBe('settled')
    await pass(3)
    expect(await differences()).toEqual([])
    expect(await frozen()).toEqual([])
    const state = await call<{
      balance: { asset: string; coverage: number | null; held: string }[]
      runs: { finishedAt: string | null }[]
    }>('state', {})
    expect(state.balance.map(({ asset }) => asset)).toEqual(['COP', 'BTC', 'USDT'])
    expect(state.balance[0]?.coverage).toBeGreaterThanOrEqual(100)
    expect(state.runs.every(({ finishedAt }) => finishedAt !== null)).toBe(true)
  })

  it('S3 a fresh chain has pesos behind every COPT outside the treasury, and the house’s float is in the ledger', async () => {
    const { tokens, hotWallet, treasury } = chain.deployment
    const read = (functionName: 'totalSupply' | 'balanceOf', args: readonly `0x${string}`[]) =>
      chain.client.readContract({ address: tokens.COPT, abi: ERC20_ABI, functionName, args } as never) as Promise<bigint>
    const outside = (await read('totalSupply', [])) - (await read('balanceOf', [treasury]))
    const posted = Object.fromEntries((await trading.ledger.totals()).map(({ asset, name, posted: sum }) => [`${name} ${asset}`, sum]))
    expect(outside).toBeGreaterThan(0n)
    expect(-(posted['bank COP'] ?? 0n)).toBe(outside)
    expect(posted['float COP']).toBe(await read('balanceOf', [hotWallet]))
    expect(posted['house COP']).toBe(5_000n)
    await books.openBooks()
    await pass()
    expect(await differences()).toEqual([])
    expect((await trading.ledger.verify()).faults).toEqual([])
  })
})

describe('books that differ', () => {
  it('R5 one unit more owed than there is stops its asset after two passes, tells staff, and is one difference however often it is found', async () => {
    const invented = { kind: 'post', id: newId(), debit: systemAccount('chain', 'BTC'), amount: 1n, code: 'test.invented' } as const
    await trading.ledger.post([{ ...invented, credit: customerAccount(customer, 'BTC') }])
    await pass(1)
    expect(await differences()).toEqual([])
    expect(await frozen()).toEqual([])
    await Promise.all([books.reconcile(), newBooks().reconcile()])
    await pass()
    expect(await differences()).toMatchObject([
      { check: 'chain.hot', asset: 'BTC', difference: '-0.00000001', freezes: true, state: 'open' },
    ])
    expect(await frozen()).toEqual(['BTC'])
    expect(await hold('BTC')).toMatchObject({ outcome: 'refused', refusal: { code: 'ledger.asset_frozen' } })
    expect(await hold('COP')).toMatchObject({ outcome: 'refused', refusal: { code: 'ledger.insufficient_funds' } })
    expect(told).toEqual([`reconciliation.difference ${MAKER}`])
    const { rows } =
      await sql`SELECT payload->>'check' AS "check" FROM platform.event WHERE type = 'reconciliation.difference_opened'`.execute(
        trading.platform.db,
      )
    expect(rows).toEqual([{ check: 'chain.hot' }])
  })

  it('R5 a little more that is missing at every pass stops its asset too, and what was missing once does not', async () => {
    const owe = (amount: bigint) => {
      const [debit, credit] = [systemAccount('chain', 'BTC'), customerAccount(customer, 'BTC')]
      return trading.ledger.post([{ kind: 'post', id: newId(), debit, credit, amount, code: 'test.invented' }])
    }
    for (const amount of [1n, 2n]) {
      await owe(amount)
      await pass(1)
    }
    expect(await frozen()).toEqual([])
    await owe(3n)
    await pass(1)
    expect(await frozen()).toEqual(['BTC'])
    expect(await differences()).toMatchObject([{ check: 'chain.hot', asset: 'BTC', difference: '-0.00000006', freezes: true }])
  })

  it('R16 payouts that end faster than the provider can be asked make the comparison old, not done', async () => {
    tooMany = true
    await pass(1)
    const { runs } = await call<{ runs: { part: string; finishedAt: string | null; failedAt: string | null }[] }>('state', {})
    expect(runs.find(({ part }) => part === 'payouts')).toMatchObject({ finishedAt: null, failedAt: expect.any(String) })
    expect((await books.figures.read()).payouts_age_seconds).toBeGreaterThan(300)
  })

  it('tokens that a stranger sends are told, and stop nobody', async () => {
    const { tokens, hotWallet } = chain.deployment
    const data = encodeFunctionData({ abi: ERC20_ABI, functionName: 'transfer', args: [hotWallet, 1n] })
    await chain.send('visitor', tokens.USDT, data)
    await pass()
    expect(await differences()).toMatchObject([{ check: 'chain.hot', asset: 'USDT', difference: '0.000001', freezes: false }])
    expect(await frozen()).toEqual([])
    // Nor do they hide what is taken after them.
    const [debit, credit] = [systemAccount('chain', 'USDT'), customerAccount(customer, 'USDT')]
    await trading.ledger.post([{ kind: 'post', id: newId(), debit, credit, amount: 2n, code: 'test.invented' }])
    await pass(3)
    expect(await differences()).toMatchObject([{ check: 'chain.hot', asset: 'USDT', difference: '-0.000001', freezes: true }])
    expect(await frozen()).toEqual(['USDT'])
    expect(told).toHaveLength(2)
  })

  it('COPT that was minted for nothing stops pesos', async () => {
    const { tokens, visitor } = chain.deployment
    const data = encodeFunctionData({ abi: COPT.abi, functionName: 'mint', args: [visitor, 1n] })
    await chain.send('treasury', tokens.COPT, data)
    await pass()
    expect(await differences()).toMatchObject([{ check: 'chain.supply', asset: 'COP', difference: '0.01', freezes: true }])
    expect(await frozen()).toEqual(['COP'])
  })

  it('R16 a deposit that the provider does not know, or knows with another amount, stops pesos', async () => {
    trading.start()
    await deposit(MILLION_PESOS, MILLION_PESOS)
    await deposit(MILLION_PESOS, MILLION_PESOS - 1n)
    const look = async () => {
      await pass(1)
      return (await differences()).length
    }
    await expect.poll(look, { timeout: 20_000 }).toBe(1)
    expect(await differences()).toMatchObject([{ check: 'provider.deposit', asset: 'COP', difference: '-0.01', freezes: true }])
    expect(await frozen()).toEqual(['COP'])
  })

  it('R17 a pass that ends half-way comes back to the deposits that it had compared', async () => {
    await deposit(MILLION_PESOS, MILLION_PESOS - 1n)
    await database.pool.query(
      `ALTER TABLE reconciliation.figure ADD CONSTRAINT half_way CHECK (check_name <> 'provider.deposit') NOT VALID`,
    )
    await pass(1)
    await database.pool.query('ALTER TABLE reconciliation.figure DROP CONSTRAINT half_way')
    await pass()
    expect((await differences()).map(({ check }) => check)).toEqual(['provider.deposit'])
  })

  it('a cent less at the provider stops pesos; what it took for a payout under way explains itself', async () => {
    funds.balance = 4_000n
    funds.taken.set(newId(), 1_000n)
    await pass()
    expect(await differences()).toEqual([])
    funds.balance = 3_999n
    await pass()
    expect(await differences()).toMatchObject([{ check: 'provider.payouts', difference: '-0.01', freezes: true }])
  })

  it('R5 a fee that the house has no capital for stops pesos; once capital was booked the difference is gone and can be closed', async () => {
    const [debit, credit] = [systemAccount('provider-fees', 'COP'), systemAccount('payouts', 'COP')]
    const fee = { kind: 'post', id: newId(), debit, credit, amount: 5_001n, code: 'payments.payout_fee' } as const
    await trading.ledger.post([fee])
    funds.balance = -1n
    await pass()
    expect(await differences()).toMatchObject([{ check: 'bank.backing', asset: 'COP', difference: '-0.01', freezes: true }])
    expect(await frozen()).toEqual(['COP'])
    const [{ id } = { id: '' }] = await differences()
    const close = () => call('endDifference', { params: { id }, body: { outcome: 'closed', reason: REASON } })
    expect(await codeOf(close())).toBe('reconciliation.still_differs')
    const capital = { place: 'bank', asset: 'COP', amount: '0.01', reference: 'Extracto 12', by: 'Ana Operadora' } as const
    await bookCapital({ ...trading.platform, ledger: trading.ledger }, capital)
    await pass()
    await close()
    expect(await differences()).toMatchObject([{ check: 'bank.backing', state: 'closed' }])
  })

  it('R35 a balance or a row of the chain that somebody changed stops its asset, or all of them', async () => {
    trading.start()
    await deposit(MILLION_PESOS)
    await expect.poll(async () => (await trading.ledger.balance(customerAccount(customer, 'COP'))).posted).toBe(MILLION_PESOS)
    await sql`UPDATE ledger.account SET posted = posted + 1 WHERE owner = ${customer}`.execute(trading.platform.db)
    await pass()
    expect((await differences()).map(({ check }) => check)).toContain('ledger.balance')
    expect(await frozen()).toEqual(['COP'])
    await sql`UPDATE ledger.account SET posted = posted - 1 WHERE owner = ${customer}`.execute(trading.platform.db)
    await deposit(MILLION_PESOS)
    await database.pool.query(`UPDATE ledger.transfer SET amount = amount + 1 WHERE batch_seq = (SELECT seq FROM ledger.head)`)
    await pass()
    expect((await differences()).map(({ check }) => check)).toContain('ledger.chain')
    expect((await frozen()).sort()).toEqual(['BTC', 'COP', 'USDT'])
  })
})

describe('the end of a difference', () => {
  it('R11 an officer closes what is gone or explains what stays, and two lift the freeze', async () => {
    funds.balance = 4_999n
    await pass()
    const [found] = await differences()
    const id = found?.id ?? ''
    const end = (outcome: 'explained' | 'closed', reason = REASON) => call('endDifference', { params: { id }, body: { outcome, reason } })
    const lift = () => call<ApprovalOutcome<unknown>>('liftFreeze', { params: { asset: 'COP' }, body: { reason: REASON } })
    expect(await codeOf(lift())).toBe('reconciliation.differences_open')
    expect(await codeOf(end('closed', 'corto'))).toBe('request.reason_invalid')
    expect(await codeOf(end('closed'))).toBe('reconciliation.still_differs')
    expect(await codeOf(call('endDifference', { params: { id: newId() }, body: { outcome: 'closed', reason: REASON } }))).toBe(
      'request.not_found',
    )

    await Promise.allSettled([end('explained'), end('explained')])
    expect(await differences()).toMatchObject([{ state: 'explained', reason: REASON }])
    const trail = await auditTrail(trading.platform.db, { action: 'reconciliation.difference_ended' })
    expect(trail).toMatchObject([{ before: 'open', after: 'explained', reason: REASON }])
    // The same size is explained; another size is another difference.
    await pass()
    expect(await differences()).toHaveLength(1)

    const asked = async () => {
      const { outcome } = await lift()
      if (outcome.isDone) throw new Error('nobody else was asked')
      return outcome.waiting.approvalRequestId
    }
    const approve = (requestId: string) => call('approve', { params: { id: requestId }, body: { note: '' } }, CHECKER)
    const late = await asked()
    // Between the proposal and the decision another cent is gone.
    funds.balance = 4_998n
    await pass()
    expect(await codeOf(approve(late))).toBe('approvals.facts_changed')
    expect(await frozen()).toEqual(['COP'])

    funds.balance = 4_999n
    await pass()
    const open = (await differences()).find(({ state }) => state === 'open')
    await call('endDifference', { params: { id: open?.id }, body: { outcome: 'closed', reason: REASON } })
    const requestId = await asked()
    expect(await codeOf(call('approve', { params: { id: requestId }, body: { note: '' } }, MAKER))).toBe('approvals.own_request')
    expect(await codeOf(call('breakGlass', { params: { id: requestId }, body: { note: REASON } }, MAKER))).toBe('approvals.never_alone')
    expect(await frozen()).toEqual(['COP'])
    await Promise.allSettled([approve(requestId), approve(requestId)])
    expect(await frozen()).toEqual([])
    expect(await codeOf(lift())).toBe('reconciliation.not_frozen')
    const lifted = await auditTrail(trading.platform.db, { action: 'reconciliation.freeze_lifted' })
    expect(lifted).toMatchObject([{ after: { makerId: MAKER, checkerId: CHECKER, approvalRequestId: requestId } }])
    await pass()
    expect(await frozen()).toEqual([])
  })

  it('R35 the head of the ledger is signed and announced, once for each', async () => {
    await books.signLedgerHead()
    await books.signLedgerHead()
    const { rows } = await sql<{
      payload: { seq: string; hash: string }
    }>`SELECT payload FROM platform.event WHERE type = 'reconciliation.ledger_head_signed'`.execute(trading.platform.db)
    const head = await trading.ledger.head()
    expect(rows).toMatchObject([{ payload: { seq: String(head?.seq), hash: head?.hash, signature: expect.any(String) } }])
    await expect(sql`DELETE FROM reconciliation.ledger_head`.execute(trading.platform.db)).rejects.toMatchObject({ code: '42501' })
  })
})
