/**
 * Reconciliation of the books, on a real chain and a real ledger, with swaps, mints and burns in flight. The test sets the provider's
 * answers.
 */
import { bogotaDay, endOfBogotaDay } from '@tunjo/contract/bogota-day'
import type { Closing } from '@tunjo/contract/closings'
import { ASSET_CODES, ASSETS, type AssetCode, formatUnits } from '@tunjo/contract/money'
import type { BooksState, Treasury } from '@tunjo/contract/reconciliation'
import { sql } from 'kysely'
import { encodeFunctionData } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestChain, type TestChain } from '../../../../../dev/embedded/chain/testing.ts'
import { auditTrail } from '../../../../../dev/testing/audit.ts'
import { callGuarded } from '../../../../../dev/testing/call-guarded.ts'
import { createTestDatabase, type TestDatabase } from '../../../../../dev/testing/database.ts'
import { COPT } from '../../../../../solidity/artifacts.generated.ts'
import { ERC20_ABI } from '../../../chain/uniswap.ts'
import { type Approvals, createApprovals } from '../../../platform/approvals/index.ts'
import { inTransaction } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/ids.ts'
import type { ApprovalOutcome } from '../../../platform/http/guards/approval.ts'
import { Refused } from '../../../platform/http/refusal.ts'
import { evidenceSeals } from '../../../platform/secrets/evidence-seals.ts'
import { type Clock, movableClock } from '../../../platform/time/clock.ts'
import { customerAccount, type Leg, systemAccount } from '../ledger/index.ts'
import type { Anomaly } from '../payments/index.ts'
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
/** Deposits that the provider was asked about. */
let asked: string[]
let approvals: Approvals
let customer: string
let notified: string[]
let isAsking: boolean
/** Answers of the provider: pesos paid by deposit, and its pending payouts. */
const paid = new Map<string, bigint | null>()
let takenBack: string[]
let anomalies: Anomaly[]
let unbooked: number
let cases: { disputed: number; claims: number; found: number }
let unproved: { kind: 'withdrawal' | 'anomaly_booking'; id: string; facts: string; isHidden?: boolean }[]
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
  asked = []
  books = newBooks()
  customer = newId()
  notified = []
  funds.balance = 5_000n
  funds.taken.clear()
  isAsking = false
  unproved = []
  takenBack = []
  anomalies = []
  unbooked = 0
  cases = { disputed: 0, claims: 0, found: 0 }
  await books.openBooks()
})
afterEach(async () => {
  await trading.stop()
  await database.drop()
  await chain.revert(fresh)
})

function newBooks(clock: Clock = trading.platform.clock, isScanned = false): Reconciliation {
  const platform = { ...trading.platform, clock }
  const { ledger, blockchain, openTrades, unprovedTrades } = trading
  const staff = { permissionsOf: async () => PERMISSIONS, officersWith: async () => [MAKER], emailOf: async () => 'oficial@tunjo.example' }
  approvals = createApprovals({ ...platform, staff, notifyOfficer: async () => undefined })
  return createReconciliation(platform, {
    ledger,
    blockchain,
    trading: { openTrades, unprovedTrades },
    crypto: {
      openWithdrawals: async () => [],
      spentCredits: async () => [],
      openCases: async () => cases,
      depositAddressTokens: async () => (isScanned ? nothingLies() : null),
    },
    treasury: {
      openSweeps: async () => [],
      arrivalsBookedUntil: async () => null,
      arrivedIn: async () => ({ COP: 0n, BTC: 0n, USDT: 0n }),
    },
    payments: {
      paidForDeposit: async (id) => {
        asked.push(id)
        const said = paid.get(id)
        return said === undefined ? 0n : said
      },
      async fundsAtProvider() {
        if (isAsking) throw new Error('the provider is still being asked about payouts that are in flight')
        return { ...funds, booked: -(await ledger.balance(systemAccount('payouts', 'COP'))).posted }
      },
      collectionAtBank: async () => atBank,
      unprovedRows: async () => unproved,
      takenBack: async () => takenBack,
      anomalies: async () => anomalies,
      unbookedPayments: async () => unbooked,
    },
    identity: { staff: staff as never, person: async () => null },
    notifications: { notify: async (_tx, { accountId, kind }) => void notified.push(`${kind} ${accountId}`) },
    approvals,
  })
}

/** The state when the scanner has read the newest block, and no customer has an address. */
async function nothingLies() {
  const { number, hash, parentHash, timestamp } = await chain.client.getBlock()
  return { block: { number, hash, parentHash, timestamp }, holders: [], uncredited: { COP: 0n, BTC: 0n, USDT: 0n } }
}

const pass = async (times = 2) => {
  for (let turn = 0; turn < times; turn++) await books.reconcile()
}
type Found = { check: string; asset: AssetCode; difference: string; freezes: boolean; state: string; id: string; reason: string | null }
const call = <Answer>(name: string, given: object, accountId = MAKER): Promise<Answer> => {
  const route = [...books.routes, ...approvals.routes].find((candidate) => candidate.name === name)
  if (!route) throw new Error(`no route ${name}`)
  const caller = { accountId, sessionId: newId(), authorities: ['ROLE_ADMIN'], permissions: PERMISSIONS }
  const request = { caller, http: { requestId: 'r', headers: {} }, query: { pageIndex: 0, size: 100 }, ...given }
  return callGuarded<Answer>(trading.platform, route, request)
}
const differences = async () => (await call<{ results: Found[] }>('differences', {})).results
/** An asset may be frozen for several reasons. */
const frozen = async () => [...new Set((await trading.ledger.freezes()).map(({ asset }) => asset))]
const codeOf = (answer: Promise<unknown>) =>
  answer.then(
    () => undefined,
    (error) => (error instanceof Refused ? error.refusal.code : String(error)),
  )
const hold = (asset: AssetCode) =>
  trading.ledger.hold({ id: newId(), account: customerAccount(customer, asset), amount: 1n, code: 'test.hold' })

/** Credits one like payments does: posted with its event, so that the platform mints. */
async function deposit(amount: bigint, says = amount): Promise<string> {
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
  return id
}

describe('MON-04 a payment that the provider took back after its credit', () => {
  it('is a difference of its amount that officers are notified of: it freezes nothing, and the customer keeps the pesos', async () => {
    const id = await deposit(MILLION_PESOS)
    await trading.platform.jobs.drain()
    takenBack = [id]
    await pass()
    const found = (await differences()).filter(({ check }) => check === 'provider.taken_back')
    expect(found).toMatchObject([{ asset: 'COP', subject: id, expected: '1000000', actual: '0', difference: '-1000000', freezes: false }])
    expect(notified).toContain(`reconciliation.difference ${MAKER}`)
    expect(await frozen()).toEqual([])
    expect(await trading.ledger.balance(customerAccount(customer, 'COP'))).toMatchObject({ posted: MILLION_PESOS, held: 0n })
    const body = { outcome: 'explained', reason: REASON }
    await call('endDifference', { params: { id: found[0]?.id }, body })
    await pass()
    expect((await differences()).filter(({ check, state }) => check === 'provider.taken_back' && state === 'open')).toEqual([])
  })
})

describe('G5 H5 a record of the provider that differs', () => {
  const [deposit, person] = [newId(), newId()]
  const anomaly = (more: Partial<Anomaly>): Anomaly => ({
    ...{ kind: 'deposit_amount', id: deposit, accountId: person, booked: 5_000_000n, amount: 5_000_001n },
    ...more,
  })

  it('is a difference with its movement and customer: another amount freezes pesos, another person or a payment without a deposit does not', async () => {
    anomalies = [
      anomaly({ kind: 'deposit_payer', amount: 5_000_000n }),
      anomaly({ kind: 'payment_unknown', id: 'w-1', accountId: null, booked: 0n }),
      ...['w-2', 'w-3'].map((paymentId) => anomaly({ kind: 'payment_twice', paymentId, booked: 0n, currency: 'USD' })),
    ]
    await pass()
    expect(await frozen()).toEqual([])
    expect(await differences()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          check: 'provider.record',
          subject: `deposit_payer ${deposit} ${person}`,
          expected: '50000',
          actual: '0',
        }),
        expect.objectContaining({ check: 'provider.record', subject: 'payment_unknown w-1', expected: '0', actual: '50000.01' }),
        ...['w-2', 'w-3'].map((id) => expect.objectContaining({ subject: `payment_twice ${deposit} ${id} USD ${person}` })),
      ]),
    )
    anomalies = [anomaly({})]
    await pass()
    expect((await differences()).find(({ check }) => check === 'provider.amount')).toMatchObject({ difference: '0.01', freezes: true })
    expect(await frozen()).toEqual(['COP'])
  })
})

describe('MON-06 a movement that differs from its request', () => {
  it('is a difference that officers are notified of and that freezes nothing, and disappears when the row was corrected', async () => {
    const id = newId()
    unproved = [{ kind: 'withdrawal', id, facts: 'as it is' }]
    await pass()
    expect(await differences()).toMatchObject([
      { check: 'rows.unproved', subject: `withdrawal ${id}`, expected: '0', actual: '1', freezes: false, state: 'open' },
    ])
    expect(notified).toEqual([`reconciliation.difference ${MAKER}`])
    expect(await frozen()).toEqual([])
    const [{ id: difference } = { id: '' }] = await differences()
    const end = () => call('endDifference', { params: { id: difference }, body: { outcome: 'closed', reason: REASON } })
    expect(await codeOf(end())).toBe('reconciliation.still_differs')
    unproved = []
    await pass()
    expect(await end()).toEqual({ state: 'closed' })
  })
})

describe('ADM-15 Comparaciones', () => {
  const compared = async (check: string) => {
    const state = await call<BooksState>('state', {})
    return state.compared.filter((one) => one.check === check)
  }

  it('show both sides of each amount, also when they agree, and nothing that was never compared', async () => {
    expect((await call<BooksState>('state', {})).compared).toEqual([])
    await pass(1)
    const agreed = { check: 'provider.payouts', asset: 'COP', expected: '50', actual: '50', difference: '0' }
    expect(await compared('provider.payouts')).toEqual([{ ...agreed, comparedAt: expect.stringMatching(/^2.*Z$/) }])
    expect((await compared('chain.hot')).map(({ asset, difference }) => [asset, difference])).toEqual(
      ASSET_CODES.map((code) => [code, '0']),
    )
    // No statement yet, and no deposit address.
    expect([await compared('bank.statement'), await compared('chain.deposits')]).toEqual([[], []])
  })

  it('show the difference, with the sign of missing money', async () => {
    funds.balance = 4_000n
    atBank = { balance: 700n, pending: 0n }
    await pass(1)
    atBank = null
    expect(await compared('provider.payouts')).toMatchObject([{ expected: '50', actual: '40', difference: '-10' }])
    expect(await compared('bank.statement')).toMatchObject([{ expected: '0', actual: '7', difference: '7' }])
  })
})

describe('ADM-15 Cierres diarios', () => {
  it('have the wallets’ balances of their last comparison, shortly before midnight', async () => {
    await deposit(MILLION_PESOS)
    books = newBooks(undefined, true)
    await pass(1)
    const hot = (await call<BooksState>('state', {})).balance
    // Noon in Bogotá, the day after tomorrow.
    const noon = endOfBogotaDay(bogotaDay(new Date())).getTime() + 36 * 3_600_000
    const clock = movableClock(noon - Date.now())
    books = newBooks(clock, true)
    await books.closeDays()
    const [closing] = (await call<{ results: Closing[] }>('list', {})).results
    // Nothing was compared yesterday; pesos come from the ledger.
    expect(closing?.assets.map(({ held }) => held)).toEqual([hot[0]?.held, null, null])
    // A comparison in the middle of the day proves nothing about its end.
    await pass(1)
    clock.advance(86_400_000)
    await books.closeDays()
    expect((await call<{ results: Closing[] }>('list', {})).results[0]?.assets.map(({ held }) => held)).toEqual([hot[0]?.held, null, null])
    clock.advance(43_200_000 - 240_000)
    await pass(1)
    clock.advance(43_200_000)
    await books.closeDays()
    const { results } = await call<{ results: Closing[] }>('list', {})
    expect(results[0]?.assets.map(({ asset, held }) => [asset, held])).toEqual(hot.map(({ asset, held }) => [asset, held]))
    expect(results[0]?.assets[1]?.comparedAt).not.toBeNull()
    expect(results.map(({ customers, isSealed }) => [customers, isSealed])).toEqual([
      [1, true],
      [1, true],
      [1, true],
    ])
  })
})

describe('ADM-15 Wallet', () => {
  it('shows the wallets’ balances on the chain, the coverage of customers, and the collected fees', async () => {
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

  it('agrees with the ledger and the unposted lines; less at the bank freezes pesos, more is only reported', async () => {
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
  it.each([
    ['one route', 1, 1_000_000n],
    ['two routes', 2, 150_000_000n],
  ])(
    'MON-10 R5 open no difference while a deposit is minted and a trade over %s swaps: compared repeatedly until both have ended',
    async (_, routes, pesos) => {
      trading.start()
      await deposit(2n * pesos * 100n)
      await pass()
      const order = { tradeType: 'input' as const, tokenIn: 0, tokenOut: 31, amountIn: String(pesos), slippage: '0.005' }
      const { quote_id: quoteId } = await trading.quoteOver(customer, order, routes)
      const placed = await trading.trade(customer, { ...order, quoteId })
      expect(placed.routes).toHaveLength(routes)
      const { id } = placed
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
    },
  )

  it('S3 a fresh chain has pesos behind every COPT outside the treasury, and the platform’s float is in the ledger', async () => {
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
  it('R5 one unit owed too much freezes its asset after two passes, notifies staff, and is one difference for any number of findings', async () => {
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
    expect(notified).toEqual([`reconciliation.difference ${MAKER}`])
    const { rows } =
      await sql`SELECT payload->>'check' AS "check" FROM platform.event WHERE type = 'reconciliation.difference_opened'`.execute(
        trading.platform.db,
      )
    expect(rows).toEqual([{ check: 'chain.hot' }])
  })

  it('R5 a shortage that grows a little at every pass freezes its asset too, and one that was found once does not', async () => {
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

  it('R16 while the provider is still being asked about payouts the comparison is old, not done', async () => {
    isAsking = true
    await pass(1)
    const { runs } = await call<{ runs: { part: string; finishedAt: string | null; failedAt: string | null }[] }>('state', {})
    expect(runs.find(({ part }) => part === 'payouts')).toMatchObject({ finishedAt: null, failedAt: expect.any(String) })
    expect((await books.figures.read()).payouts_age_seconds).toBeGreaterThan(300)
  })

  it('E9 the age of a comparison is measured by the clock that dated it, also when that clock was moved', async () => {
    const clock = movableClock()
    books = newBooks(clock)
    await pass(1)
    const age = async () => (await books.figures.read()).payouts_age_seconds
    expect(await age()).toBeLessThan(60)
    clock.advance(400_000)
    expect(await age()).toBeGreaterThan(300)
  })

  it('tokens from an outsider are reported, and freeze nothing', async () => {
    const { tokens, hotWallet } = chain.deployment
    const data = encodeFunctionData({ abi: ERC20_ABI, functionName: 'transfer', args: [hotWallet, 1n] })
    await chain.send('visitor', tokens.USDT, data)
    await pass()
    expect(await differences()).toMatchObject([{ check: 'chain.hot', asset: 'USDT', difference: '0.000001', freezes: false }])
    expect(await frozen()).toEqual([])
    // Nor do they hide later thefts.
    const [debit, credit] = [systemAccount('chain', 'USDT'), customerAccount(customer, 'USDT')]
    await trading.ledger.post([{ kind: 'post', id: newId(), debit, credit, amount: 2n, code: 'test.invented' }])
    await pass(3)
    expect(await differences()).toMatchObject([{ check: 'chain.hot', asset: 'USDT', difference: '-0.000001', freezes: true }])
    expect(await frozen()).toEqual(['USDT'])
    expect(notified).toHaveLength(2)
  })

  it('COPT that was minted without pesos freezes pesos', async () => {
    const { tokens, visitor } = chain.deployment
    const data = encodeFunctionData({ abi: COPT.abi, functionName: 'mint', args: [visitor, 1n] })
    await chain.send('treasury', tokens.COPT, data)
    await pass()
    expect(await differences()).toMatchObject([{ check: 'chain.supply', asset: 'COP', difference: '0.01', freezes: true }])
    expect(await frozen()).toEqual(['COP'])
  })

  it('R16 a deposit that the provider does not know, or knows with another amount, freezes pesos', async () => {
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

  it('G5 a deposit that the provider answers with another payment decides nothing, holds up no other, and is asked for in each pass', async () => {
    const odd = await deposit(MILLION_PESOS, MILLION_PESOS - 1n)
    await pass(1)
    // Found once: an empty answer is no second time.
    paid.set(odd, null)
    const fresh = await deposit(MILLION_PESOS)
    paid.set(fresh, null)
    await pass(3)
    expect([await differences(), await frozen()]).toEqual([[], []])
    const after = await deposit(MILLION_PESOS, MILLION_PESOS - 1n)
    asked = []
    await pass()
    expect(asked).toEqual(expect.arrayContaining([odd, fresh, after]))
    expect((await differences()).map(({ check }) => check)).toEqual(['provider.deposit'])
    // After a restart too.
    books = newBooks()
    paid.set(after, MILLION_PESOS)
    paid.set(odd, MILLION_PESOS)
    paid.set(fresh, MILLION_PESOS - 2n)
    await pass()
    expect((await differences()).map(({ difference }) => difference).toSorted()).toEqual(['-0.01', '-0.02'])
    asked = []
    paid.set(fresh, MILLION_PESOS)
    await pass()
    expect(asked).toEqual([fresh])
  })

  it('R17 a pass that was interrupted compares its deposits again', async () => {
    await deposit(MILLION_PESOS, MILLION_PESOS - 1n)
    await database.pool.query(
      `ALTER TABLE reconciliation.figure ADD CONSTRAINT half_way CHECK (check_name <> 'provider.deposit') NOT VALID`,
    )
    await pass(1)
    await database.pool.query('ALTER TABLE reconciliation.figure DROP CONSTRAINT half_way')
    await pass()
    expect((await differences()).map(({ check }) => check)).toEqual(['provider.deposit'])
  })

  it('a cent less at the provider freezes pesos; its debit for a payout in flight is no difference', async () => {
    funds.balance = 4_000n
    funds.taken.set(newId(), 1_000n)
    await pass()
    expect(await differences()).toEqual([])
    funds.balance = 3_999n
    await pass()
    expect(await differences()).toMatchObject([{ check: 'provider.payouts', difference: '-0.01', freezes: true }])
  })

  it('R5 a fee that the platform has no capital for freezes pesos; once capital was booked the difference disappears and can be closed', async () => {
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
    await bookCapital({ ...trading.platform, ledger: trading.ledger, seals: evidenceSeals(trading.platform.secrets) }, capital)
    await pass()
    await close()
    expect(await differences()).toMatchObject([{ check: 'bank.backing', state: 'closed' }])
  })

  it('R35 a changed balance or row of the hash chain freezes its asset, or all of them', async () => {
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

describe('D2 repeated verification of the whole book', () => {
  /** Batches, the last of which the pass after the first has not verified yet. */
  const book = async () => {
    for (let count = 0; count < 45; count++) await deposit(1_000n)
    await pass(1)
  }
  const change = (seq: number) =>
    database.pool
      .query(`UPDATE ledger.transfer SET code = 'test.changed' WHERE batch_seq = ${seq}`)
      .then(({ rowCount }) => expect(rowCount).toBeGreaterThan(0))
  const found = async () => (await differences()).filter(({ check }) => check === 'ledger.chain')

  it('detects a changed old row, and freezes all assets', async () => {
    await book()
    await pass(3)
    expect(await found()).toEqual([])
    await change(5)
    // A round of this book is three passes; the second finding confirms.
    await pass(4)
    expect(await found()).toMatchObject([{ subject: expect.stringMatching(/^transfer /), freezes: true, state: 'open' }])
    expect((await frozen()).toSorted()).toEqual(['BTC', 'COP', 'USDT'])
  })

  it('checks in each pass the balances from which money is about to leave', async () => {
    const made = await trading.ledger.hold({ id: newId(), account: systemAccount('house', 'COP'), amount: 1n, code: 'test.hold' })
    expect(made.outcome).toBe('posted')
    const seq = (await trading.ledger.head())?.seq ?? 0n
    await book()
    // The round has verified it, and reaches it again after two more passes.
    await change(Number(seq))
    await pass(2)
    expect(await found()).toMatchObject([{ subject: expect.stringMatching(/^transfer /), freezes: true, state: 'open' }])
  })

  it('checks each faulty row again, for any number of figures of other comparisons', async () => {
    await book()
    await sql`INSERT INTO reconciliation.figure (check_name, asset, subject, expected, actual, seen, checked_at)
      SELECT 'crypto.disputed', 'USDT', 'deposit ' || n, 1, 0, 1, now() FROM generate_series(1, 1100) AS n`.execute(trading.platform.db)
    await change(5)
    await pass(4)
    await call('endDifference', { params: { id: (await found())[0]?.id }, body: { outcome: 'explained', reason: REASON } })
    books = newBooks()
    await sql`INSERT INTO reconciliation.figure (check_name, asset, subject, expected, actual, seen, checked_at)
      SELECT 'crypto.disputed', 'USDT', 'deposit ' || n, 1, 0, 1, now() FROM generate_series(1, 1100) AS n`.execute(trading.platform.db)
    await pass(1)
    expect(await found()).toMatchObject([{ state: 'explained' }])
  })

  it('resumes when a process ends in the middle, and reports the age of the oldest verified part', async () => {
    await book()
    await change(25)
    // The pass that would have verified it is lost as a whole.
    await database.pool.query(`ALTER TABLE reconciliation.figure ADD CONSTRAINT half_way CHECK (check_name <> 'ledger.chain') NOT VALID`)
    await pass(1)
    await database.pool.query('ALTER TABLE reconciliation.figure DROP CONSTRAINT half_way')
    books = newBooks()
    await pass(2)
    expect(await found()).toMatchObject([{ freezes: true, state: 'open' }])
    const clock = movableClock(3_600_000)
    books = newBooks(clock)
    const { oldest_verified_seconds: age } = await books.figures.read()
    expect(age).toBeGreaterThan(3_599)
    expect(age).toBeLessThan(3_700)
  })
})

describe('the end of a difference', () => {
  it('R11 an officer closes one that disappeared or explains one that stays, and two lift the freeze', async () => {
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
      if (outcome.isDone) throw new Error('no other officer was asked')
      return outcome.waiting.approvalRequestId
    }
    const approve = (requestId: string) => call('approve', { params: { id: requestId }, body: { note: '' } }, CHECKER)
    const late = await asked()
    // Between the proposal and the decision another cent disappears.
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

  it('G2 R11 no open or disputed difference is lifted over, when it is proposed and when it is carried out', async () => {
    await inTransaction(database.db, (tx) => trading.ledger.freeze(tx, { asset: 'COP', reason: 'officer' }))
    const lift = () => call<ApprovalOutcome<unknown>>('liftFreeze', { params: { asset: 'COP' }, body: { reason: REASON } })
    cases = { disputed: 2, claims: 0, found: 0 }
    await expect(lift()).rejects.toThrow('no se han resuelto (2)')
    expect(await codeOf(lift())).toBe('reconciliation.disputes_open')
    cases = { disputed: 0, claims: 1, found: 0 }
    expect(await codeOf(lift())).toBe('reconciliation.claims_open')
    cases = { disputed: 0, claims: 0, found: 3 }
    expect(await codeOf(lift())).toBe('reconciliation.found_open')
    cases = { disputed: 0, claims: 0, found: 0 }
    unbooked = 1
    expect(await codeOf(lift())).toBe('reconciliation.payments_unbooked')
    unbooked = 0
    // A difference that freezes nothing, and that no officer has reviewed.
    unproved = [{ kind: 'withdrawal', id: newId(), facts: 'another amount' }]
    await pass()
    expect(await codeOf(lift())).toBe('reconciliation.differences_open')
    unproved = []
    await pass()
    for (const { id } of await differences()) await call('endDifference', { params: { id }, body: { outcome: 'closed', reason: REASON } })
    const { outcome } = await lift()
    if (outcome.isDone) throw new Error('no other officer was asked')
    cases = { disputed: 1, claims: 0, found: 0 }
    const approve = call('approve', { params: { id: outcome.waiting.approvalRequestId }, body: { note: '' } }, CHECKER)
    expect(await codeOf(approve)).toBe('approvals.facts_changed')
    expect(await frozen()).toEqual(['COP'])
  })

  it('R11 a difference that was found and explained after the proposal of the lift is not part of the proposal', async () => {
    funds.balance = 4_999n
    await pass()
    const explain = async () => {
      const open = (await differences()).find(({ state }) => state === 'open')
      await call('endDifference', { params: { id: open?.id }, body: { outcome: 'explained', reason: REASON } })
    }
    await explain()
    const { outcome } = await call<ApprovalOutcome<unknown>>('liftFreeze', { params: { asset: 'COP' }, body: { reason: REASON } })
    if (outcome.isDone) throw new Error('no other officer was asked')
    funds.balance = 4_998n
    await pass()
    await explain()
    const approve = call('approve', { params: { id: outcome.waiting.approvalRequestId }, body: { note: '' } }, CHECKER)
    expect(await codeOf(approve)).toBe('approvals.facts_changed')
    expect(await frozen()).toEqual(['COP'])
  })

  it('R11 one officer freezes an asset immediately, with a reason, and only two resume it', async () => {
    await pass()
    const freeze = (reason = REASON) => call<{ frozen: true }>('freezeAsset', { params: { asset: 'COP' }, body: { reason } })
    expect(await codeOf(freeze('corto'))).toBe('request.reason_invalid')
    const answers = await Promise.all(Array.from({ length: 5 }, () => codeOf(freeze())))
    expect(answers.filter((code) => code !== 'reconciliation.already_frozen')).toHaveLength(1)
    expect(await frozen()).toEqual(['COP'])
    const { balance } = await call<BooksState>('state', {})
    expect(balance.find(({ asset }) => asset === 'COP')).toMatchObject({ frozenBy: ['officer'] })
    expect(await auditTrail(trading.platform.db, { action: 'reconciliation.asset_frozen' })).toMatchObject([{ reason: REASON }])
    // Nothing differs: no comparison resumes it, nor one officer alone.
    await pass()
    const { outcome } = await call<ApprovalOutcome<unknown>>('liftFreeze', { params: { asset: 'COP' }, body: { reason: REASON } })
    if (outcome.isDone) throw new Error('no other officer was asked')
    expect(await frozen()).toEqual(['COP'])
    await call('approve', { params: { id: outcome.waiting.approvalRequestId }, body: { note: '' } }, CHECKER)
    expect(await frozen()).toEqual([])
  })

  it('R11 an officer freezes an asset that a comparison froze first: explaining the difference does not end that freeze, and a lift has to name both', async () => {
    funds.balance = 4_999n
    await pass()
    const frozenBy = async () => (await call<BooksState>('state', {})).balance.find(({ asset }) => asset === 'COP')?.frozenBy
    const stop = () => call<{ frozen: true }>('freezeAsset', { params: { asset: 'COP' }, body: { reason: REASON } })
    const propose = async () => {
      const { outcome } = await call<ApprovalOutcome<unknown>>('liftFreeze', { params: { asset: 'COP' }, body: { reason: REASON } })
      if (outcome.isDone) throw new Error('no other officer was asked')
      return outcome.waiting.approvalRequestId
    }
    const approve = (id: string) => call('approve', { params: { id }, body: { note: '' } }, CHECKER)
    expect(await frozenBy()).toEqual(['provider.payouts'])
    const [{ id } = { id: '' }] = await differences()
    await call('endDifference', { params: { id }, body: { outcome: 'explained', reason: REASON } })
    const early = await propose()
    // Five concurrent officers: one freeze, kept once, next to that of the comparison.
    const answers = await Promise.all(Array.from({ length: 5 }, () => codeOf(stop())))
    expect(answers.toSorted()).toEqual([...Array.from({ length: 4 }, () => 'reconciliation.already_frozen'), undefined])
    expect(await auditTrail(trading.platform.db, { action: 'reconciliation.asset_frozen' })).toHaveLength(1)
    expect(await frozenBy()).toEqual(['officer', 'provider.payouts'])
    expect(await codeOf(approve(early))).toBe('approvals.facts_changed')
    expect(await frozenBy()).toEqual(['officer', 'provider.payouts'])
    // Another pass adds nothing, and removes nothing.
    await pass()
    expect(await trading.ledger.freezes()).toHaveLength(2)
    await approve(await propose())
    expect(await frozenBy()).toEqual([])
    expect(await frozen()).toEqual([])
  })

  it('R13 an explanation that no officer gave explains nothing, also one that was copied or comes from a closed difference', async () => {
    funds.balance = 4_999n
    await pass()
    const [{ id } = { id: '' }] = await differences()
    await call('endDifference', { params: { id }, body: { outcome: 'explained', reason: REASON } })
    const forge = (missing: number, seal: string | null) =>
      sql`INSERT INTO reconciliation.difference (id, check_name, asset, subject, expected, actual, freezes, state, opened_at, ended_at, ended_by, reason, seal)
        SELECT ${newId()}, check_name, asset, subject, expected, expected - ${missing}, false, 'explained', opened_at, ended_at, ended_by, reason, ${seal}
        FROM reconciliation.difference WHERE id = ${id}`.execute(database.db)
    const seals = await sql<{ seal: string }>`SELECT seal FROM reconciliation.difference WHERE id = ${id}`.execute(database.db)
    const seal = seals.rows[0]?.seal ?? ''
    await forge(3, null)
    await forge(3, seal)
    await sql`UPDATE reconciliation.before_seals SET rows = '[]'`.execute(database.db).then(
      () => expect.unreachable(),
      ({ code }) => expect(code).toBe('42501'),
    )
    funds.balance = 4_997n
    await pass()
    expect((await differences()).filter(({ state }) => state === 'open')).toMatchObject([{ difference: '-0.03', freezes: true }])
    // All money is back, and the explanation has ended; then the same cent is taken, and the row claims to be explained as before.
    funds.balance = 5_000n
    await pass()
    expect((await differences()).find((one) => one.id === id)).toMatchObject({ state: 'closed', reason: REASON })
    await sql`UPDATE reconciliation.difference SET state = 'explained', seal = ${seal} WHERE id = ${id}`.execute(database.db)
    await sql`UPDATE reconciliation.difference SET state = 'closed' WHERE state = 'open'`.execute(database.db)
    funds.balance = 4_999n
    await pass()
    expect((await differences()).filter(({ state }) => state === 'open')).toMatchObject([{ difference: '-0.01', freezes: true }])
  })

  it('E2 a freezing difference whose forged row claims an explanation or closing prevents a lift, and an invented explanation does not', async () => {
    const propose = () => call<ApprovalOutcome<unknown>>('liftFreeze', { params: { asset: 'COP' }, body: { reason: REASON } })
    funds.balance = 4_999n
    await pass()
    for (const state of ['explained', 'closed'])
      await sql`UPDATE reconciliation.difference SET state = ${state}, ended_at = now(), ended_by = ${MAKER}, reason = ${REASON}`
        .execute(database.db)
        .then(async () => expect([state, await codeOf(propose())]).toEqual([state, 'reconciliation.differences_open']))
    await sql`UPDATE reconciliation.difference SET state = 'open', ended_at = NULL, ended_by = NULL, reason = NULL`.execute(database.db)
    await call('endDifference', { params: { id: (await differences())[0]?.id }, body: { outcome: 'explained', reason: REASON } })
    const { outcome } = await propose()
    if (outcome.isDone) throw new Error('no other officer was asked')
    await sql`INSERT INTO reconciliation.difference (id, check_name, asset, subject, expected, actual, freezes, state, opened_at, ended_at, ended_by, reason)
      VALUES (${newId()}, 'provider.payouts', 'COP', '', 9, 8, true, 'explained', now(), now(), ${MAKER}, ${REASON})`.execute(database.db)
    await call('approve', { params: { id: outcome.waiting.approvalRequestId }, body: { note: '' } }, CHECKER)
    expect(await frozen()).toEqual([])
  })

  const explain = async (check: string) => {
    const found = (await differences()).filter((one) => one.check === check && one.state === 'open')
    for (const { id } of found) await call('endDifference', { params: { id }, body: { outcome: 'explained', reason: REASON } })
    expect(found).toHaveLength(1)
  }
  const openOf = async (check: string) => (await differences()).filter((one) => one.check === check && one.state === 'open')
  const lift = async (asset: AssetCode) => {
    const { outcome } = await call<ApprovalOutcome<unknown>>('liftFreeze', { params: { asset }, body: { reason: REASON } })
    if (outcome.isDone) throw new Error('no other officer was asked')
    await call('approve', { params: { id: outcome.waiting.approvalRequestId }, body: { note: '' } }, CHECKER)
  }
  const holdMore = (change: number) =>
    sql`UPDATE ledger.account SET held = held + ${change} WHERE owner = ${customer}`.execute(trading.platform.db)

  it('D1 an explanation of a count is valid for the explained row only: another change of the same account opens and freezes anew', async () => {
    await deposit(MILLION_PESOS)
    await holdMore(1)
    await pass()
    await explain('ledger.balance')
    await lift('COP')
    await pass()
    expect([await openOf('ledger.balance'), await frozen()]).toEqual([[], []])
    await holdMore(1_000)
    await pass()
    expect(await openOf('ledger.balance')).toMatchObject([{ subject: expect.any(String), difference: '1', freezes: true }])
    expect(await frozen()).toEqual(['COP'])
  })

  it('D2 figures that the database role invented do not stop the comparison, and are deleted by it', async () => {
    await deposit(MILLION_PESOS)
    const madeUp = [
      ['ledger.chain', 'batch x'],
      ['ledger.chain', 'batch 99999999999999999999'],
      ['ledger.chain', 'transfer nope'],
      ['ledger.balance', 'nope'],
      ['provider.deposit', 'nope'],
    ]
    for (const [check, subject] of madeUp)
      await sql`INSERT INTO reconciliation.figure (check_name, asset, subject, expected, actual, seen, checked_at)
        VALUES (${check}, 'COP', ${subject}, 0, 1, 1, now())`.execute(trading.platform.db)
    await holdMore(1)
    await pass()
    expect(await openOf('ledger.balance')).toHaveLength(1)
    const left = await sql<{ subject: string }>`SELECT subject FROM reconciliation.figure
      WHERE subject IN (${sql.join(madeUp.map(([, subject]) => subject))})`.execute(trading.platform.db)
    expect(left.rows).toEqual([])
  })

  it('D1 an explained balance or row of the hash chain hides no other one, and the comparison continues behind it', async () => {
    const change = (name: string) => sql`UPDATE ledger.account SET posted = posted + 1 WHERE name = ${name}`.execute(database.owner)
    const rename = () =>
      database.pool.query(`UPDATE ledger.transfer SET code = 'test.changed' WHERE batch_seq = (SELECT seq FROM ledger.head)`)
    await deposit(MILLION_PESOS)
    await change('market')
    await rename()
    await pass()
    await explain('ledger.balance')
    await explain('ledger.chain')
    const [explained] = (await differences()).filter(({ check }) => check === 'ledger.chain')
    await deposit(MILLION_PESOS)
    await pass()
    expect(await openOf('ledger.chain')).toEqual([])
    await deposit(MILLION_PESOS)
    await rename()
    await change('bank')
    await pass()
    expect(await openOf('ledger.balance')).toHaveLength(1)
    expect(await openOf('ledger.chain')).toHaveLength(1)
    // The explained row, changed once more.
    await database.pool.query(`UPDATE ledger.transfer SET code = 'test.changed_again' WHERE code = 'test.changed'
      AND batch_seq < (SELECT seq FROM ledger.head)`)
    await pass()
    expect((await openOf('ledger.chain')).map(({ id }) => id)).toHaveLength(2)
    expect((await differences()).find(({ id }) => id === explained?.id)).toMatchObject({ state: 'explained' })
  })

  it('D1 an explanation ends when the figure was in order once', async () => {
    funds.balance = 4_999n
    await pass()
    await explain('provider.payouts')
    await lift('COP')
    funds.balance = 5_000n
    await pass(1)
    expect((await differences()).map(({ check, state }) => [check, state])).toEqual([['provider.payouts', 'closed']])
    funds.balance = 4_999n
    await pass()
    expect(await openOf('provider.payouts')).toMatchObject([{ difference: '-0.01', freezes: true }])
    expect(await frozen()).toEqual(['COP'])
  })

  it('E2 a booking of two officers that its row hides freezes pesos; a surplus row is reported', async () => {
    const row = { kind: 'anomaly_booking', facts: 'x' } as const
    unproved = [{ ...row, id: newId(), isHidden: false }]
    await pass()
    expect([await frozen(), await differences()]).toMatchObject([[], [{ check: 'rows.unproved', difference: '1', freezes: false }]])
    unproved = [{ ...row, id: newId(), isHidden: true }]
    await pass()
    expect(await frozen()).toEqual(['COP'])
    expect((await differences())[0]).toMatchObject({ check: 'rows.unproved', difference: '-1', freezes: true })
  })

  it('D1 an unproved row and a payment of another payer are explained with their facts', async () => {
    const id = newId()
    const payer = (amount: bigint): Anomaly[] => [{ kind: 'deposit_payer', id, accountId: customer, booked: 5n, amount }]
    unproved = [{ kind: 'withdrawal', id, facts: 'one account number' }]
    anomalies = payer(5n)
    await pass()
    await explain('rows.unproved')
    await explain('provider.record')
    await pass()
    expect([await openOf('rows.unproved'), await openOf('provider.record')]).toEqual([[], []])
    unproved = [{ kind: 'withdrawal', id, facts: 'another account number' }]
    anomalies = payer(6n)
    await pass()
    expect([await openOf('rows.unproved'), await openOf('provider.record')]).toMatchObject([[{ state: 'open' }], [{ state: 'open' }]])
  })

  it('D1 of explanations from before there were facts those of amounts stay valid, and those of counts end', async () => {
    funds.balance = 4_999n
    const id = newId()
    unproved = [{ kind: 'withdrawal', id, facts: 'one account number' }]
    await pass()
    // Sealed and stored like the version before.
    const seals = evidenceSeals(trading.platform.secrets)
    for (const { id: of, check, difference } of (await differences()).map((one) => ({
      ...one,
      difference: one.check === 'rows.unproved' ? '1' : '-1',
    }))) {
      const subject = check === 'rows.unproved' ? `withdrawal ${id}` : ''
      const seal = seals.seal(JSON.stringify(['explained-difference', of, check, 'COP', subject, difference, MAKER, REASON]))
      await sql`UPDATE reconciliation.difference SET state = 'explained', ended_by = ${MAKER}, reason = ${REASON}, seal = ${seal}, facts = ''
        WHERE id = ${of}`.execute(database.db)
    }
    await sql`UPDATE reconciliation.figure SET facts = ''`.execute(database.db)
    await pass()
    expect((await differences()).filter(({ state }) => state === 'open').map(({ check }) => check)).toEqual(['rows.unproved'])
  })

  it('R13 a difference explained before there were seals stays explained, as long as its row is unchanged', async () => {
    funds.balance = 4_999n
    await pass()
    const [{ id } = { id: '' }] = await differences()
    await call('endDifference', { params: { id }, body: { outcome: 'explained', reason: REASON } })
    await sql`UPDATE reconciliation.difference SET seal = NULL`.execute(database.owner)
    await sql`UPDATE reconciliation.before_seals SET rows = jsonb_build_array(jsonb_build_object('id', ${id}::text, 'check', 'provider.payouts',
      'asset', 'COP', 'subject', '', 'difference', '-1')) WHERE kind = 'explained'`.execute(database.owner)
    await pass()
    expect((await differences()).filter(({ state }) => state === 'open')).toEqual([])
    await sql`UPDATE reconciliation.difference SET actual = actual - 1`.execute(database.db)
    funds.balance = 4_998n
    await pass()
    expect((await differences()).filter(({ state }) => state === 'open')).toMatchObject([{ difference: '-0.02', freezes: true }])
  })

  it('R13 rows of the comparison that an attacker moves back or forward hide nothing', async () => {
    funds.balance = 4_999n
    for (let count = 0; count < 2; count++) {
      await sql`DELETE FROM reconciliation.figure`.execute(database.db)
      await pass(1)
    }
    expect((await differences()).map(({ check }) => check)).toEqual(['provider.payouts'])

    // As if all deposits were compared; and repeatedly back to the former position of the comparison.
    const places = () => sql`UPDATE reconciliation.place SET seq = seq + 1000000 WHERE name = 'provider.deposit'`.execute(database.db)
    await deposit(MILLION_PESOS, MILLION_PESOS)
    await pass()
    await places()
    await deposit(MILLION_PESOS, MILLION_PESOS - 1n)
    await pass()
    expect((await differences()).map(({ check }) => check)).toContain('provider.deposit')
  })

  it('R13 after an upgrade the comparison resumes where it was, and a row without a seal moves it no further', async () => {
    const compared = await deposit(MILLION_PESOS, MILLION_PESOS)
    await pass(1)
    // The state that the version before left; and the books of a new process.
    await sql`UPDATE reconciliation.before_seals SET rows = (SELECT jsonb_agg(jsonb_build_object('name', name, 'seq', seq::text, 'text', text))
      FROM reconciliation.place) WHERE kind = 'place'`.execute(database.owner)
    await sql`UPDATE reconciliation.place SET seal = NULL, seq = seq + 1000000 WHERE name = 'provider.deposit'`.execute(database.db)
    books = newBooks()
    asked = []
    await deposit(MILLION_PESOS, MILLION_PESOS - 1n)
    await pass()
    expect(asked).not.toContain(compared)
    expect((await differences()).map(({ check }) => check)).toContain('provider.deposit')
  })

  it('R13 a position that is reset to an earlier sealed one delays no pass', async () => {
    await deposit(MILLION_PESOS, MILLION_PESOS)
    await pass(1)
    const kept = await sql`SELECT * FROM reconciliation.place WHERE name = 'provider.deposit'`.execute(database.db)
    for (let count = 0; count < 30; count++) await deposit(1_000n, 1_000n)
    const [old] = kept.rows as { seq: bigint; text: string; seal: string }[]
    await deposit(MILLION_PESOS, MILLION_PESOS - 1n)
    for (let count = 0; count < 4; count++) {
      await sql`UPDATE reconciliation.place SET seq = ${old?.seq}, text = ${old?.text}, seal = ${old?.seal} WHERE name = 'provider.deposit'`.execute(
        database.db,
      )
      await pass(1)
    }
    expect((await differences()).map(({ check }) => check)).toContain('provider.deposit')
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
